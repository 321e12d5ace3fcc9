"""The ratios of a report are those of the colors that a visitor sees: alpha and opacity are blended."""

import pytest

from siteloupe.detect.colors.pairs import BODY, BRAND, LABEL
from tests.colors import report

BLUE = "rgb(13,110,253)"
WORDS = "<p>Words of the page, as many as it takes.</p>"
BUTTON = "<button class=btn>Buy</button>"


def pair(label, css, body):
    """Return foreground, background and ratio of one entry, or None without it."""
    entries = {each.label: each for each in report(css, WORDS + body).contrast}
    entry = entries.get(label)
    return entry and (entry.foreground, entry.background, entry.ratio)


@pytest.mark.parametrize(
    ("css", "body", "expected"),
    [
        (".btn{background:rgba(13,110,253,.25);color:#fff}", BUTTON, ("#ffffff", "#c2dbfe", 1.41)),
        (f".btn{{background:{BLUE};color:#fff;opacity:.5}}", BUTTON, ("#ffffff", "#86b6fe", 2.07)),
        (f".btn{{background:{BLUE};color:#fff;opacity:50%}}", BUTTON, ("#ffffff", "#86b6fe", 2.07)),
        (
            f".btn{{background:{BLUE};color:#fff;opacity:var(--o)}}:root{{--o:.5}}",
            BUTTON,
            ("#ffffff", "#86b6fe", 2.07),
        ),
        (f".btn{{background:{BLUE};color:#fff;opacity:2}}", BUTTON, ("#ffffff", "#0d6efd", 4.5)),
        (f".btn{{background:{BLUE};color:#fff;opacity:0}}", BUTTON, ("#ffffff", "#0d6efd", 4.5)),
        (
            f".btn{{background:{BLUE};color:#fff;opacity:.5;opacity:none}}",
            BUTTON,
            ("#ffffff", "#86b6fe", 2.07),
        ),
        (f".btn{{background:{BLUE};color:rgba(255,255,255,.5)}}", BUTTON, ("#86b7fe", "#0d6efd", 2.18)),
        (
            f".box{{background:#000;opacity:.5}}.btn{{background:{BLUE};color:#fff}}",
            f"<div class=box>{BUTTON}</div>",
            ("#ffffff", "#86b6fe", 2.07),
        ),
        (
            f".box{{background:#000}}.btn{{background:{BLUE};color:#fff;opacity:.5}}",
            f"<div class=box>{BUTTON}</div>",
            ("#808080", "#07377f", 2.85),
        ),
        (
            ".box{background:#000}.btn{background:rgba(13,110,253,.5);color:#fff}",
            f"<div class=box>{BUTTON}</div>",
            ("#ffffff", "#07377f", 11.27),
        ),
        (
            f".btn{{background:{BLUE};color:#fff}}.btn b{{color:#000}}",
            "<button class=btn><b>Buy it now</b></button>",
            ("#000000", "#0d6efd", 4.66),
        ),
        (
            f".btn{{background:{BLUE};color:#fff}}.btn b{{background:#fff;color:#000}}",
            "<button class=btn>Buy <b>it now and here</b></button>",
            ("#000000", "#ffffff", 21.0),
        ),
        (
            f".btn{{background:{BLUE};color:#fff}}",
            "<input type=submit class=btn>",
            ("#ffffff", "#0d6efd", 4.5),
        ),
        (f"body{{color:#fff}}.btn{{background:{BLUE}}}", BUTTON, ("#000000", "#0d6efd", 4.66)),
        (f"body{{color:#fff}}.btn{{background:{BLUE};color:inherit}}", BUTTON, ("#ffffff", "#0d6efd", 4.5)),
    ],
)
def test_the_label_of_a_button_is_as_painted(css, body, expected):
    assert pair(LABEL, css, body) == expected


