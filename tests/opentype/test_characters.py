"""Character maps of every format, compared with fontTools, and ranges outside Unicode."""

import struct

import pytest
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.opentype.characters import LAST, read_characters
from siteloupe.opentype.container import unpack_font
from tests.opentype.fonts import font

BASIC = st.dictionaries(st.integers(0, 0xFFFE), st.integers(1, 3000), min_size=1, max_size=60)
ALL = st.dictionaries(st.integers(0, LAST), st.integers(1, 3000), min_size=1, max_size=60)


def table(subtable, platform=3, encoding=10):
    """Make a cmap table with this one subtable."""
    return struct.pack(">HHHHI", 0, 1, platform, encoding, 12) + subtable


def compile_subtable(number, mapping):
    """Make the subtable that fontTools writes for a mapping of characters to glyphs."""
    made = CmapSubtable.newSubtable(number)
    made.platformID, made.platEncID, made.language = 3, 10, 0
    made.cmap = {code: f"glyph{glyph:05d}" for code, glyph in mapping.items()}

    class Font:
        def getReverseGlyphMap(self):  # noqa: N802 - fontTools calls it by this name
            return {f"glyph{glyph:05d}": glyph for glyph in mapping.values()}

    return made.compile(Font())


def expand(ranges):
    return [code for low, high in ranges for code in range(low, high + 1)]


def test_the_characters_of_a_font_are_ranges():
    text = "ABCabж🍞"
    found = read_characters(unpack_font(font(characters=text)).tables[b"cmap"])
    assert found == ((65, 67), (97, 98), (0x436, 0x436), (0x1F35E, 0x1F35E))


@given(BASIC)
def test_format_4_is_read_as_written(mapping):
    assert expand(read_characters(table(compile_subtable(4, mapping)))) == sorted(mapping)


@given(ALL)
def test_format_12_is_read_as_written(mapping):
    assert expand(read_characters(table(compile_subtable(12, mapping)))) == sorted(mapping)


@given(ALL)
def test_format_13_is_read_as_written(mapping):
    assert expand(read_characters(table(compile_subtable(13, mapping)))) == sorted(mapping)


def test_formats_of_one_run_leave_out_characters_without_a_glyph():
    glyphs = struct.pack(">4H", 5, 0, 6, 7)
    assert read_characters(table(struct.pack(">5H", 6, 18, 0, 0x41, 4) + glyphs)) == (
        (0x41, 0x41),
        (0x43, 0x44),
    )
    long = struct.pack(">HHIIII", 10, 0, 28, 0, 0x10000, 4)
    assert read_characters(table(long + glyphs)) == ((0x10000, 0x10000), (0x10002, 0x10003))


def test_the_character_that_a_delta_maps_to_no_glyph_is_left_out():
    subtable = struct.pack(">7H", 4, 0, 0, 4, 4, 1, 0)
    subtable += struct.pack(">2H", 0x45, 0xFFFF) + struct.pack(">3H", 0, 0x41, 0xFFFF)
    subtable += struct.pack(">2H", -0x43 & 0xFFFF, 1) + struct.pack(">2H", 0, 0)
    assert read_characters(table(subtable)) == ((0x41, 0x42), (0x44, 0x45))


def groups(*triples, number=12):
    return struct.pack(">HHIII", number, 0, 0, 0, len(triples)) + b"".join(
        struct.pack(">III", *each) for each in triples
    )


@pytest.mark.parametrize(
    ("claimed", "expected"),
    [
        ([(0, 0xFFFFFFFF, 1)], ()),
        ([(0, LAST, 1)], ((0, LAST),)),
        ([(0, LAST, 1)] * 50_000, ((0, LAST),)),
        ([(65, 70, 1), (60, 80, 1), (71, 72, 9)], ((65, 72),)),
        ([(70, 65, 1)], ()),
        ([(65, 66, 0)], ((66, 66),)),
    ],
)
def test_groups_that_go_beyond_unicode_or_back_are_left_out(claimed, expected):
    assert read_characters(table(groups(*claimed))) == expected


def test_segments_that_all_claim_the_whole_plane_are_read_once():
    count = 8000
    subtable = struct.pack(">7H", 4, 0, 0, count * 2, 0, 0, 0)
    subtable += struct.pack(">H", 0xFFFF) * count + b"\0\0" + struct.pack(">H", 0) * count
    subtable += struct.pack(">H", 1) * count + struct.pack(">H", 2 * count) * count + b"\0\1" * 70_000
    assert read_characters(table(subtable)) == ((0, 0xFFFF),)


def test_a_map_of_another_encoding_than_unicode_is_left_out():
    assert read_characters(table(groups((65, 66, 1)), platform=1, encoding=0)) == ()


def test_an_unknown_format_is_left_out():
    assert read_characters(table(struct.pack(">H", 8) + b"\0" * 40)) == ()


def test_a_truncated_map_is_refused():
    with pytest.raises(struct.error):
        read_characters(table(struct.pack(">7H", 4, 0, 0, 200, 0, 0, 0)))
