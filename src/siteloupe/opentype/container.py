"""The tables of a font file, out of whatever they are packed in: a bare font, a collection, WOFF or WOFF2.

Only the tables that are read are unpacked, and sizes are checked as declared, before a byte is.
Sources: https://learn.microsoft.com/en-us/typography/opentype/spec/otff, https://www.w3.org/TR/WOFF/
"""

import struct
import zlib
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from siteloupe.opentype.woff2 import woff2_tables

Format = Literal["truetype", "opentype", "woff", "woff2"]

WANTED = frozenset({b"name", b"cmap", b"fvar", b"maxp", b"OS/2"})
"""The tables that are read."""

MAX_TABLE = 1024 * 1024
"""Bytes of one table; the largest known character maps, of Chinese fonts, have 400 KB."""

_SFNT = {b"\x00\x01\x00\x00": "truetype", b"true": "truetype", b"OTTO": "opentype"}
_WOFF_HEADER = 44


class Packed(NamedTuple):
    """A font file taken apart: the format that it turned out to have, and its tables by tag."""

    format: Format
    tables: Mapping[bytes, bytes]


class NoFont(ValueError):
    """The bytes begin as no font does that browsers still take."""


def unpacked(data: bytes) -> Packed:
    """The wanted tables of the font in ``data``; in a collection, of its first one.

    Raises NoFont, or what broken bytes make of reading them: struct.error, ValueError, zlib.error,
    brotli.error.
    """
    signature = data[:4]
    if signature == b"wOFF":
        return Packed("woff", dict(_of_woff(data)))
    if signature == b"wOF2":
        return Packed("woff2", woff2_tables(data, WANTED, MAX_TABLE))
    start = struct.unpack_from(">I", data, 12)[0] if signature == b"ttcf" else 0
    kind = _SFNT.get(data[start : start + 4])
    if kind is None:
        raise NoFont("neither OpenType nor WOFF")
    return Packed("opentype" if kind == "opentype" else "truetype", dict(_of_sfnt(data, start)))


def _of_sfnt(data: bytes, start: int) -> Iterator[tuple[bytes, bytes]]:
    (count,) = struct.unpack_from(">H", data, start + 4)
    directory = data[start + 12 : start + 12 + 16 * count]
    for tag, _, offset, length in struct.iter_unpack(">4sIII", directory):
        if tag in WANTED:
            yield tag, _piece(data, offset, _allowed(length))


def _of_woff(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    (count,) = struct.unpack_from(">H", data, 12)
    directory = data[_WOFF_HEADER : _WOFF_HEADER + 20 * count]
    for tag, offset, packed, length, _ in struct.iter_unpack(">4sIIII", directory):
        if tag in WANTED:
            piece = _piece(data, offset, packed)
            yield tag, piece if packed == length else _inflated(piece, _allowed(length))


def _inflated(piece: bytes, length: int) -> bytes:
    table = zlib.decompressobj().decompress(piece, length) if length else b""
    if len(table) != length:
        raise ValueError("a table is shorter than declared")
    return table


def _piece(data: bytes, offset: int, length: int) -> bytes:
    if offset + length > len(data):
        raise ValueError("a table lies outside of the file")
    return data[offset : offset + length]


def _allowed(length: int) -> int:
    if length > MAX_TABLE:
        raise ValueError(f"a table declares {length} bytes")
    return length
