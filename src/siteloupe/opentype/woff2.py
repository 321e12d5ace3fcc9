"""WOFF2: one Brotli stream that holds all tables one after the other.

It is unpacked in steps, no further than the last table that is wanted, and nothing else of it is kept.
Source: https://www.w3.org/TR/WOFF2/
"""

import struct
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import brotli

MAX_UNPACKED = 16 * 1024 * 1024
"""Bytes of a stream that are unpacked at most."""

MAX_TABLES = 1000

STEP = 64 * 1024

_HEADER = 48
_OTHER_TAG = 63
KNOWN_TAGS = (
    b"cmap", b"head", b"hhea", b"hmtx", b"maxp", b"name", b"OS/2", b"post", b"cvt ", b"fpgm", b"glyf",
    b"loca", b"prep", b"CFF ", b"VORG", b"EBDT", b"EBLC", b"gasp", b"hdmx", b"kern", b"LTSH", b"PCLT",
    b"VDMX", b"vhea", b"vmtx", b"BASE", b"GDEF", b"GPOS", b"GSUB", b"EBSC", b"JSTF", b"MATH", b"CBDT",
    b"CBLC", b"COLR", b"CPAL", b"SVG ", b"sbix", b"acnt", b"avar", b"bdat", b"bloc", b"bsln", b"cvar",
    b"fdsc", b"feat", b"fmtx", b"fvar", b"gvar", b"hsty", b"just", b"lcar", b"mort", b"morx", b"opbd",
    b"prop", b"trak", b"Zapf", b"Silf", b"Glat", b"Gloc", b"Feat", b"Sill",
)  # fmt: skip
"""The tags that a directory may name by their number here."""


class _TableSpan(NamedTuple):
    """Where a table lies in the unpacked stream."""

    tag: bytes
    start: int
    end: int


def woff2_tables(data: bytes, wanted: AbstractSet[bytes], max_table: int) -> dict[bytes, bytes]:
    """The ``wanted`` tables of a WOFF2 file, each at most ``max_table`` bytes.

    Raises struct.error, ValueError or brotli.error for broken, oversized and packed-collection files.
    """
    flavor, _, count = struct.unpack_from(">4sIH", data, 4)
    if flavor == b"ttcf" or count > MAX_TABLES:
        raise ValueError("a collection within WOFF2, or more tables than any font has")
    (packed,) = struct.unpack_from(">I", data, 20)
    spans, start = _directory(data, count)
    asked = [span for span in spans if span.tag in wanted]
    if any(span.end - span.start > max_table or span.end > MAX_UNPACKED for span in asked):
        raise ValueError("a table is larger, or lies further back, than any font needs")
    return _streamed(data[start : start + packed], asked)


def _directory(data: bytes, count: int) -> tuple[list[_TableSpan], int]:
    """Every table's place in the stream, and where the stream begins."""
    spans: list[_TableSpan] = []
    at, place = _HEADER, 0
    for _ in range(count):
        flags = data[at]
        at += 1
        if flags & 0x3F == _OTHER_TAG:
            tag = data[at : at + 4]
            at += 4
        else:
            tag = KNOWN_TAGS[flags & 0x3F]
        length, at = _base_128(data, at)
        # Outlines are rearranged unless it says so, all else only when it says so.
        if (flags >> 6 != 3) if tag in {b"glyf", b"loca"} else flags >> 6:
            length, at = _base_128(data, at)
        spans.append(_TableSpan(tag, place, place + length))
        place += length
    return spans, at


def _base_128(data: bytes, at: int) -> tuple[int, int]:
    """A number, and where it ends: https://www.w3.org/TR/WOFF2/#DataTypes."""
    number = 0
    for size in range(5):
        byte = data[at + size]
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, at + size + 1
    raise ValueError("a number of more than five bytes")


def _streamed(data: bytes, asked: list[_TableSpan]) -> dict[bytes, bytes]:
    stream = brotli.Decompressor()
    tables = {span.tag: bytearray() for span in asked}
    end = max((span.end for span in asked), default=0)
    place = 0
    while place < end:
        piece: bytes = stream.process(data, output_buffer_limit=STEP)
        data = b""
        for span in asked:
            low, high = max(span.start - place, 0), min(span.end - place, len(piece))
            if low < high:
                tables[span.tag] += piece[low:high]
        place += len(piece)
        if not piece:
            raise ValueError("the stream is shorter than its directory says")
    return {tag: bytes(table) for tag, table in tables.items()}
