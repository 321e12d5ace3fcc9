"""Whether an answer is an HTML page: its media type decides, and its first bytes when the type is unclear.

Source: https://mimesniff.spec.whatwg.org/, with one difference: an answer of type ``text/html`` that begins
like JSON, a feed or a binary file is not a page for an analysis, although a browser shows it as one.
"""

import re

from siteloupe.capture import Headers

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
