"""The tables of a font file: a bare font, a collection, WOFF or WOFF2.

Only the tables in use are unpacked. Declared sizes are checked before anything is unpacked.
Sources: https://learn.microsoft.com/en-us/typography/opentype/spec/otff, https://www.w3.org/TR/WOFF/
"""

import struct
import zlib
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from siteloupe.opentype.woff2 import woff2_tables

Format = Literal["truetype", "opentype", "woff", "woff2"]

WANTED = frozenset({b"name", b"cmap", b"fvar", b"maxp", b"OS/2"})
"""The tables in use."""

MAX_TABLE = 1024 * 1024
"""The largest table, in bytes; the largest known character maps, of Chinese fonts, have 400 KB."""

_SFNT = {b"\x00\x01\x00\x00": "truetype", b"true": "truetype", b"OTTO": "opentype"}
_WOFF_HEADER = 44


class FontTables(NamedTuple):
    """The format of a font file, and its tables by tag."""

    format: Format
    tables: Mapping[bytes, bytes]


class NoFont(ValueError):
    """The bytes do not begin like a font that browsers support."""


def unpack_font(data: bytes) -> FontTables:
    """Return the wanted tables of the font in ``data``; of the first font in a collection.

    Raises NoFont. Broken bytes raise struct.error, ValueError, zlib.error or brotli.error.
    """
    signature = data[:4]
    if signature == b"wOFF":
        return FontTables("woff", dict(_woff_tables(data)))
    if signature == b"wOF2":
        return FontTables("woff2", woff2_tables(data, WANTED, MAX_TABLE))
    start = struct.unpack_from(">I", data, 12)[0] if signature == b"ttcf" else 0
    kind = _SFNT.get(data[start : start + 4])
    if kind is None:
        raise NoFont("neither OpenType nor WOFF")
    return FontTables("opentype" if kind == "opentype" else "truetype", dict(_sfnt_tables(data, start)))


def _sfnt_tables(data: bytes, start: int) -> Iterator[tuple[bytes, bytes]]:
    (count,) = struct.unpack_from(">H", data, start + 4)
    directory = data[start + 12 : start + 12 + 16 * count]
    for tag, _, offset, length in struct.iter_unpack(">4sIII", directory):
        if tag in WANTED:
            yield tag, _table_bytes(data, offset, _check_length(length))


def _woff_tables(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    (count,) = struct.unpack_from(">H", data, 12)
    directory = data[_WOFF_HEADER : _WOFF_HEADER + 20 * count]
    for tag, offset, packed, length, _ in struct.iter_unpack(">4sIIII", directory):
        if tag in WANTED:
            piece = _table_bytes(data, offset, packed)
            yield tag, piece if packed == length else _inflate(piece, _check_length(length))


def _inflate(piece: bytes, length: int) -> bytes:
    table = zlib.decompressobj().decompress(piece, length) if length else b""
    if len(table) != length:
        raise ValueError("a table is shorter than declared")
    return table


def _table_bytes(data: bytes, offset: int, length: int) -> bytes:
    if offset + length > len(data):
        raise ValueError("a table lies outside of the file")
    return data[offset : offset + length]


def _check_length(length: int) -> int:
    if length > MAX_TABLE:
        raise ValueError(f"a table declares {length} bytes")
    return length
