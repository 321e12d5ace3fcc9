"""Only what is a web address is taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.web_address import MAX_ADDRESS, web_address


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
def test_an_address_is_told_from_other_text(written, address):
    assert web_address(written) == address


@given(st.text(alphabet=st.sampled_from("htps:/.@[]%\\ a1é\n\x00"), max_size=30))
def test_whatever_is_kept_is_http(written):
    address = web_address(written)
    assert address is None or address.startswith(("http://", "https://"))
