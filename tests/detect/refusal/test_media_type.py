"""HTML or not: by the type, and by the first bytes when the type is unclear."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.capture import Headers
from siteloupe.detect.refusal.refusal import is_html, media_type

PAGE = b"<!doctype html><title>Page</title><p>text"


def headers_of(*values: str) -> Headers:
    return Headers([("Content-Type", value) for value in values])


@pytest.mark.parametrize(
    ("values", "essence"),
    [
        ((), ""),
        (("text/html",), "text/html"),
        (("TEXT/HTML; charset=UTF-8",), "text/html"),
        ((" text/html;;charset",), "text/html"),
        (("text/plain, text/html",), "text/html"),
        (("text/plain", "text/html"), "text/html"),
        (("text/html", "*/*"), "text/html"),
        (("text/html", "nonsense"), "text/html"),
        (("html",), ""),
        (("charset=utf-8",), ""),
        (("text/ht ml",), ""),
        (("x" * 200 + "/y",), ""),
    ],
)
def test_the_media_type_is_the_last_valid_one(values: tuple[str, ...], essence: str) -> None:
    assert media_type(headers_of(*values)) == essence


@pytest.mark.parametrize(
    ("essence", "body", "expected"),
    [
        ("text/html", PAGE, True),
        ("application/xhtml+xml", PAGE, True),
        ("text/html", b"Hello", True),
        ("text/html", b"\xef\xbb\xbf \n<p>text", True),
        ("text/html", "<p>text".encode("utf-16"), True),
        ("text/html", b"<?xml version='1.0'?><!DOCTYPE html><html><head></head></html>", True),
        ("text/html", b"<p>a stray \x00 byte", True),
        ("text/html", b"{{ template }} <div>text</div>", True),
        ("text/html", b"[draft] a page of text", True),
        ("text/html", b"<svg></svg><p>text", True),
        ("text/html", b"", False),
        ("text/html", b" \r\n\t ", False),
        ("text/html", b'{"error": true}', False),
        ("text/html", b' [{"a": 1}]', False),
        ("text/html", b"%PDF-1.7\n", False),
        ("text/html", b"\x89PNG\r\n\x1a\n\x00\x00", False),
        ("text/html", b"PK\x03\x04\x00", False),
        ("text/html", b"<?xml version='1.0'?><rss version='2.0'></rss>", False),
        ("text/html", b"<rss version='2.0'></rss>", False),
        ("text/html", b"<?xml version='1.0'?><urlset></urlset>", False),
        ("text/plain", PAGE, False),
        ("application/json", b"{}", False),
        ("application/pdf", b"%PDF-1.7", False),
        ("application/rss+xml", b"<rss></rss>", False),
        ("application/octet-stream", PAGE, False),
        ("image/svg+xml", b"<svg></svg>", False),
        ("application/xml", b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'></html>", True),
        ("application/xml", b"<?xml version='1.0'?><feed></feed>", False),
        ("text/xml", b"no element", False),
        ("", PAGE, True),
        ("", b"  <HTML><body>", True),
        ("", b"<!-- note --><p>", True),
        ("", b"<p>text", True),
        ("", b"<picture>", False),
        ("", b"text", False),
        ("", b"{}", False),
        ("unknown/unknown", PAGE, True),
        ("", b" " * 5000 + PAGE, True),
    ],
)
def test_a_page_is_html_by_type_and_by_body(essence: str, body: bytes, expected: bool) -> None:
    headers = headers_of(essence) if essence else Headers()
    assert is_html(headers, body) is expected


@given(st.text(max_size=60), st.binary(max_size=400))
def test_nothing_a_site_sends_raises(content_type: str, body: bytes) -> None:
    assert is_html(headers_of(content_type), body) in {True, False}
