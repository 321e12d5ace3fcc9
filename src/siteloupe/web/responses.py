"""The headers of pages, and the origin for absolute addresses."""

from typing import Any

from siteloupe.http.gate import DEFAULT_PORTS, request_origin

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Source: https://www.w3.org/TR/CSP3/"""

PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
"""``tools`` is not named: pages may offer their own tools by default, and browsers without it log an error.

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
REVALIDATED = (b"cache-control", b"private, no-cache")
FOREVER = (b"cache-control", b"public, max-age=31536000, immutable")

HTML = (b"content-type", b"text/html; charset=utf-8")
MARKDOWN = (b"content-type", b"text/markdown; charset=utf-8")
TEXT = (b"content-type", b"text/plain; charset=utf-8")
XML = (b"content-type", b"application/xml")

VARIES = (b"vary", b"Accept, Accept-Encoding")
NOT_INDEXED = (b"x-robots-tag", b"noindex")

PASSING_PAGE = (HTML, NOT_KEPT, NOT_INDEXED, VARIES)
"""The headers of a page about sites that somebody named, which nobody keeps or indexes."""


def origin_of(scope: Any, site_origin: str | None) -> str:
    """Return ``https://host`` by the setting, otherwise by the request; empty for an invalid Host."""
    if site_origin is not None:
        return site_origin.rstrip("/")
    if (found := request_origin(scope)) is None:
        return ""
    scheme, host, port = found
    named = f"[{host}]" if ":" in host else host
    return f"{scheme}://{named}" if port == DEFAULT_PORTS[scheme] else f"{scheme}://{named}:{port}"
