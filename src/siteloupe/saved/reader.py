"""Reading of bytes and lines from a position in a file; a gzip member there is unpacked."""

import zlib
from typing import BinaryIO

_STEP = 32 * 1024
_GZIP = b"\x1f\x8b"  # https://www.rfc-editor.org/rfc/rfc1952#section-2.3.1


class BrokenMember(Exception):
    """The data breaks its format; the text says how."""


class MemberReader:
    """Reads from ``offset`` to the end of the gzip member that begins there, otherwise of the file.

    It keeps only the requested bytes and one step in memory. All methods raise BrokenMember for a corrupt
    member.
    """

    def __init__(self, file: BinaryIO, offset: int) -> None:
        file.seek(offset)
        self._file = file
        self._raw = file.read(_STEP)
        self._taken = offset + len(self._raw)
        self._ended = not self._raw
        self._ready = b""
        self.is_gzip = self._raw.startswith(_GZIP)
        self._member = zlib.decompressobj(zlib.MAX_WBITS | 16)

    def is_at_end_of_file(self) -> bool:
        """Whether everything in the file was read."""
        return self._ended and not self._ready

    @property
    def position(self) -> int:
        """The next position in the file: after a finished member, otherwise after the read bytes."""
        return self._taken - len(self._raw) - (0 if self.is_gzip else len(self._ready))

    def peek(self) -> bool:
        """Whether there is another byte."""
        return bool(self._ready) or self._more()

    def read(self, count: int) -> bytes:
        """Return ``count`` bytes, or fewer at the end."""
        pieces: list[bytes] = []
        while count and self.peek():
            pieces.append(self._ready[:count])
            self._ready = self._ready[count:]
            count -= len(pieces[-1])
        return b"".join(pieces)

    def line(self, longest: int) -> bytes:
        """Return the next line with its end. Raises BrokenMember when it is too long or has no end."""
        pieces: list[bytes] = []
        room = longest
        while room > 0 and self.peek():
            end = self._ready.find(b"\n", 0, room) + 1
            piece = self._ready[: end or room]
            self._ready = self._ready[len(piece) :]
            pieces.append(piece)
            if end:
                return b"".join(pieces)
            room -= len(piece)
        raise BrokenMember("a line without end")

    def skip(self, count: int, most: int) -> None:
        """Skip ``count`` bytes. Raises BrokenMember when they are more than ``most``."""
        if count > most:
            raise BrokenMember(f"a record of more than {most:,} bytes")
        while count and self.peek():
            count -= (passed := min(count, len(self._ready)))
            self._ready = self._ready[passed:]

    def skip_line_ends(self) -> None:
        """Skip line ends: each record has two of them, sometimes none."""
        while self.peek():
            if left := self._ready.lstrip(b"\r\n"):
                self._ready = left
                return
            self._ready = b""

    def _more(self) -> bool:
        """Read the next bytes; return False at the end of the member or the file."""
        while not self._ready and not (self.is_gzip and self._member.eof):
            if not self._raw and not self._refill():
                return False
            if self.is_gzip:
                self._unpack()
            else:
                self._ready, self._raw = self._raw, b""
        return bool(self._ready)

    def _refill(self) -> bool:
        self._raw = self._file.read(_STEP)
        self._taken += len(self._raw)
        self._ended = not self._raw
        return not self._ended

    def _unpack(self) -> None:
        try:
            self._ready = self._member.decompress(self._raw, _STEP)
        except zlib.error as error:
            raise BrokenMember("corrupt gzip") from error
        self._raw = self._member.unused_data if self._member.eof else self._member.unconsumed_tail
