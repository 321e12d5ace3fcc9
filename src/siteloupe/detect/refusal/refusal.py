"""Whether the site served its page, or another answer instead: one table of reasons for all analyses.

:data:`FILES` of ``products`` describe challenges, block pages and vendors' headers. An answer is a page by
its media type, and by its first bytes when the type is unclear. Source: https://mimesniff.spec.whatwg.org/,
with one difference: an answer of type ``text/html`` that begins like JSON, a feed or a binary file is not a
page for an analysis, although a browser shows it as one.
"""

import re
from collections.abc import Callable, Mapping

from siteloupe.capture import Exchange, Headers
from siteloupe.detect.refusal.retry_after import retry_after
from siteloupe.document import Page, page_of
from siteloupe.products import RefusingProduct, facts_of, load
from siteloupe.reports.refusal import Reason, Refusal

FILES = ("challenges.toml", "block-pages.toml", "protections.toml")

First = Mapping[str, RefusingProduct]
"""The first matching entry of each category."""

MAX_BARE_BYTES = 128 * 1024
MAX_BARE_END_TAGS = 200
MAX_BARE_ANCHORS = 12
MAX_BARE_TEXT = 3000
"""Limits of a page without own content, in bytes, end tags, links and characters of text."""

_ORIGIN_DOWN = frozenset({502, 504, *range(520, 528), 530})

_TABLE: tuple[tuple[Reason, Callable[[int, First], bool]], ...] = (
    ("challenge", lambda _, first: "challenge" in first),
    ("rate-limited", lambda status, _: status == 429),
    ("unauthorized", lambda status, _: status in {401, 407}),
    ("legal", lambda status, _: status == 451),
    ("not-found", lambda status, _: status in {404, 410}),
    ("bot-protection", lambda status, first: status in {403, 405, 406} and _is_protected(first)),
    ("refused", lambda status, _: 400 <= status < 500 or status >= 600),
    # the page of a bot protection says more than its status 200 or 503
    ("bot-protection", lambda _, first: "block" in first),
    ("origin-down", lambda status, first: status in _ORIGIN_DOWN or (status == 503 and "outage" in first)),
    ("server-error", lambda status, _: status >= 500),
    ("not-html", lambda status, _: not 200 <= status < 300),
)
"""Reasons by status and entries; the first that fits wins. The body of a 2xx can give one more reason."""

_NAMED_BY: Mapping[Reason, tuple[str, ...]] = {
    "challenge": ("challenge", "block", "protection", "delivery"),
    "bot-protection": ("block", "protection"),
    "rate-limited": ("block", "protection", "delivery"),
    "legal": ("block", "protection", "delivery"),
    "refused": ("block", "protection", "delivery"),
    "origin-down": ("outage", "protection", "delivery"),
}
"""The categories that name the vendor for a reason, the first match wins. Other reasons have no vendor."""

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
XML_TYPES = frozenset({"text/xml", "application/xml"})
UNKNOWN_TYPES = frozenset({"", "unknown/unknown", "application/unknown", "*/*"})

RESOURCE_HEADER = 1445
"""Bytes that the standard reads to find the type: https://mimesniff.spec.whatwg.org/#resource-header."""

_ESSENCE = re.compile(r"[a-z0-9!#$&^_.+*-]{1,100}/[a-z0-9!#$&^_.+*-]{1,100}")

