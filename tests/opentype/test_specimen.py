"""Glyphs as an SVG path: those of fontTools, bounded, and only with the right to show them."""

import re

import pytest
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.opentype.specimen import MAX_DATA, MAX_GLYPHS, MAX_ICONS, Specimen, draw_specimen
from siteloupe.opentype.svg_path import EM
from tests.opentype.fonts import build_font, font, open_font, save_font
from tests.opentype.test_against_fonttools import FONTS as KNOWN_FONTS

SAFE = re.compile(r"[MvhlqczZ0-9 -]*\Z")
FLAVORS = (None, "woff", "woff2")
DRAWN = {
    f"{flavor} {'cubic' if cff else 'quadratic'}": font(flavor=flavor, cff=cff, drawn=True)
    for flavor in FLAVORS
    for cff in (False, True)
}


def expected_pens(data, text, scale):
    """Draw ``text`` with fontTools; the area and the bounds of the outlines."""
    found = open_font(data)
    glyphs, names = found.getGlyphSet(), found.getBestCmap()
    area, bounds = AreaPen(glyphs), ControlBoundsPen(glyphs)
    x = 0
    for character in text:
        glyph = glyphs[names[ord(character)]]
        for pen in (area, bounds):
            glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, x * scale, 0)))
        x += glyph.width
    return area.value, bounds.bounds, x * scale


@pytest.mark.parametrize("data", (DRAWN | KNOWN_FONTS).values(), ids=DRAWN | KNOWN_FONTS)
def test_the_outlines_are_those_of_fonttools(data):
    drawn = draw_specimen(data, "Abc")
    if not isinstance(drawn, Specimen):  # letters without ink
        characters = [code for code in open_font(data).getBestCmap() if chr(code).isalnum()]
        assert expected_pens(data, "".join(map(chr, characters[:8])), 1)[1] is None
        return
    scale = EM / open_font(data)["head"].unitsPerEm
    area, bounds, width = expected_pens(data, drawn.text, scale)
    own_area, own_bounds = AreaPen(), ControlBoundsPen(None)
    for pen in (own_area, own_bounds):
        parse_path(drawn.path, pen)
    assert own_bounds.bounds == pytest.approx(bounds, abs=2)
    assert own_area.value == pytest.approx(area, rel=0.02, abs=200)
    assert drawn.width == pytest.approx(width, abs=1)
    assert len(drawn.path) <= MAX_DATA


@pytest.mark.parametrize(
    ("rights", "expected"),
    [
        (0, None),
        (4, None),
        (8, None),
        (2 | 8, None),
        (2, "restricted"),
        (0x100, "no-subsetting"),
        (0x200 | 4, "bitmaps-only"),
        (0x100 | 2, "restricted"),
    ],
)
def test_the_rights_that_a_font_grants_are_kept(rights, expected):
    drawn = draw_specimen(font(rights=rights, drawn=True), "Abc")
    assert (None if isinstance(drawn, Specimen) else drawn) == expected


@pytest.mark.parametrize(
    ("characters", "name", "expected"),
    [
        ("Abc", "bAc", "bAc"),
        ("Abc", "Crumb", "Abc"),
        ("AaBbCc ", "Crumb", "Aa Bb Cc"),
        ("Aab", "Crumb", "Aa"),
        ("жщ漢-", "Crumb", "жщ漢"),
        ("Ab", "Ab" * 40, "Ab" * (MAX_GLYPHS // 2)),
        ("Abc", "", "Abc"),
    ],
)
def test_letters_that_the_font_has_are_drawn(characters, name, expected):
    assert draw_specimen(font(characters=characters, drawn=True), name).text == expected


def test_icons_come_from_all_over_the_private_use_area():
    icons = "".join(map(chr, range(0xE000, 0xE000 + 100)))
    drawn = draw_specimen(font(characters="Ab" + icons, drawn=True), "Ab", icons=True)
    assert (drawn.text, drawn.path.count("M")) == ("", 2 * MAX_ICONS)
    assert draw_specimen(font(characters="Ab", drawn=True), "Ab", icons=True).text == "Ab"


def test_parts_of_a_glyph_are_scaled_and_moved():
    made = build_font("Ab", drawn=True)
    pen = TTGlyphPen({"u0041": None})
    pen.addComponent("u0041", (0.5, 0, 0, -0.5, 100, 20))
    made["glyf"]["u0062"] = pen.glyph()
    for flavor in FLAVORS:
        data = save_font(made, flavor)
        _, bounds, _ = expected_pens(data, "b", EM / 1000)
        drawn, own = draw_specimen(data, "b"), ControlBoundsPen(None)
        parse_path(drawn.path, own)
        assert own.bounds == pytest.approx(bounds, abs=2)


@pytest.mark.parametrize("flavor", FLAVORS)
def test_a_glyph_that_is_a_part_of_itself_is_not_drawn(flavor):
    made = build_font("Ab", drawn=True)
    pen = TTGlyphPen({"u0041": None, "u0062": None})
    for name in ("u0041", "u0062"):
        pen.addComponent(name, (1, 0, 0, 1, 0, 0))
    loop = pen.glyph()
    made["maxp"].recalc = lambda *_: None
    made["glyf"]["u0062"] = loop
    made.recalcBBoxes = False
    loop.xMin = loop.yMin = loop.xMax = loop.yMax = 0
    assert draw_specimen(save_font(made, flavor), "Ab").text == "A"


def test_a_subroutine_that_calls_itself_is_not_drawn():
    made = build_font("Ab", drawn=True, cff=True)
    top = made["CFF "].cff.topDictIndex[0]
    code = T2CharString(program=[-107, "callgsubr", -107, "callgsubr", "return"])
    made["CFF "].cff.GlobalSubrs.append(code)
    made.recalcBBoxes = False
    top.CharStrings["u0062"].program = [500, -107, "callgsubr", "endchar"]
    assert draw_specimen(save_font(made), "Ab").text == "A"


def test_a_path_that_gets_too_long_ends_with_a_glyph_before():
    made = build_font("Ab", drawn=True)
    pen = TTGlyphPen(None)
    for ring in range(60):
        pen.moveTo((ring * 13 % 700, ring * 7 % 500))
        for corner in range(8):
            pen.lineTo(((ring * 37 + corner * 211) % 900, (ring * 91 + corner * 173) % 800))
        pen.closePath()
    made["glyf"]["u0062"] = pen.glyph()
    drawn = draw_specimen(save_font(made), "AbAbAbAb")
    assert 1 < len(drawn.text) < 8
    assert len(drawn.path) <= MAX_DATA


@given(st.sampled_from([*DRAWN.values()]), st.data())
def test_a_damaged_font_gives_a_safe_path_or_none(data, draw):
    damaged = bytearray(data)
    for _ in range(draw.draw(st.integers(1, 8))):
        damaged[draw.draw(st.integers(0, len(data) - 1))] = draw.draw(st.integers(0, 255))
    drawn = draw_specimen(bytes(damaged), draw.draw(st.text(max_size=60)))
    if isinstance(drawn, Specimen):
        assert SAFE.match(drawn.path)
        assert len(drawn.path) <= MAX_DATA
        assert 0 < drawn.width <= 60 * EM
        assert 0 < drawn.height <= 20 * EM


@given(st.sampled_from([b"wOFF", b"wOF2", b"OTTO", b"\0\1\0\0", b"ttcf", b""]), st.binary(max_size=400))
def test_any_bytes_give_no_specimen(signature, rest):
    assert draw_specimen(signature + rest, "Ab") == "no-outlines"
