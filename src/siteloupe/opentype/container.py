"""The tables of a font file: a bare font, a collection, WOFF or WOFF2.

Only the tables that are asked for are unpacked. Declared sizes are checked before anything is unpacked.
Sources: https://learn.microsoft.com/en-us/typography/opentype/spec/otff, https://www.w3.org/TR/WOFF/
"""

import struct
import zlib
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

from siteloupe.opentype.woff2 import transformed_tables, woff2_tables

Format = Literal["truetype", "opentype", "woff", "woff2"]

FACTS = frozenset({b"name", b"cmap", b"fvar", b"maxp", b"OS/2"})
"""The tables with a font's facts."""

MAX_FACTS = 1024 * 1024
"""The largest of them, in bytes; the largest known character maps, of Chinese fonts, have 400 KB."""

_SFNT = {b"\x00\x01\x00\x00": "truetype", b"true": "truetype", b"OTTO": "opentype"}
_WOFF_HEADER = 44


class FontTables(NamedTuple):
    """The format of a font file, and its tables by tag; ``transformed`` are those in WOFF2's own form."""

    format: Format
    tables: Mapping[bytes, bytes]
    transformed: AbstractSet[bytes] = frozenset()


class NoFont(ValueError):
    """The bytes do not begin like a font that browsers support."""


def unpack_font(data: bytes, wanted: AbstractSet[bytes] = FACTS, max_table: int = MAX_FACTS) -> FontTables:
    """Return the ``wanted`` tables of the font in ``data``; of the first font in a collection.

    A table has at most ``max_table`` bytes. Raises NoFont. Broken bytes and larger tables raise struct.error,
    ValueError, zlib.error or brotli.error.
    """
    signature = data[:4]
    if signature == b"wOF2":
        tables = woff2_tables(data, wanted, max_table)
        return FontTables("woff2", tables, transformed_tables(data))
    if signature == b"wOFF":
        return FontTables("woff", dict(_woff_tables(data, wanted, max_table)))
    start = struct.unpack_from(">I", data, 12)[0] if signature == b"ttcf" else 0
    kind = _SFNT.get(data[start : start + 4])
    if kind is None:
        raise NoFont("neither OpenType nor WOFF")
    tables = dict(_sfnt_tables(data, start, wanted, max_table))
    return FontTables("opentype" if kind == "opentype" else "truetype", tables)


def _sfnt_tables(
    data: bytes, start: int, wanted: AbstractSet[bytes], max_table: int
) -> Iterator[tuple[bytes, bytes]]:
    (count,) = struct.unpack_from(">H", data, start + 4)
    directory = data[start + 12 : start + 12 + 16 * count]
    left = set(wanted)  # a tag that stands there a thousand times is read once
    for tag, _, offset, length in struct.iter_unpack(">4sIII", directory):
        if tag in left:
            left.remove(tag)
            yield tag, _table_bytes(data, offset, _check_length(length, max_table))


def _woff_tables(data: bytes, wanted: AbstractSet[bytes], max_table: int) -> Iterator[tuple[bytes, bytes]]:
    (count,) = struct.unpack_from(">H", data, 12)
    directory = data[_WOFF_HEADER : _WOFF_HEADER + 20 * count]
    left = set(wanted)
    for tag, offset, packed, length, _ in struct.iter_unpack(">4sIIII", directory):
        if tag in left:
            left.remove(tag)
            piece = _table_bytes(data, offset, packed)
            yield tag, piece if packed == length else _inflate(piece, _check_length(length, max_table))


def _inflate(piece: bytes, length: int) -> bytes:
    table = zlib.decompressobj().decompress(piece, length) if length else b""
    if len(table) != length:
        raise ValueError("a table is shorter than declared")
    return table


def _table_bytes(data: bytes, offset: int, length: int) -> bytes:
    if offset + length > len(data):
        raise ValueError("a table lies outside of the file")
    return data[offset : offset + length]


def _check_length(length: int, max_table: int) -> int:
    if length > max_table:
        raise ValueError(f"a table declares {length} bytes")
    return length
