"""What kinds of text are set in, as a browser computes it."""

import pytest

from siteloupe.capture import Capture, Exchange, Headers, Missing, Sheet
from siteloupe.detect.site import Site
from siteloupe.rendered import Rendered, RenderedSheet, RenderedText

URL = "https://example.org/"
FACE = "@font-face{font-family:Lora;src:url(lora.woff2)}"


def styles(css, body, **more):
    html = f"<!doctype html><style>{FACE}{css}</style><body>{body}"
    page = Exchange(URL, URL, 200, Headers([("content-type", "text/html")]), html.encode())
    return Site(Capture("2026-01-01T00:00:00Z", page, **more)).fonts.text_styles


def style(css, body, kind):
    (found,) = (each for each in styles(css, body) if each.kind == kind)
    return found.family, found.px, found.weight, found.line_height


TEXT = "<p>Running text that is long enough."


@pytest.mark.parametrize(
    ("css", "body", "kind", "expected"),
    [
        ("", "<h1>A", "h1", (None, 32, 700, None)),
        ("", "<h6>A", "h6", (None, 10.72, 700, None)),
        ("", TEXT, "body", (None, 16, 400, None)),
        ("", "<p><small>A</small>", "small", (None, 13.33, 400, None)),
        ("", "<h2>A <small>B</small></h2><p><small>C", "small", (None, 13.33, 400, None)),
        ("body{font-size:20px}", "<button>A", "button", (None, 13.33, 400, None)),
        ("button{font:inherit}body{font:500 20px/1.5 Lora}", "<button>A", "button", ("Lora", 20, 500, 1.5)),
        ("body{font:300 18px/1.6 Lora}", "<h2>A", "h2", ("Lora", 27, 700, 1.6)),
        ("body{font-size:20px}h2{font-size:1.5em}", "<div><h2>A", "h2", (None, 30, 700, None)),
        ("body{font-size:20px}h2{font-size:150%}", "<h2>A", "h2", (None, 30, 700, None)),
        ("body{font-size:20px}h2{font-size:2rem}", "<h2>A", "h2", (None, 32, 700, None)),
        ("h1{font-size:clamp(1rem,3vw,5rem)}", "<h1>A", "h1", (None, 43.2, 700, None)),
        ("h1{font-size:nonsense;font-weight:x}", "<h1>A", "h1", (None, 32, 700, None)),
        ("h1{font-weight:lighter}", "<h1>A", "h1", (None, 32, 100, None)),
        ("body{font-weight:600}p{font-weight:bolder}", TEXT, "body", (None, 16, 900, None)),
        ("h1{line-height:40px;font-size:20px}", "<h1>A", "h1", (None, 20, 700, 2)),
        ("body{line-height:1.5em}h1{font-size:48px}", "<h1>A", "h1", (None, 48, 700, 0.5)),
        ("body{line-height:150%}p{line-height:normal}", TEXT, "body", (None, 16, 400, None)),
        ("h1{font:700 30px/1.1 Lora}.s{font-size:2em}", "<h1 class=s>A", "h1", ("Lora", 32, 700, 1.1)),
        ("h1{font-size:10px!important}", "<h1 style='font-size:90px'>A", "h1", (None, 10, 700, None)),
        ("@media (max-width:600px){h1{font-size:9px}}", "<h1>A", "h1", (None, 32, 700, None)),
        (".x{display:none}h1.b{font-size:50px}", "<h1 class=x>A</h1><h1 class=b>B", "h1", (None, 50, 700, None)),
        ("h1.b{font-size:50px}", "<h1><img></h1><h1 class=b><a>B", "h1", (None, 50, 700, None)),
        (".two{font-size:9px}", "<h3>A</h3><h3 class=two>B</h3><h3>C", "h3", (None, 18.72, 700, None)),
        (".btn{font-size:15px}", "<a class=btn>A", "button", (None, 15, 400, None)),
    ],
)  # fmt: skip
def test_a_kind_of_text_is_computed_as_by_a_browser(css, body, kind, expected):
    assert style(css, body, kind) == expected


def test_only_kinds_that_the_page_has_are_told_in_order():
    found = styles("", f"<button>A</button>{TEXT}<h2>A</h2><h1></h1><p><small>a</small>")
    assert [each.kind for each in found] == ["h2", "body", "small", "button"]


def test_nothing_is_told_where_a_sheet_was_not_read():
    url = f"{URL}a.css"
    link = f"<link rel=stylesheet href='{url}'>"
    assert styles("", f"{link}<h1>A</h1>", stylesheets=(Sheet(url, Missing(url, "timed-out")),)) == []


def test_a_rendered_page_has_what_the_browser_computed():
    shared = {"color": "", "opacity": 1.0, "behind": ()}
    texts = (
        RenderedText("plain", 0, "Lora, serif", 17.0, "400", characters=900, **shared),
        RenderedText("plain", 0, "serif", 12.0, "400", characters=30, **shared),
        RenderedText("plain", 2, "Lora, serif", 40.0, "650", characters=20, **shared),
        RenderedText("button", 0, "Arial", 14.0, "bold", characters=5, **shared),
    )
    page = "<!doctype html><body><h2>A</h2><p>B"
    sheets = (RenderedSheet("block", URL, f"{FACE}body{{font-family:Lora}}"),)
    found = styles(
        "body{font-family:Lora}",
        "<p>A",
        rendered=Rendered(engine="c", url=URL, html=page, sheets=sheets, texts=texts),
    )
    assert [(each.kind, each.family, each.px, each.weight, each.line_height) for each in found] == [
        ("h2", "Lora", 40.0, 650, None),
        ("body", "Lora", 17.0, 400, None),
        ("button", None, 14.0, 700, None),
    ]
