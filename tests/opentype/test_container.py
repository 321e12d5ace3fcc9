"""Every container gives the same tables; sizes larger than a font can have are refused."""

import io
import struct
import zlib

import pytest
from fontTools.ttLib import TTCollection

from siteloupe.opentype import container
from siteloupe.opentype.container import FACTS, MAX_FACTS, NoFont, unpack_font
from tests.opentype.fonts import build_font, font


def directory_entry(data, tag, start, size):
    """Return the position of a table's entry in the directory of a bare or WOFF font."""
    at = data.index(tag, start)
    assert (at - start) % size == 0
    return at


@pytest.mark.parametrize(("flavor", "expected"), [(None, "truetype"), ("woff", "woff"), ("woff2", "woff2")])
def test_the_tables_of_each_format_are_those_of_the_bare_font(flavor, expected):
    bare = unpack_font(font())
    found = unpack_font(font(flavor=flavor))
    assert found.format == expected
    assert found.tables == bare.tables
    assert set(found.tables) == FACTS - {b"fvar"}


def test_a_font_of_cubic_outlines_has_its_own_format():
    assert unpack_font(font(cff=True)).format == "opentype"


def test_the_first_font_of_a_collection_is_read():
    collection = TTCollection()
    collection.fonts = [build_font(names={"familyName": "One"}), build_font(names={"familyName": "Two"})]
    file = io.BytesIO()
    collection.save(file)
    assert "One".encode("utf-16-be") in unpack_font(file.getvalue()).tables[b"name"]


@pytest.mark.parametrize(
    "data", [b"", b"wOF", b"<!doctype html><html>", b"\x00\x00\x02\x00LP", b"%!PS-AdobeFont"]
)
def test_a_file_that_browsers_do_not_support_is_no_font(data):
    with pytest.raises(NoFont):
        unpack_font(data)


def test_a_table_outside_of_the_file_is_refused():
    data = font()
    at = directory_entry(data, b"name", 12, 16)
    with pytest.raises(ValueError, match="outside"):
        unpack_font(data[: at + 8] + struct.pack(">I", len(data) - 3) + data[at + 12 :])


@pytest.mark.parametrize("declared", [MAX_FACTS + 1, 0xFFFFFFFF])
def test_a_bare_table_that_declares_too_much_is_refused(declared):
    data = font()
    at = directory_entry(data, b"cmap", 12, 16)
    with pytest.raises(ValueError, match="declares"):
        unpack_font(data[: at + 12] + struct.pack(">I", declared) + data[at + 16 :])


def woff(table, declared):
    """Make a WOFF font whose only table is a compressed character map with a ``declared`` size."""
    packed = zlib.compress(table, 9)
    header = struct.pack(">4s4sIHHIHHIIIII", b"wOFF", b"\0\1\0\0", 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0)
    entry = struct.pack(">4sIIII", b"cmap", len(header) + 20, len(packed), declared, 0)
    return header + entry + packed


def test_a_bomb_in_a_woff_is_unpacked_only_to_the_declared_size():
    bomb = b"\0" * (64 * MAX_FACTS)
    assert unpack_font(woff(bomb, 1000)).tables == {b"cmap": b"\0" * 1000}
    with pytest.raises(ValueError, match="declares"):
        unpack_font(woff(bomb, len(bomb)))


def test_a_woff_table_shorter_than_declared_is_refused():
    with pytest.raises(ValueError, match="shorter"):
        unpack_font(woff(b"\0" * 10, 500))


def test_tables_that_are_not_in_use_are_not_unpacked(monkeypatch):
    monkeypatch.setattr(container, "_inflate", lambda _packed, length: b"\0" * length)
    assert set(unpack_font(font(flavor="woff")).tables) <= FACTS
