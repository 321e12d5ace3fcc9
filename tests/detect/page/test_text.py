"""Untrusted short texts: plain lines, web addresses, versions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.page.text import MAX_ADDRESS, plain_text, web_address


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("", ""),
        ("  a\t b\r\nc ", "a b c"),
        ("Salt &amp; Pepper &#8211; X", "Salt & Pepper \u2013 X"),
        ("<a href='https://e.test'>Me</a>", "Me"),
        ("&lt;b&gt; stays text", "<b> stays text"),
        ("1 < 2 > 0", "1 < 2 > 0"),
        ("a\x00\x1b\x7f\x9fb", "a b"),
        ("safe\u202egnp.exe\ufeff", "safe gnp.exe"),
        ("&#" + "9" * 5000, "\ufffd"),
        ("日本語", "日本語"),
        ("x" * 5000, "x" * 300),
    ],
)
def test_text_is_made_plain(written, read):
    assert plain_text(written) == read


@given(st.text(alphabet=st.sampled_from("<a>/&#;9x \n\x00\u202e"), max_size=200), st.integers(1, 50))
def test_any_text_becomes_one_line_within_the_limit(written, most):
    read = plain_text(written, most)
    assert len(read) <= most
    assert read == " ".join(read.split())


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("https://example.test/a?b=c#d", "https://example.test/a?b=c#d"),
        (" http://example.test ", "http://example.test"),
        ("//ts.w.test/screenshot.png?ver=1", "https://ts.w.test/screenshot.png?ver=1"),
        ("www.example.test/theme", "http://www.example.test/theme"),
        ("HTTPS://example.test/", "https://example.test/"),
        ("https://exämple.test/ü", "https://xn--exmple-cua.test/%C3%BC"),
        ('https://example.test/"onload', "https://example.test/%22onload"),
        (
            "https://example.test/" + "a" * (MAX_ADDRESS - 21),
            "https://example.test/" + "a" * (MAX_ADDRESS - 21),
        ),
        ("https://example.test/" + "a" * MAX_ADDRESS, None),
        ("", None),
        ("#", None),
        ("//", None),
        ("http://", None),
        ("example", None),
        ("None. At all", None),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        ("ftp://example.test/", None),
        ("mailto:me@example.test", None),
        ("https://me:secret@example.test/", None),
        ("https://[::1", None),
        ("http://a b.test/", None),
    ],
)
def test_only_an_address_is_a_web_address(written, address):
    assert web_address(written) == address


@given(st.text(alphabet=st.sampled_from("htps:/.@[]%\\ a1é\n\x00"), max_size=30))
def test_every_web_address_is_http(written):
    address = web_address(written)
    assert address is None or address.startswith(("http://", "https://"))
