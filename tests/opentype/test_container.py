"""Tables come out of every packing alike; sizes are believed only as far as a font can have them."""

import io
import struct
import zlib

import pytest
from fontTools.ttLib import TTCollection

from siteloupe.opentype import container
from siteloupe.opentype.container import MAX_TABLE, WANTED, NoFont, unpacked
from tests.opentype.fonts import built, font


def directory_entry(data, tag, start, size):
    """Where a table's entry is in the directory of a bare or WOFF font."""
    at = data.index(tag, start)
    assert (at - start) % size == 0
    return at


@pytest.mark.parametrize(("flavor", "told"), [(None, "truetype"), ("woff", "woff"), ("woff2", "woff2")])
def test_the_tables_of_each_format_are_those_of_the_bare_font(flavor, told):
    bare = unpacked(font())
    found = unpacked(font(flavor=flavor))
    assert found.format == told
    assert found.tables == bare.tables
    assert set(found.tables) == WANTED - {b"fvar"}


def test_a_font_of_cubic_outlines_is_told_apart():
    assert unpacked(font(cff=True)).format == "opentype"


def test_of_a_collection_the_first_font_counts():
    collection = TTCollection()
    collection.fonts = [built(names={"familyName": "One"}), built(names={"familyName": "Two"})]
    file = io.BytesIO()
    collection.save(file)
    assert "One".encode("utf-16-be") in unpacked(file.getvalue()).tables[b"name"]


@pytest.mark.parametrize(
    "data", [b"", b"wOF", b"<!doctype html><html>", b"\x00\x00\x02\x00LP", b"%!PS-AdobeFont"]
)
def test_what_browsers_do_not_take_is_no_font(data):
    with pytest.raises(NoFont):
        unpacked(data)


def test_a_table_outside_of_the_file_is_refused():
    data = font()
    at = directory_entry(data, b"name", 12, 16)
    with pytest.raises(ValueError, match="outside"):
        unpacked(data[: at + 8] + struct.pack(">I", len(data) - 3) + data[at + 12 :])


@pytest.mark.parametrize("declared", [MAX_TABLE + 1, 0xFFFFFFFF])
def test_a_bare_table_that_declares_too_much_is_refused(declared):
    data = font()
    at = directory_entry(data, b"cmap", 12, 16)
    with pytest.raises(ValueError, match="declares"):
        unpacked(data[: at + 12] + struct.pack(">I", declared) + data[at + 16 :])


def woff(table, declared):
    """A WOFF font whose only table is a character map, packed, and said to be ``declared`` bytes long."""
    packed = zlib.compress(table, 9)
    header = struct.pack(">4s4sIHHIHHIIIII", b"wOFF", b"\0\1\0\0", 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0)
    entry = struct.pack(">4sIIII", b"cmap", len(header) + 20, len(packed), declared, 0)
    return header + entry + packed


def test_a_bomb_in_a_woff_is_unpacked_no_further_than_declared():
    bomb = b"\0" * (64 * MAX_TABLE)
    assert unpacked(woff(bomb, 1000)).tables == {b"cmap": b"\0" * 1000}
    with pytest.raises(ValueError, match="declares"):
        unpacked(woff(bomb, len(bomb)))


def test_a_woff_table_shorter_than_declared_is_refused():
    with pytest.raises(ValueError, match="shorter"):
        unpacked(woff(b"\0" * 10, 500))


def test_tables_that_nobody_reads_are_not_unpacked(monkeypatch):
    monkeypatch.setattr(container, "_inflated", lambda _piece, length: b"\0" * length)
    assert set(unpacked(font(flavor="woff")).tables) <= WANTED