# https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type
_HTML_START = re.compile(
    rb"<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >]|<!--"
)
_HTML_TAG = re.compile(rb"<(?:!doctype html|html|head|body|title|meta|link|script|style|div|p|h1)[\s/>]")
_FEED = re.compile(rb"<(?:rss|feed|rdf:rdf)[\s>]")
_ROOT = re.compile(rb"<([a-z][a-z0-9:._-]{0,40})")
_JSON_START = re.compile(rb"\{\s{0,100}[\"}]|\[\s{0,100}[\[{\"\]0-9-]")
_DOCUMENT_START = (b"%pdf-", b"%!ps-adobe-")
# https://mimesniff.spec.whatwg.org/#binary-data-byte
_BINARY = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def refusal(exchange: Exchange, parse: Callable[[Exchange], Page] = page_of) -> Refusal | None:
    """Return why the answer is not a readable page, or None when it is one. Never raises.

    A 2xx answer with its own content is a page, also with a vendor's cookies, headers or scripts. ``parse``
    parses the page; it is called only for small pages with signs of a vendor.
    """
    first = _first_products(exchange, parse)
    reason = _find_reason(exchange, first)
    if reason is None:
        return None
    vendor = _vendor(reason, first)
    sentence = refusal_note(
        reason,
        exchange.status,
        vendor,
        media_type=media_type(exchange.headers) if exchange.body else None,
        in_maintenance="maintenance" in first,
        is_broken=exchange.truncated,
    )
    if reason == "rate-limited" and (wait := retry_after(exchange.headers)) is not None:
        sentence += f" It asks to wait {wait}."
    return Refusal(reason=reason, status=exchange.status, blocked_by=vendor, note=sentence)


def _find_reason(exchange: Exchange, first: First) -> Reason | None:
    for reason, fits in _TABLE:
        if fits(exchange.status, first):
            return reason
    return None if is_html(exchange.headers, exchange.body) else "not-html"


def _vendor(reason: Reason, first: First) -> str | None:
    found = (first[kind] for kind in _NAMED_BY.get(reason, ()) if kind in first)
    return next((product.name for product in found if not product.anonymous), None)


def _is_protected(first: First) -> bool:
    return "block" in first or "protection" in first


def _first_products(exchange: Exchange, parse: Callable[[Exchange], Page]) -> First:
    if _is_served(exchange) and not _may_be_bare(exchange.body):
        return {}
    first: dict[str, RefusingProduct] = {}
    for match in load(*FILES, kind=RefusingProduct).matches(facts_of(exchange, body=True)):
        product = match.product
        if product.category not in first and _is_valid_match(product, exchange, parse):
            first[product.category] = product
    if "origin" in first:  # an error page of a web server: the CDN only passed it on
        return {kind: product for kind, product in first.items() if kind not in {"protection", "delivery"}}
    return first


def _is_valid_match(product: RefusingProduct, exchange: Exchange, parse: Callable[[Exchange], Page]) -> bool:
    """Whether the page is as small and as empty as the entry demands."""
    if product.max_bytes is not None and len(exchange.body) > product.max_bytes:
        return False
    return not (product.bare or _is_served(exchange)) or _is_bare(exchange, parse)


def _is_served(exchange: Exchange) -> bool:
    return 200 <= exchange.status < 300


def _may_be_bare(body: bytes) -> bool:
    """Whether a page can be without content; false when counting bytes and tags shows content."""
    return (
        len(body) <= MAX_BARE_BYTES
        and _count_up_to(MAX_BARE_END_TAGS + 1, b"</", body) <= MAX_BARE_END_TAGS
        and _count_up_to(MAX_BARE_ANCHORS + 1, b"<a ", body) <= MAX_BARE_ANCHORS
        and body.count(b"<a ") + body.count(b"<A ") <= MAX_BARE_ANCHORS
    )


def is_never_bare(exchange: Exchange, page: Page) -> bool:
    """Whether an answer has own content already, however it goes on; ``page`` is what was parsed of it."""
    is_full = page.anchors > MAX_BARE_ANCHORS or page.text_length > MAX_BARE_TEXT
    return is_full or not _may_be_bare(exchange.body)


def _count_up_to(most: int, word: bytes, body: bytes) -> int:
    """Count ``word`` in ``body``, up to ``most``."""
    return len(body.split(word, most)) - 1


def _is_bare(exchange: Exchange, parse: Callable[[Exchange], Page]) -> bool:
    """Whether the page has almost no text and no links."""
    if not _may_be_bare(exchange.body):
        return False
    page = parse(exchange)
    return page.anchors <= MAX_BARE_ANCHORS and page.text_length <= MAX_BARE_TEXT


