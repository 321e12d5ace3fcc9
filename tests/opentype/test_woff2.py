"""WOFF2: one stream, unpacked only up to the last wanted table."""

import struct

import brotli
import pytest
from fontTools.ttLib.woff2 import woff2KnownTags

from siteloupe.opentype import woff2
from siteloupe.opentype.woff2 import KNOWN_TAGS, MAX_UNPACKED, woff2_tables
from tests.opentype.fonts import font


def base_128(value):
    """UIntBase128: https://www.w3.org/TR/WOFF2/#DataTypes."""
    digits = [value & 0x7F]
    while value := value >> 7:
        digits.append(value & 0x7F | 0x80)
    return bytes(reversed(digits))


def woff2_file(*tables, stream=None, flavor=b"\0\1\0\0"):
    """Make a WOFF2 font of ``tables``, each with a tag, a declared size and its bytes."""
    directory = b""
    for tag, declared, _ in tables:
        known = tag in KNOWN_TAGS
        flags = KNOWN_TAGS.index(tag) if known else 63
        if tag in {b"glyf", b"loca"}:
            flags |= 3 << 6
        directory += bytes([flags]) + (b"" if known else tag) + base_128(declared)
    body = brotli.compress(b"".join(each[2] for each in tables)) if stream is None else stream
    header = struct.pack(
        ">4s4sIHHIIHHIIIII", b"wOF2", flavor, 0, len(tables), 0, 0, len(body), 1, 0, 0, 0, 0, 0, 0
    )
    return header + directory + body


def read_tables(data, wanted=frozenset({b"name"}), limit=1000):
    return woff2_tables(data, wanted, limit)


def test_the_known_tags_are_those_of_the_standard():
    assert [tag.decode() for tag in KNOWN_TAGS] == list(woff2KnownTags)


def test_a_table_is_found_after_others_and_under_its_written_tag():
    data = woff2_file((b"glyf", 70_000, b"g" * 70_000), (b"ZZZZ", 3, b"zzz"), (b"name", 5, b"names"))
    assert read_tables(data) == {b"name": b"names"}
    assert read_tables(data, {b"ZZZZ"}) == {b"ZZZZ": b"zzz"}


def test_transformed_outlines_have_their_declared_size():
    assert set(read_tables(font(flavor="woff2"), {b"name", b"maxp"})) == {b"name", b"maxp"}


def test_data_after_the_last_wanted_table_is_never_unpacked(monkeypatch):
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
    bomb = woff2_file((b"name", 5, b"names"), (b"glyf", 2**31, b"\0" * 50_000_000))
    assert read_tables(bomb) == {b"name": b"names"}
    assert len(steps) == 1


@pytest.mark.parametrize(
    "tables",
    [
        [(b"name", 1001, b"n" * 1001)],
        [(b"glyf", MAX_UNPACKED, b""), (b"name", 1, b"n")],
        [(b"glyf", 2**35 - 1, b""), (b"name", 1, b"n")],
    ],
)
def test_a_table_too_large_or_too_far_back_is_refused_before_unpacking(tables, monkeypatch):
    monkeypatch.delattr(woff2.brotli, "Decompressor")
    with pytest.raises(ValueError, match="larger"):
        read_tables(woff2_file(*tables, stream=b""))


@pytest.mark.parametrize("stream", [b"", brotli.compress(b"nam"), brotli.compress(b"names")[:-2]])
def test_a_stream_that_ends_early_is_refused(stream):
    with pytest.raises((ValueError, brotli.error)):
        read_tables(woff2_file((b"name", 5, b"names"), stream=stream))


def test_a_stream_that_is_not_brotli_is_refused():
    with pytest.raises((ValueError, brotli.error)):
        read_tables(woff2_file((b"name", 5, b"names"), stream=b"\xff" * 50))


def test_a_collection_is_refused():
    with pytest.raises(ValueError, match="collection"):
        read_tables(woff2_file((b"name", 5, b"names"), flavor=b"ttcf"))


def test_a_directory_that_ends_early_is_refused():
    with pytest.raises(IndexError):
        read_tables(woff2_file((b"name", 5, b"names"))[:48])


def test_an_endless_number_is_refused():
    with pytest.raises(ValueError, match="five bytes"):
        read_tables(woff2_file((b"name", 5, b"names"))[:49] + b"\x81" * 20)
