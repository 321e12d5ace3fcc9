"""A page is parsed as in a browser, for any bytes, and in linear time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.document import parse_page
from siteloupe.document.page import MAX_ATTRIBUTE, MAX_ELEMENTS


def test_addresses_are_made_absolute_against_the_base():
    page = parse_page(
        b"<base href='/blog/'><link rel=stylesheet href='a.css'><script src='//x.org/b.js'>",
        "https://e.org/p/",
    )
    assert page.links[0].href == "https://e.org/blog/a.css"
    assert page.scripts[0].src == "https://x.org/b.js"


@pytest.mark.parametrize(
    "reference", ["javascript:alert(1)", "data:text/css,a{}", "mailto:a@b.c", "http://[", "ftp://e.org/x"]
)
def test_an_address_that_is_not_http_is_empty(reference):
    page = parse_page(f"<link rel=stylesheet href='{reference}'>".encode(), "https://e.org/")
    assert page.links[0].href == ""


@pytest.mark.parametrize(
    ("body", "content_type", "title", "encoding"),
    [
        ("<title>é</title>".encode(), "text/html; charset=utf-8", "é", "UTF-8"),
        ("<title>é</title>".encode("latin-1"), "text/html; charset=ISO-8859-1", "é", "windows-1252"),
        (
            "<meta charset=windows-1251><title>Привет</title>".encode("cp1251"),
            "text/html",
            "Привет",
            "windows-1251",
        ),
        (b"\xef\xbb\xbf<title>\xc3\xa9</title>", "text/html; charset=latin1", "é", "UTF-8"),
        ("<title>é</title>".encode(), "text/html; charset=punycode", "é", "UTF-8"),
        ("<title>é</title>".encode(), "text/html; charset='unknown'", "é", "UTF-8"),
        ("<title>é</title>".encode(), "text/html; charset=\udcff", "é", "UTF-8"),
    ],
)
def test_the_encoding_follows_the_standard(body, content_type, title, encoding):
    page = parse_page(body, "https://e.org/", content_type)
    assert (page.title, page.encoding) == (title, encoding)


def test_noscript_and_template_are_markup():
    page = parse_page(
        b"<noscript><link rel=stylesheet href=a.css></noscript><template><img src=b.png></template>",
        "https://e.org/",
    )
    assert [link.href for link in page.links] == ["https://e.org/a.css"]
    assert page.images[0].urls == ("https://e.org/b.png",)


def test_styles_in_svg_belong_to_the_page_and_scripts_in_svg_do_not():
    page = parse_page(b"<svg><style>a{}</style><script>1</script></svg><style>b{}</style>", "https://e.org/")
    assert [style.text for style in page.styles] == ["a{}", "b{}"]
    assert page.scripts == ()


def test_a_lazy_image_has_its_real_url():
    page = parse_page(b"<img src='data:,' data-src=a.png data-srcset='b.png 1x, c.png 2x'>", "https://e.org/")
    assert page.images[0].urls == ("https://e.org/a.png", "https://e.org/b.png", "https://e.org/c.png")


@pytest.mark.parametrize(
    ("markup", "executable"),
    [
        ("<script>1</script>", True),
        ("<script type=module>1</script>", True),
        ("<script type='text/javascript; charset=x'>1</script>", True),
        ("<script type='application/json'>1</script>", False),
        ("<script type='speculationrules'>1</script>", False),
        ("<script type='text/template'>1</script>", False),
    ],
)
def test_a_script_is_executable_by_its_type(markup, executable):
    assert parse_page(markup.encode(), "https://e.org/").scripts[0].is_executable is executable


@pytest.mark.parametrize(
    "held",
    [
        'type="litespeed/javascript" data-src="/a.js"',
        'type="rocketlazyloadscript" data-rocket-src="/a.js"',
        'type="javascript/blocked" data-wpmeteor-type="text/javascript" data-wpmeteor-src="/a.js"',
        'type="text/plain" data-category="statistics" data-cmplz-src="/a.js"',
    ],
)
def test_a_delayed_script_has_its_later_url(held):
    (script,) = parse_page(f"<script {held}></script>".encode(), "https://example.org/").scripts
    assert (script.src, script.address) == (None, "https://example.org/a.js")


@pytest.mark.parametrize(
    ("kind", "runs"),
    [
        ("rocketlazyloadscript", True),
        ("pmdelayedscript", True),
        ("wphb-delay-type", True),
        ("text/html", False),
    ],
)
def test_a_script_that_an_optimizer_delays_runs_later(kind, runs):
    (script,) = parse_page(f'<script type="{kind}">a()</script>'.encode(), "https://example.org/").scripts
    assert (script.is_executable, script.runs) == (False, runs)


@pytest.mark.parametrize(
    ("markup", "held_back"),
    [
        ('type="text/plain" src="/a.js"', True),
        ('type="text/plain" data-category="statistics"', True),
        ('type="text/x-consent" src="/a.js"', True),
        ('type="text/x-template" id="row"', False),
        ('type="text/plain" consent-original-src-_="/a.js"', True),
        ('type="didomi/javascript" src="/a.js"', True),
        ('type="text/javascript" src="" data-consent-src="/a.js"', True),
        ('src="/a.js"', False),
        ('data-src="/a.js"', False),
        ('type="rocketlazyloadscript" data-rocket-src="/a.js"', False),
        ('type="text/partytown" src="/a.js"', False),
        ('type="application/ld+json"', False),
    ],
)
def test_code_that_waits_for_consent_is_held_back(markup, held_back):
    (script,) = parse_page(f"<script {markup}>a()</script>".encode(), "https://example.org/").scripts
    assert script.is_held_back is held_back
    if "a.js" in markup:
        assert script.address == "https://example.org/a.js"


@pytest.mark.parametrize(
    ("markup", "loaded", "lazy"),
    [
        ("src=/a", ["/a"], []),
        ("data-src=/a", [], ["/a"]),
        ("src=about:blank data-cmp-src=/a", [], ["/a"]),
        ("data-src-cmplz=/a src=/placeholder.mp4", ["/placeholder.mp4"], ["/a"]),
        ("src=/a data-src=/a", ["/a"], []),
        ("title=a", [], []),
    ],
)
def test_a_frame_whose_address_a_script_sets_is_lazy(markup, loaded, lazy):
    found = parse_page(f"<iframe {markup}></iframe>".encode(), "https://example.org/")
    expected = [tuple(f"https://example.org{path}" for path in paths) for paths in (loaded, lazy)]
    assert [found.frames, found.lazy_frames] == expected


def test_visible_text_is_counted_without_code():
    page = parse_page(b"<style>body{color:red}</style><script>var x=1</script><p>four</p>", "https://e.org/")
    assert page.text_length == 4


@pytest.mark.parametrize(
    "hostile",
    [
        b"<div>" * 300_000,
        b"<a " + b" ".join(b"x%d=1" % n for n in range(100_000)) + b">",
        b"<p>" * 100_000 + b"</p>" * 100_000,
        b"<b><i>" * 20_000 + b"</b>" * 20_000,
        b"<!--" * 200_000,
        b"<script>" * 50_000,
        b"<table><tr><td>" * 50_000,
        b"&" * 500_000,
    ],
    ids=["nesting", "attributes", "closing", "adoption", "comments", "scripts", "tables", "references"],
)
def test_hostile_markup_is_a_page(hostile):
    page = parse_page(hostile, "https://e.org/")
    assert page.url == "https://e.org/"
    assert len(page.links) <= MAX_ELEMENTS


def test_a_page_has_a_limited_number_of_elements_of_limited_size():
    many = b"<link rel=x href=a>" * (MAX_ELEMENTS + 5)
    assert len(parse_page(many, "https://e.org/").links) == MAX_ELEMENTS
    long = parse_page(b"<p style='" + b"a" * 100_000 + b"'>", "https://e.org/")
    assert len(long.style_attributes[0]) == MAX_ATTRIBUTE


@given(st.binary(max_size=400))
def test_any_bytes_are_a_page(body):
    assert parse_page(body, "https://e.org/").url == "https://e.org/"


FRAGMENTS = st.sampled_from(
    [
        "<link rel=stylesheet href='",
        "'>",
        "<script>",
        "</script>",
        "<svg>",
        "<style>",
        "<!--",
        "-->",
        "<base href=x>",
        "\x00",
        "<body class=a",
        " b",
        "é",
    ]
)


@given(st.lists(FRAGMENTS, max_size=40))
def test_any_markup_is_a_page(fragments):
    parse_page("".join(fragments).encode(), "https://e.org/")
