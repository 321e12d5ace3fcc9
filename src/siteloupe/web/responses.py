"""Answers with their headers, in every content coding, and the origin that whole addresses are made with."""

import gzip
import hashlib
from dataclasses import dataclass, replace
from typing import Any

import brotli

from siteloupe.http.gate import DEFAULT_PORTS, request_origin

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Source: https://www.w3.org/TR/CSP3/"""

PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), tools=(self)"
"""``tools`` lets the page offer its tools to the browser's agent.

Source: https://webmachinelearning.github.io/webmcp/#permissions-policy
"""

SAFE = (
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", PERMISSIONS.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
)

HSTS = (b"strict-transport-security", b"max-age=31536000")

KEPT = (b"cache-control", b"public, max-age=300")
NOT_KEPT = (b"cache-control", b"no-store")
FOREVER = (b"cache-control", b"public, max-age=31536000, immutable")

HTML = (b"content-type", b"text/html; charset=utf-8")
MARKDOWN = (b"content-type", b"text/markdown; charset=utf-8")
TEXT = (b"content-type", b"text/plain; charset=utf-8")
XML = (b"content-type", b"application/xml")

VARIES = (b"vary", b"Accept, Accept-Encoding")
VARIES_IN_CODING = (b"vary", b"Accept-Encoding")
NOT_INDEXED = (b"x-robots-tag", b"noindex")

SAVING = 64
"""Bytes that a coding has to save to be worth its header."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """A body as it is, and coded where that makes it smaller. ``etag`` is that of its meaning."""

    plain: bytes
    gzip: bytes | None
    br: bytes | None
    etag: str

    def choose(self, accept_encoding: str) -> tuple[str, bytes]:
        """The coding to name (empty for none) and the bytes, for what the client accepts.

        Source: https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding
        """
        accepted = _accepted_codings(accept_encoding)
        if self.br is not None and "br" in accepted:
            return "br", self.br
        if self.gzip is not None and "gzip" in accepted:
            return "gzip", self.gzip
        return "", self.plain


def keep_plain(body: bytes) -> Encoded:
    """``body`` as it is, for what is packed already."""
    return Encoded(body, None, None, hashlib.sha256(body).hexdigest()[:16])


def encode(body: bytes, quality: int = 5) -> Encoded:
    """``body`` in every coding; ``quality`` is Brotli's, 0 to 11, where 11 is for what is coded once."""
    codings = gzip.compress(body, min(quality, 9), mtime=0), brotli.compress(body, quality=quality)
    zipped, brotlied = (coded if len(coded) + SAVING < len(body) else None for coded in codings)
    return replace(keep_plain(body), gzip=zipped, br=brotlied)


def _accepted_codings(header: str) -> set[str]:
    codings = set()
    for text in header.lower().split(",")[:20]:
        coding, _, parameter = text.partition(";")
        if parameter.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}:
            codings.add(coding.strip())
    return codings


def origin_of(scope: Any, site_origin: str | None) -> str:
    """``https://host`` without a slash: the setting's, else what was asked; empty for a Host that is none."""
    if site_origin is not None:
        return site_origin.rstrip("/")
    if (found := request_origin(scope)) is None:
        return ""
    scheme, host, port = found
    named = f"[{host}]" if ":" in host else host
    return f"{scheme}://{named}" if port == DEFAULT_PORTS[scheme] else f"{scheme}://{named}:{port}"


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
    coding, content = body.choose(lines.get(b"accept-encoding", b"").decode("latin-1"))
    if coding:
        headers.append((b"content-encoding", coding.encode()))
    headers.append((b"content-length", b"%d" % len(content)))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