_BY_VENDOR: dict[Reason, str] = {
    "bot-protection": "{vendor} protects this site from automated visitors and refused ours ({status}).",
    "challenge": "{vendor} asked for proof of a human visitor instead of serving the page ({status}).",
    "rate-limited": "{vendor} says that too many requests are being made ({status}); try again later.",
    "legal": "{vendor} withholds this page for legal reasons ({status}).",
    "refused": "{vendor} refused to serve the page ({status}).",
    "origin-down": "{vendor} answered, but could not reach the site behind it ({status}).",
}
_BY_SITE: dict[Reason, str] = {
    "bot-protection": "The site's bot protection refused our visit ({status}).",
    "challenge": "The site asked for proof of a human visitor instead of serving the page ({status}).",
    "rate-limited": "The site says that too many requests are being made ({status}); try again later.",
    "unauthorized": "The page is only shown to visitors who sign in ({status}).",
    "legal": "The page is withheld for legal reasons ({status}).",
    "refused": "The site refused to serve the page ({status}).",
    "not-found": "There is no page at this address ({status}).",
    "origin-down": "The server in front of the site could not reach it ({status}).",
    "server-error": "The site failed while making the page ({status}).",
    "not-html": "The answer is not an HTML page.",
}


def refusal_note(
    reason: Reason,
    status: int,
    vendor: str | None,
    *,
    media_type: str | None,
    in_maintenance: bool,
    is_broken: bool = False,
) -> str:
    """Return the sentence for ``reason``.

    ``media_type`` is the answer's: empty when it states none; None when the answer has no body, or when its
    compressed body could not be decompressed (``is_broken``).
    """
    if reason == "not-html":
        if media_type is None and is_broken:
            return f"The site's answer ({status}) is not packed as its Content-Encoding says."
        return _not_html_note(status, media_type)
    if reason == "server-error" and in_maintenance:
        return f"The site is closed for maintenance ({status}); try again later."
    if vendor is not None and reason in _BY_VENDOR:
        return _BY_VENDOR[reason].format(vendor=vendor, status=status)
    return _BY_SITE[reason].format(status=status)


def _not_html_note(status: int, media_type: str | None) -> str:
    if 300 <= status < 400:
        return f"The site redirects ({status}) without saying where to."
    if media_type is None:
        return f"The site answered with an empty page ({status})."
    if media_type in {"", "text/html"}:
        return "The answer is not an HTML page."
    return f"The answer is not an HTML page but {media_type[:80]}."


def is_html(headers: Headers, body: bytes) -> bool:
    """Whether ``body``, sent with ``headers``, is an HTML page: not empty, and not of another type."""
    if not body or body.isspace():
        return False
    start = _first_bytes(body)
    essence = media_type(headers)
    if essence in HTML_TYPES:
        return not _is_not_html(start)
    if essence in XML_TYPES:
        return _root_element(start) == b"html"
    return essence in UNKNOWN_TYPES and _HTML_START.match(start) is not None


def media_type(headers: Headers) -> str:
    """Return the essence of the last valid Content-Type, such as ``text/html``; empty without one.

    Source: https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
    """
    essence = ""
    for value in ",".join(headers.all("content-type")).split(","):
        candidate = value.partition(";")[0].strip().lower()
        if _ESSENCE.fullmatch(candidate) and candidate != "*/*":
            essence = candidate
    return essence


def _first_bytes(body: bytes) -> bytes:
    """Return the first bytes in lower case, without byte order mark and white space."""
    piece = body[:RESOURCE_HEADER]
    if piece.startswith(_UTF16_MARKS):
        piece = piece.decode("utf-16", "replace").encode()
    elif piece.isspace():
        piece = body.lstrip()[:RESOURCE_HEADER]
    return piece.removeprefix(b"\xef\xbb\xbf").lstrip(b"\t\n\x0c\r ").lower()


def _is_not_html(start: bytes) -> bool:
    """Whether a body of type HTML begins like another type."""
    if start.startswith(_DOCUMENT_START):
        return True
    if start.startswith(b"<"):
        return _is_other_xml(start)
    return _HTML_TAG.search(start) is None and bool(_JSON_START.match(start) or _BINARY.search(start))


def _is_other_xml(start: bytes) -> bool:
    if _FEED.match(start):
        return True
    return start.startswith(b"<?xml") and _HTML_TAG.search(start) is None


def _root_element(start: bytes) -> bytes:
    """Return the name of the first element."""
    element = _ROOT.search(start)
    return element.group(1) if element is not None else b""
