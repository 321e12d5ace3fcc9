"""The HTML walker, held against the parts it draws."""

import re
from dataclasses import fields, is_dataclass
from html.parser import HTMLParser

import pytest
import turbohtml

from siteloupe.present.html import html
from siteloupe.present.markup import bar, element, link, paint, pair, with_patches
from siteloupe.present.parts import Drawing
from siteloupe.present.view import view
from siteloupe.present.words import Cell
from siteloupe.reports.outline import Column, Kind, Section
from tests.mcp.gallery import OUTLINE, REPORT

TRAP = "<img src=x onerror=alert(1)>\"'&"


def words(body):
    """Every word that a part is made of."""
    match body:
        case Drawing():
            return
        case Cell(text):
            yield text
        case str():
            yield body
        case tuple():
            for each in body:
                yield from words(each)
        case _ if is_dataclass(body):
            for field in fields(body):
                yield from words(getattr(body, field.name))


HEADINGS_DRAWN_OTHERWISE = {"Color", "Family", "Name", "Pair", "Rating", "Ratio"}
"""Swatches, specimens and pairs are drawn as pictures, which need no headings."""


@pytest.mark.parametrize(
    "report", [REPORT, {**REPORT, "blocked": True, "reason": "challenge", "note": "No."}]
)
def test_every_word_of_every_part_is_drawn_in_order(report):
    shown = turbohtml.parse(str(html(report, OUTLINE))).text
    compared = re.sub(r"\W+", "", shown)
    place = 0
    for part in view(report, OUTLINE):
        place = shown.index(part.label, place)
        for text in words(part.body):
            if text not in HEADINGS_DRAWN_OTHERWISE:
                assert re.sub(r"\W+", "", text) in compared, f"{part.label} does not say {text!r}"


def test_a_refused_page_is_marked_as_such():
    drawn = html({"blocked": True, "blockedBy": "Cloudflare"}, OUTLINE)
    assert '<section class="part part-verdict part-refused">' in drawn
    assert 'data-tone="unknown"' in drawn


def test_hostile_text_stays_text_whatever_the_kind():
    seen = Seen()
    seen.feed(html(trapped(REPORT), OUTLINE))
    assert seen.tags.keys() <= {"section", "h3", "p", "span", "strong", "dl", "div", "dt", "dd", "ul", "li", "table",
        "thead", "tbody", "tr", "th", "td", "details", "summary", "code", "svg", "rect", "text"}  # fmt: skip
    allowed = {"class", "data-tone", "data-label", "aria-hidden", "aria-label", "role", "scope", "width", "height", "x", "y", "text-anchor",
        "fill", "font-size"}  # fmt: skip
    assert set().union(*seen.tags.values()) <= allowed
    assert "".join(seen.text).count(TRAP) > 40


def trapped(value):
    """A report with the trap for every string that a site may have written."""
    match value:
        case str():
            return TRAP
        case list():
            return [trapped(each) for each in value]
        case dict():
            return {key: trapped(each) for key, each in value.items()}
        case _:
            return value


class Seen(HTMLParser):
    """The elements with their attributes, and the text."""

    def __init__(self):
        super().__init__()
        self.tags = {}
        self.text = []

    def handle_starttag(self, tag, attrs):
        self.tags.setdefault(tag, set()).update(name for name, _ in attrs)

    def handle_data(self, data):
        self.text.append(data)


@pytest.mark.parametrize("address", ["https://a.example/", "HTTP://a.example"])
def test_links_tell_the_other_side_nothing(address):
    assert link(address) == (
        f'<a href="{address}" target="_blank" rel="noopener noreferrer nofollow">{address}</a>'
    )


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", " https://a.example", "data:text/html,x", "//a.example", "vbscript:x"]
)
def test_what_is_no_web_address_is_text(address):
    assert "<a" not in link(address)


