"""WOFF2: one stream, unpacked as far as it is wanted and no further."""

import struct

import brotli
import pytest
from fontTools.ttLib.woff2 import woff2KnownTags

from siteloupe.opentype import woff2
from siteloupe.opentype.woff2 import KNOWN_TAGS, MAX_UNPACKED, woff2_tables
from tests.opentype.fonts import font


def number(value):
    """UIntBase128: https://www.w3.org/TR/WOFF2/#DataTypes."""
    digits = [value & 0x7F]
    while value := value >> 7:
        digits.append(value & 0x7F | 0x80)
    return bytes(reversed(digits))


def packed(*tables, stream=None, flavor=b"\0\1\0\0"):
    """A WOFF2 font of ``tables``, each a tag, what it declares, and its bytes."""
    directory = b""
    for tag, declared, _ in tables:
        known = tag in KNOWN_TAGS
        flags = KNOWN_TAGS.index(tag) if known else 63
        if tag in {b"glyf", b"loca"}:
            flags |= 3 << 6
        directory += bytes([flags]) + (b"" if known else tag) + number(declared)
    body = brotli.compress(b"".join(each[2] for each in tables)) if stream is None else stream
    header = struct.pack(
        ">4s4sIHHIIHHIIIII", b"wOF2", flavor, 0, len(tables), 0, 0, len(body), 1, 0, 0, 0, 0, 0, 0
    )
    return header + directory + body


def read(data, wanted=frozenset({b"name"}), limit=1000):
    return woff2_tables(data, wanted, limit)


def test_the_known_tags_are_those_of_the_standard():
    assert [tag.decode() for tag in KNOWN_TAGS] == list(woff2KnownTags)


def test_a_table_is_found_behind_others_and_under_tags_spelled_out():
    data = packed((b"glyf", 70_000, b"g" * 70_000), (b"ZZZZ", 3, b"zzz"), (b"name", 5, b"names"))
    assert read(data) == {b"name": b"names"}
    assert read(data, {b"ZZZZ"}) == {b"ZZZZ": b"zzz"}


def test_rearranged_outlines_take_the_place_that_they_declare():
    assert set(read(font(flavor="woff2"), {b"name", b"maxp"})) == {b"name", b"maxp"}


def test_what_lies_behind_the_last_wanted_table_is_never_unpacked(monkeypatch):
    steps = []

    class Counting:
        def __init__(self):
            self._inner = brotli_decompressor()
            self.is_finished = self._inner.is_finished

        def process(self, data, output_buffer_limit):
            steps.append(output_buffer_limit)
            return self._inner.process(data, output_buffer_limit=output_buffer_limit)

    brotli_decompressor = brotli.Decompressor
    monkeypatch.setattr(woff2.brotli, "Decompressor", Counting)
    bomb = packed((b"name", 5, b"names"), (b"glyf", 2**31, b"\0" * 50_000_000))
    assert read(bomb) == {b"name": b"names"}
    assert len(steps) == 1


@pytest.mark.parametrize(
    "tables",
    [
        [(b"name", 1001, b"n" * 1001)],
        [(b"glyf", MAX_UNPACKED, b""), (b"name", 1, b"n")],
        [(b"glyf", 2**35 - 1, b""), (b"name", 1, b"n")],
    ],
)
def test_what_is_too_large_or_too_far_back_is_refused_before_anything_is_unpacked(tables, monkeypatch):
    monkeypatch.delattr(woff2.brotli, "Decompressor")
    with pytest.raises(ValueError, match="larger"):
        read(packed(*tables, stream=b""))


@pytest.mark.parametrize("stream", [b"", brotli.compress(b"nam"), brotli.compress(b"names")[:-2]])
def test_a_stream_that_ends_early_is_refused(stream):
    with pytest.raises((ValueError, brotli.error)):
        read(packed((b"name", 5, b"names"), stream=stream))


def test_garbage_for_a_stream_is_refused():
    with pytest.raises((ValueError, brotli.error)):
        read(packed((b"name", 5, b"names"), stream=b"\xff" * 50))


def test_a_packed_collection_is_refused():
    with pytest.raises(ValueError, match="collection"):
        read(packed((b"name", 5, b"names"), flavor=b"ttcf"))


def test_a_directory_that_ends_early_is_refused():
    with pytest.raises(IndexError):
        read(packed((b"name", 5, b"names"))[:48])


def test_a_number_without_end_is_refused():
    with pytest.raises(ValueError, match="five bytes"):
        read(packed((b"name", 5, b"names"))[:49] + b"\x81" * 20)
