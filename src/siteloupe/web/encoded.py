"""Bodies in every content coding, and which of them a client wants."""

import gzip
import hashlib
from dataclasses import dataclass, replace
from typing import Any

import brotli

SAVING = 64
"""Bytes that a coding has to save to be worth its header."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """A body as it is, and coded where that makes it smaller. ``etag`` is that of its meaning."""

    plain: bytes
    gzip: bytes | None
    br: bytes | None
    etag: str

    def chosen(self, accept_encoding: str) -> tuple[str, bytes]:
        """The coding to name (empty for none) and the bytes, for what the client accepts.

        Source: https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding
        """
        accepted = _accepted(accept_encoding)
        if self.br is not None and "br" in accepted:
            return "br", self.br
        if self.gzip is not None and "gzip" in accepted:
            return "gzip", self.gzip
        return "", self.plain


def uncoded(body: bytes) -> Encoded:
    """``body`` as it is, for what is packed already."""
    return Encoded(body, None, None, hashlib.sha256(body).hexdigest()[:16])


def encoded(body: bytes, quality: int = 5) -> Encoded:
    """``body`` in every coding; ``quality`` is Brotli's, 0 to 11, where 11 is for what is coded once."""
    codings = gzip.compress(body, min(quality, 9), mtime=0), brotli.compress(body, quality=quality)
    zipped, brotlied = (coded if len(coded) + SAVING < len(body) else None for coded in codings)
    return replace(uncoded(body), gzip=zipped, br=brotlied)


def _accepted(header: str) -> set[str]:
    codings = set()
    for text in header.lower().split(",")[:20]:
        coding, _, parameter = text.partition(";")
        if parameter.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}:
            codings.add(coding.strip())
    return codings


async def respond(
    scope: Any, send: Any, status: int, headers: list[tuple[bytes, bytes]], body: Encoded
) -> None:
    """Send ``body`` in the coding the client wants; 304 without it when the client has it already."""
    lines = dict(scope["headers"])
    tag = b'W/"%s"' % body.etag.encode()
    headers = [*headers, (b"etag", tag)]
    if status == 200 and tag in lines.get(b"if-none-match", b""):
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    coding, content = body.chosen(lines.get(b"accept-encoding", b"").decode("latin-1"))
    if coding:
        headers.append((b"content-encoding", coding.encode()))
    headers.append((b"content-length", b"%d" % len(content)))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