def test_a_translucent_color_is_painted_over_squares():
    assert paint("#1a2b3c", 0.25).startswith('<svg class="paint clear"')
    assert 'fill-opacity="0.25"' in paint("#1a2b3c", 0.25)
    assert "fill-opacity" not in paint("#1a2b3c")
    assert 'class="paint"' in paint("no color", 0.5)


@pytest.mark.parametrize(
    ("text", "patches"), [("none", 0), ("#112233, #445566", 2), ("#1122334455", 0), ("<b>#112233", 1)]
)
def test_colors_in_a_text_get_their_patches(text, patches):
    drawn = with_patches(text)
    assert drawn.count("<svg") == patches
    assert "<b>" not in drawn


@pytest.mark.parametrize("color", ["#fff", "#FFFA", "#7a3e1d", "#7a3e1d80"])
def test_a_hex_color_is_painted(color):
    assert f'fill="{color}"' in paint(color)


@pytest.mark.parametrize(
    "color", ["red", "#ff", "#7a3e1d;", "url(#x)", '#fff" onload="x', "#ggg", "#7a3e1d\n"]
)
def test_anything_else_is_not(color):
    assert 'fill="none"' in paint(color)


def test_a_pair_is_drawn_whatever_colors_stand_beside_it():
    columns = (Column("Would pass", "passing", Kind.COLOR),)
    outline = (Section("Contrast", "contrast", Kind.CONTRAST, columns),)
    row = {"label": "Text", "foreground": "#7a3e1d", "background": "#fffaf3", "passing": "#111111"}
    drawn = html({"contrast": [row]}, outline)
    assert str(pair("#7a3e1d", "#fffaf3")) in drawn
    assert "#111111" in drawn


def test_a_pair_is_drawn_of_two_colors_only():
    assert 'fill="#fffaf3"' in pair("#7a3e1d", "#fffaf3")
    assert pair("red", "#fffaf3") is None
    assert pair("#7a3e1d", "url(#x)") is None


def specimen_of(**changes):
    specimen = {"text": "Ab", "path": "M0 0h9v-9z", "width": 400, "top": -300, "height": 420}
    return {"usedAs": "Crumb", "specimen": specimen | changes}


FONTS = (Section("Fonts", "fonts", Kind.SPECIMENS, (Column("Source", "source"),)),)
CRUMB = {"family": "Crumb", "source": "self-hosted"}


def test_a_family_is_drawn_in_its_own_face():
    drawn = html({"fonts": [CRUMB], "inspected": [{"usedAs": "Crumb"}, specimen_of()]}, FONTS)
    assert 'viewBox="0 -300 400 420"' in drawn
    assert '<path d="M0 0h9v-9z"></path>' in drawn


@pytest.mark.parametrize(
    "report",
    [
        {},
        {"inspected": [{"usedAs": "Crumb", "specimen": None}]},
        {"inspected": [{**specimen_of(), "usedAs": "Other"}]},
        {"inspected": [specimen_of(path='M0"onload="x')]},
        {"inspected": [specimen_of(path="M0 0\n")]},
        {"inspected": [specimen_of(path="M" * 8001)]},
        {"inspected": [specimen_of(width="4")]},
        {"inspected": "Crumb"},
    ],
)
def test_no_family_is_drawn_in_another_face_or_by_an_unsafe_path(report):
    drawn = html({"fonts": [CRUMB], **report}, FONTS)
    assert "Crumb" in drawn
    assert "<svg" not in drawn


def test_a_font_that_must_not_be_drawn_says_so():
    files = [{"usedAs": "Crumb", "notDrawn": "Not drawn: <b>."}]
    assert '<p class="note">Not drawn: &lt;b&gt;.</p>' in html({"fonts": [CRUMB], "inspected": files}, FONTS)


def test_a_bar_is_never_fuller_than_full():
    assert 'width="100%"' in bar(7)
    assert 'width="0%"' in bar(-1)


def test_an_elements_attributes_are_escaped():
    assert element("p", {"title": TRAP}, TRAP).count("<") == 2