@pytest.mark.parametrize(
    ("css", "body", "expected"),
    [
        (f"a{{color:{BLUE}}}", "<a href=/>Link</a>", ("#0d6efd", "#ffffff", 4.5)),
        (
            ":root{--brand:#0d6efd}a{color:rgba(13,110,253,.25)}",
            "<a href=/>Link</a>",
            ("#c2dbfe", "#ffffff", 1.41),
        ),
        (f"a{{color:{BLUE};opacity:.5}}", "<a href=/>Link</a>", ("#86b6fe", "#ffffff", 2.07)),
        (
            f"a{{color:{BLUE}}}nav{{background:#000}}",
            "<nav><a href=/>Link</a></nav>",
            ("#0d6efd", "#000000", 4.66),
        ),
        (
            f"a{{color:{BLUE}}}nav{{opacity:.5}}",
            "<nav><a href=/>Link</a></nav>",
            ("#86b6fe", "#ffffff", 2.07),
        ),
        (
            f"a{{color:{BLUE}}}.a,.b{{background:rgba(0,0,0,.5)}}",
            "<div class=a><div class=b><a href=/>Link</a></div></div>",
            ("#0d6efd", "#3f3f3f", 2.33),
        ),
        (f"h2{{color:{BLUE}}}", "<h2>Heading</h2>", ("#0d6efd", "#ffffff", 4.5)),
    ],
)
def test_the_brand_as_text_is_as_painted(css, body, expected):
    assert pair(BRAND, css, body) == expected


@pytest.mark.parametrize(
    ("css", "body", "expected"),
    [
        ("", "", ("#000000", "#ffffff", 21.0)),
        ("body{color:rgba(0,0,0,.5)}", "", ("#7f7f7f", "#ffffff", 4.0)),
        ("body{background:rgba(0,0,0,.5);color:#fff}", "", ("#ffffff", "#7f7f7f", 4.0)),
        (
            "html{background:#000}body{background:rgba(255,255,255,.5);color:#fff}",
            "",
            ("#ffffff", "#808080", 3.94),
        ),
        ("body{background:#eee;color:#333}p{color:#aaa;background:#fff}", "", ("#aaaaaa", "#ffffff", 2.32)),
        ("body{background:#eee;color:#333}p{opacity:.5}", "", ("#909090", "#eeeeee", 2.75)),
        ("body{color:#333}p{color:#aaa}", f"<div>{'Other words. ' * 5}</div>", ("#333333", "#ffffff", 12.63)),
        ("body{opacity:0}", "", ("#000000", "#ffffff", 21.0)),
    ],
)
def test_body_text_is_as_painted(css, body, expected):
    assert pair(BODY, css, body) == expected


def notes(css, body):
    return [each.note for each in report(css, WORDS + body).contrast]


@pytest.mark.parametrize(
    ("css", "body", "expected"),
    [
        (
            f"a,.btn{{color:{BLUE}}}",
            "<a href=/>Link</a>",
            [None, "as on the page's own links", "No brand-colored button"],
        ),
        (
            f"h2{{color:{BLUE}}}",
            "<h2>Heading</h2>",
            [None, "as in the page's own text", "No brand-colored button"],
        ),
        (f".btn{{background:{BLUE}}}", BUTTON, [None, "no such text", "as on the page's own buttons"]),
        (
            ".btn{background:rgba(13,110,253,.25)}",
            BUTTON,
            [None, "no such text", "as on the page's own buttons"],
        ),
        (
            f".btn{{background:linear-gradient(#000,#fff) {BLUE}}}",
            BUTTON,
            [None, "no such text", "No brand-colored button found without an image or gradient"],
        ),
        (
            f".btn{{color:{BLUE}}}nav{{background:{BLUE}}}",
            f"<nav>{BUTTON}</nav>",
            [None, "no such text", "No brand-colored button found in the page"],
        ),
        ("p{color:#aaa;background:#eee}", WORDS, ["as most text of the page"]),
        ("p{color:#aaa}", "<div>Other words of the page.</div>", [None]),
    ],
)
def test_a_note_says_what_a_pair_is_taken_from(css, body, expected):
    found = notes(css, body)
    assert len(found) == len(expected)
    for note, begin in zip(found, expected, strict=True):
        assert note == begin or (begin and note.startswith(begin))
