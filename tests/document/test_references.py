"""References are resolved as in browsers, also by the fast path; a srcset gives its URLs without descriptors."""

import ada_url
import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.document.references import MAX_CANDIDATES, absolute_url, srcset_urls

BASE = "https://example.org:8443/blog/post?x#y"


@pytest.mark.parametrize(
    ("reference", "joined"),
    [
        ("/a/b.css?ver=1.2&x=,y", "https://example.org:8443/a/b.css?ver=1.2&x=,y"),
        ("a.css", "https://example.org:8443/blog/a.css"),
        ("../a.css", "https://example.org:8443/a.css"),
        ("/a/../b.css", "https://example.org:8443/b.css"),
        ("/a/%2e%2e/b.css", "https://example.org:8443/b.css"),
        ("//cdn.net/a.css", "https://cdn.net/a.css"),
        ("https://cdn.net/a.css", "https://cdn.net/a.css"),
        ("https://CDN.net/a b", "https://cdn.net/a%20b"),
        ("https://cdn.net", "https://cdn.net/"),
        ("  /a.css\n", "https://example.org:8443/a.css"),
        ("\\\\cdn.net\\a.css", "https://cdn.net/a.css"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("https:/a.css", "https://example.org:8443/a.css"),
        ("", ""),
        ("data:text/css,a{}", ""),
        ("javascript:0", ""),
        ("http://[", ""),
    ],
)
def test_a_reference_is_resolved(reference, joined):
    assert absolute_url(BASE, reference) == joined


PIECES = st.sampled_from(
    [
        "/",
        ".",
        "..",
        "a",
        "B",
        "%2e",
        "?",
        "&",
        "=",
        "1.2",
        "'",
        ":",
        "https://",
        "http://",
        "x.net",
        "xn--a.net",
        "\\",
        "#",
        "@",
        "ä",
        "0x7f.1",
        ";",
        "//",
    ]
)


@given(st.lists(PIECES, max_size=8).map("".join))
def test_the_fast_path_agrees_with_the_parser(reference):
    if reference.lower().startswith(("https:/", "http:/")) and "://" not in reference:
        return
    try:
        expected = ada_url.join_url("https://e.org/p/q", reference) if reference else ""
    except ValueError:
        expected = ""
    if not expected.startswith(("http://", "https://")):
        expected = ""
    assert absolute_url("https://e.org/p/q", reference) == expected


@pytest.mark.parametrize(
    ("srcset", "urls"),
    [
        ("a.png", ["a.png"]),
        ("a.png 1x, b.png 2x", ["a.png", "b.png"]),
        ("a.png 300w,\n b.png 1.5x , c.png", ["a.png", "b.png", "c.png"]),
        ("/w_300,h_200/a.png 300w", ["/w_300,h_200/a.png"]),
        ("", []),
        (" , ", []),
    ],
)
def test_a_srcset_has_urls(srcset, urls):
    assert srcset_urls(srcset) == urls


def test_the_number_of_candidates_is_bounded():
    assert len(srcset_urls("a.png 1x, " * 10_000)) == MAX_CANDIDATES
