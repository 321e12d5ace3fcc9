"""Content codings: bodies in a coding of the client; frequent bodies are compressed once.

Source: https://www.rfc-editor.org/rfc/rfc9110#name-content-codings
"""

import gzip
import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import brotli

SAVING = 64
"""The least number of bytes that a coding must save."""

VARIES_IN_CODING = (b"vary", b"Accept-Encoding")

MIN_PACKED = 1_000
"""The least size of a body for a single caller that is compressed, in bytes."""

KEPT_PACKED = 128
"""Most compressed answers in the cache: the bytes of a cached answer are always the same object."""

KEPT_HEADERS = 64
"""Most Accept-Encoding headers whose meaning is remembered: clients send few different ones."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """A body, plain and in the codings that make it smaller. ``etag`` is that of the plain body."""

    plain: bytes
    gzip: bytes | None
    br: bytes | None
    etag: str

    def choose(self, accept_encoding: str) -> tuple[str, bytes]:
        """Return the coding (empty for none) and the bytes that the client accepts.

        Source: https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding
        """
        accepted = _accepted_codings(accept_encoding)
        if self.br is not None and "br" in accepted:
            return "br", self.br
        if self.gzip is not None and "gzip" in accepted:
            return "gzip", self.gzip
        return "", self.plain


class Packed(NamedTuple):
    """A body as it is sent, and the headers that follow from its coding."""

    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


def keep_plain(body: bytes) -> Encoded:
    """Return ``body`` without codings, for compressed files."""
    return Encoded(body, None, None, hashlib.sha256(body).hexdigest()[:16])


def encode(body: bytes, quality: int = 5) -> Encoded:
    """Return ``body`` in every coding; ``quality`` is Brotli's, 0 to 11, with 11 for static files."""
    codings = gzip.compress(body, min(quality, 9), mtime=0), brotli.compress(body, quality=quality)
    zipped, brotlied = (coded if len(coded) + SAVING < len(body) else None for coded in codings)
    return replace(keep_plain(body), gzip=zipped, br=brotlied)


def accept_encoding(scope: Any) -> str:
    """Return the Accept-Encoding of a request; empty without one."""
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            return str(value, "latin-1")
    return ""


def accepts(coding: str, header: str) -> bool:
    """Whether a client with this Accept-Encoding accepts ``coding``."""
    return coding in _accepted_codings(header)


def pack(body: bytes, accept_encoding: str) -> Packed:
    """Return a report in the coding that the client accepts."""
    return _pack(body, _preferred_coding(accept_encoding) if len(body) >= MIN_PACKED else "")


@lru_cache(KEPT_PACKED)
def _pack(body: bytes, coding: str) -> Packed:
    if coding == "br":
        body = brotli.compress(body, quality=4)
    elif coding == "gzip":
        body = gzip.compress(body, 5, mtime=0)
    headers = (VARIES_IN_CODING, (b"content-length", b"%d" % len(body)))
    return Packed((*headers, (b"content-encoding", coding.encode())) if coding else headers, body)


@lru_cache(KEPT_HEADERS)
def _preferred_coding(header: str) -> str:
    accepted = _accepted_codings(header)
    return next((each for each in ("br", "gzip") if each in accepted), "")


@lru_cache(KEPT_HEADERS)
def _accepted_codings(header: str) -> frozenset[str]:
    codings = set()
    for text in header.lower().split(",")[:20]:
        coding, _, parameter = text.partition(";")
        if parameter.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}:
            codings.add(coding.strip())
    return frozenset(codings)


async def respond(
    scope: Any, send: Any, status: int, headers: list[tuple[bytes, bytes]], body: Encoded
) -> None:
    """Send ``body`` in a coding of the client; 304 when the client already has it."""
    lines = dict(scope["headers"])
    tag = b'W/"%s"' % body.etag.encode()
    headers = [*headers, (b"etag", tag)]
    if status == 200 and tag in lines.get(b"if-none-match", b""):
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    coding, content = body.choose(lines.get(b"accept-encoding", b"").decode("latin-1"))
    if coding:
        headers.append((b"content-encoding", coding.encode()))
    headers.append((b"content-length", b"%d" % len(content)))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
