"""The glyph of a character, in every format of the map."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.opentype.container import unpack_font
from siteloupe.opentype.glyph_ids import glyph_id
from tests.opentype.fonts import open_font
from tests.opentype.test_against_fonttools import FONTS

SAMPLE = 60


def cmap(subtable, platform=3, encoding=10):
    return struct.pack(">HHHHI", 0, 1, platform, encoding, 12) + subtable


@pytest.mark.parametrize("data", FONTS.values(), ids=FONTS)
def test_the_same_glyphs_are_found_as_by_fonttools(data):
    table, expected = unpack_font(data).tables[b"cmap"], open_font(data)
    codes = expected.getBestCmap()
    for code in [*codes][:: max(1, len(codes) // SAMPLE)]:
        assert glyph_id(table, chr(code)) == expected.getGlyphID(codes[code])
    for code in (*range(0x20, 0x7F), 0x10FFFF):
        assert bool(glyph_id(table, chr(code))) == bool(code in codes and expected.getGlyphID(codes[code]))


@pytest.mark.parametrize(
    ("subtable", "expected"),
    [
        (struct.pack(">HHHHH3H", 6, 0, 0, 0x41, 3, 7, 0, 9), [7, 0, 9, 0]),
        (struct.pack(">HHIIII3H", 10, 0, 0, 0, 0x41, 3, 7, 0, 9), [7, 0, 9, 0]),
        (struct.pack(">HHIIIIII", 12, 0, 0, 0, 1, 0x41, 0x43, 7), [7, 8, 9, 0]),
        (struct.pack(">HHIIIIII", 13, 0, 0, 0, 1, 0x41, 0x43, 7), [7, 7, 7, 0]),
        (struct.pack(">HHIIIIII", 12, 0, 0, 0, 1, 0x41, 0x43, 0xFFFFFFFF), [0xFFFF] * 3 + [0]),
        (struct.pack(">HHHHHHH", 4, 0, 0, 0, 0, 0, 0), [0, 0, 0, 0]),
        (struct.pack(">HHHH", 2, 0, 0, 0), [0, 0, 0, 0]),
    ],
    ids=["6", "10", "12", "13", "a glyph out of range", "4 without segments", "unknown"],
)
def test_a_character_is_looked_up(subtable, expected):
    assert [glyph_id(cmap(subtable), character) for character in "ABCD"] == expected


@given(st.sampled_from([4, 6, 10, 12, 13]), st.binary(min_size=30, max_size=300), st.characters())
def test_any_map_gives_a_glyph_or_ends_short(number, rest, character):
    try:
        assert 0 <= glyph_id(cmap(struct.pack(">H", number) + rest), character) <= 0xFFFF
    except struct.error:
        pass
