"""Decoding of Content-Encoding while the body arrives: one layer, within a limit.

Encodings: https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1 (gzip, deflate),
https://www.rfc-editor.org/rfc/rfc7932 (br), https://www.rfc-editor.org/rfc/rfc8878 (zstd).

Anything but exactly one known layer (``gzip, br``; a wrong ``utf-8``) stays as received. Browsers do the same
with unknown words: a page with a wrong label is still readable as HTML, a body with two layers is not.
"""

import sys
import zlib
from collections.abc import Callable, Iterator
from typing import Protocol

import brotli

from siteloupe.capture import Headers

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ACCEPT_ENCODING = "gzip, deflate, br, zstd"
"""The Accept-Encoding of requests: exactly the encodings that :class:`Body` decodes."""

_MAX_FRAMES = 1024
_WIRE_SLACK = 64 * 1024
_BROTLI_STEP = 64 * 1024
_ZSTD_WINDOW_LOG = 23  # 8 MiB, the most a sender may use: https://www.rfc-editor.org/rfc/rfc9659#section-3


class _Corrupt(Exception):
    """The stream breaks the rules of its encoding."""


class _Frame(Protocol):
    """The common interface of zlib's and zstd's decompressors: one member or frame each."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


class _Decoder(Protocol):
    @property
    def complete(self) -> bool:
        """Whether the stream may end here."""

    def decode(self, data: bytes, room: int) -> Iterator[bytes]:
        """Decode ``data``, until the result has about ``room`` bytes. Raises _Corrupt."""


class _Identity:
    complete = True

    def decode(self, data: bytes, room: int) -> Iterator[bytes]:
        yield data[:room]


class _Frames:
    """gzip members or zstd frames, one after the other. Bytes after the last are ignored, as gzip(1) does."""

    def __init__(self, start: Callable[[], _Frame]) -> None:
        self._start = start
        self._frame = start()
        self._earlier = 0
        self._gave = 0
        self._ended = False

    @property
    def complete(self) -> bool:
        return self._ended or self._frame.eof or (self._earlier > 0 and self._gave == 0)

    def decode(self, data: bytes, room: int) -> Iterator[bytes]:
        while data and room > 0 and not self._ended:
            if self._frame.eof:
                self._next()
            try:
                piece = self._frame.decompress(data, room)
            except (zlib.error, zstd.ZstdError) as error:
                if self._gave or not self._earlier:
                    raise _Corrupt from error
                self._ended = True
                return
            yield piece
            self._gave += len(piece)
            room -= len(piece)
            data = self._frame.unused_data

    def _next(self) -> None:
        """Begin a frame. Empty frames take time and add no bytes, so their number has its own limit."""
        self._earlier += 1
        self._gave = 0
        if self._earlier == _MAX_FRAMES:
            raise _Corrupt
        self._frame = self._start()


class _Deflate:
    """``deflate`` with the zlib wrapper that the standard asks for, or without it, as some servers send."""

    def __init__(self) -> None:
        self._head = b""
        self._stream: _Frame | None = None

    @property
    def complete(self) -> bool:
        return self._stream is not None and self._stream.eof

    def decode(self, data: bytes, room: int) -> Iterator[bytes]:
        if self._stream is None:
            data = self._head = self._head + data
            if len(data) < 2:
                return
            self._stream = zlib.decompressobj(zlib.MAX_WBITS if _is_zlib(data) else -zlib.MAX_WBITS)
        try:
            yield self._stream.decompress(data, room)
        except zlib.error as error:
            raise _Corrupt from error


def _is_zlib(head: bytes) -> bool:
    """Whether two bytes are a zlib header: https://www.rfc-editor.org/rfc/rfc1950#section-2.2."""
    return head[0] & 0x0F == 8 and int.from_bytes(head[:2], "big") % 31 == 0


class _Brotli:
    def __init__(self) -> None:
        self._stream = brotli.Decompressor()
        self.complete = False

    def decode(self, data: bytes, room: int) -> Iterator[bytes]:
        """This decodes in steps, because brotli's own limit can be exceeded by as much as one input."""
        while room > 0 and not self.complete:
            try:
                piece: bytes = self._stream.process(data, output_buffer_limit=_BROTLI_STEP)
                self.complete = self._stream.is_finished()
            except brotli.error as error:
                raise _Corrupt from error
            yield piece
            room -= len(piece)
            data = b""
            if self._stream.can_accept_more_data():
                return


def _gzip() -> _Frames:
    return _Frames(lambda: zlib.decompressobj(zlib.MAX_WBITS | 16))


def _zstd() -> _Frames:
    options: dict[int, int] = {zstd.DecompressionParameter.window_log_max: _ZSTD_WINDOW_LOG}
    return _Frames(lambda: zstd.ZstdDecompressor(options=options))


_DECODERS: dict[str, Callable[[], _Decoder]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _Deflate,
    "br": _Brotli,
    "zstd": _zstd,
}


class Body:
    """One body while it arrives: at most ``limit`` bytes and one decoded piece in memory.

    A stream that is corrupt or ends early keeps the bytes before the fault, and counts as truncated.
    """

    def __init__(self, headers: Headers, limit: int) -> None:
        layers = [word for line in headers.all("content-encoding") for word in _words(line)]
        known = _DECODERS.get(layers[0]) if len(layers) == 1 else None
        self._decoder: _Decoder = known() if known else _Identity()
        self._limit = limit
        self._pieces: list[bytes] = []
        self._held = 0
        self._over = False
        self.wire_bytes = 0

    def feed(self, chunk: bytes) -> bool:
        """Take the bytes that arrived; return False when no more bytes are needed."""
        self.wire_bytes += len(chunk)
        try:
            # One byte more than the limit shows whether a body is cut or just fits.
            for piece in self._decoder.decode(chunk, self._limit + 1 - self._held):
                self._pieces.append(piece)
                self._held += len(piece)
        except _Corrupt:
            self._over = True
        else:
            self._over = self._held > self._limit or self.wire_bytes > self._limit + _WIRE_SLACK
        return not self._over

    @property
    def truncated(self) -> bool:
        """Whether bytes are missing: over the limit, corrupt, or not received."""
        return self._over or (self.wire_bytes > 0 and not self._decoder.complete)

    def first_bytes(self, size: int) -> bytes:
        """Return the first ``size`` decoded bytes, as far as they have arrived."""
        pieces, held = [], 0
        for piece in self._pieces:
            pieces.append(piece)
            held += len(piece)
            if held >= size:
                break
        return b"".join(pieces)[:size]

    def content(self) -> bytes:
        """Return the decoded bytes, cut at the limit."""
        return b"".join(self._pieces)[: self._limit]


def _words(line: str) -> list[str]:
    words = (word.strip().lower() for word in line.split(","))
    return [word for word in words if word not in {"", "identity"}]
