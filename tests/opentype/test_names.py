"""The name table: English first, in any encoding, with any number of records."""

import struct

import pytest
from fontTools.ttLib import newTable

from siteloupe.opentype.container import unpack_font
from siteloupe.opentype.names import MAX_BYTES, MAX_RECORDS, NameId, read_names
from tests.opentype.fonts import font


def table(*records):
    """Make a name table from (text, id, platform, encoding, language)."""
    made = newTable("name")
    made.names = []
    for record in records:
        made.setName(*record)
    return made.compile(None)


def test_the_names_of_a_font_are_read():
    found = read_names(unpack_font(font()).tables[b"name"])
    assert found[NameId.FAMILY] == "Crumb"
    assert found[NameId.DESIGNER] == "A. Baker"
    assert found[NameId.LICENSE].startswith("This Font Software is licensed")
    assert NameId.TYPOGRAPHIC_FAMILY not in found


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ([("Krume", 1, 3, 1, 0x407), ("Crumb", 1, 3, 1, 0x409)], "Crumb"),
        ([("Crumb", 1, 3, 1, 0x809), ("Krume", 1, 3, 1, 0x407)], "Crumb"),
        ([("Krume", 1, 3, 1, 0x407), ("Crumb", 1, 1, 0, 0)], "Crumb"),
        ([("Crumb", 1, 0, 3, 0), ("Krume", 1, 3, 1, 0x407)], "Crumb"),
        ([("Krume", 1, 3, 1, 0x407)], "Krume"),
        ([("Krümel", 1, 1, 0, 0)], "Krümel"),
        ([("パン", 1, 1, 1, 11)], "パン"),
        ([("パン", 1, 3, 2, 0x411)], "パン"),
        ([("a\0 b\n", 1, 3, 1, 0x409)], "a b"),
    ],
)
def test_english_comes_before_other_languages_and_each_is_decoded(records, expected):
    assert read_names(table(*records)) == {NameId.FAMILY: expected}


def test_an_empty_name_is_none():
    assert read_names(table((" ", 1, 3, 1, 0x409))) == {}


def test_all_records_may_share_one_long_text():
    storage = b"\0a" * 32_000
    records = b"".join(struct.pack(">6H", 3, 1, 0x409, number % 20, 64_000, 0) for number in range(65_535))
    offset = 6 + 12 * 100
    found = read_names(struct.pack(">3H", 0, 65_535, offset) + records[: 12 * 100] + storage)
    assert set(map(len, found.values())) == {MAX_BYTES // 2}


def test_records_after_the_limit_are_not_read():
    filler = struct.pack(">6H", 3, 1, 0x409, 300, 0, 0) * MAX_RECORDS
    wanted = struct.pack(">6H", 3, 1, 0x409, 1, 2, 0)
    data = struct.pack(">3H", 0, MAX_RECORDS + 1, 0) + filler + wanted
    assert read_names(data) == {}


def test_a_text_outside_of_the_table_is_empty():
    assert (
        read_names(struct.pack(">3H", 0, 1, 60_000) + struct.pack(">6H", 3, 1, 0x409, 1, 500, 60_000)) == {}
    )


def test_an_unknown_encoding_is_read_as_latin():
    record = struct.pack(">6H", 77, 5, 5, 1, 3, 0)
    assert read_names(struct.pack(">3H", 0, 1, 18) + record + b"caf") == {NameId.FAMILY: "caf"}
