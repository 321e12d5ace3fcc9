"""WOFF2: one Brotli stream with all tables one after the other.

The code unpacks it in steps, up to the last wanted table, and keeps only the wanted tables.
Source: https://www.w3.org/TR/WOFF2/
"""

import struct
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import brotli

MAX_UNPACKED = 16 * 1024 * 1024
"""Most bytes that are unpacked from a stream."""

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
"""The known tags; a directory names one by its index here."""


class _TableSpan(NamedTuple):
    """The position of a table in the unpacked stream."""

    tag: bytes
    start: int
    end: int
    transformed: bool


def woff2_tables(data: bytes, wanted: AbstractSet[bytes], max_table: int) -> dict[bytes, bytes]:
    """Return the ``wanted`` tables of a WOFF2 file, each at most ``max_table`` bytes.

    Raises struct.error, ValueError or brotli.error for broken and oversized files and for collections.
    """
    (packed,) = struct.unpack_from(">I", data, 20)
    spans, start = _read_directory(data)
    wanted_spans = [span for span in spans if span.tag in wanted]
    if any(span.end - span.start > max_table or span.end > MAX_UNPACKED for span in wanted_spans):
        raise ValueError("a table is larger, or further back, than any font needs")
    return _decompress_tables(data[start : start + packed], wanted_spans)


def transformed_tables(data: bytes) -> frozenset[bytes]:
    """Return the tags of the tables that a WOFF2 file has in a form of its own. Raises as woff2_tables."""
    spans, _ = _read_directory(data)
    return frozenset(span.tag for span in spans if span.transformed)


def _read_directory(data: bytes) -> tuple[list[_TableSpan], int]:
    """Return every table's position in the stream, and where the stream begins."""
    flavor, _, count = struct.unpack_from(">4sIH", data, 4)
    if flavor == b"ttcf" or count > MAX_TABLES:
        raise ValueError("a collection within WOFF2, or more tables than any font has")
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
        length, at = _read_base_128(data, at)
        # Outlines are transformed unless the flag is set, other tables only when it is set.
        transformed = flags >> 6 != 3 if tag in {b"glyf", b"loca"} else flags >> 6 != 0
        if transformed:
            length, at = _read_base_128(data, at)
        spans.append(_TableSpan(tag, place, place + length, transformed))
        place += length
    return spans, at


def _read_base_128(data: bytes, at: int) -> tuple[int, int]:
    """Return a number and where it ends: https://www.w3.org/TR/WOFF2/#DataTypes."""
    number = 0
    for size in range(5):
        byte = data[at + size]
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, at + size + 1
    raise ValueError("a number of more than five bytes")


def _decompress_tables(data: bytes, wanted: list[_TableSpan]) -> dict[bytes, bytes]:
    stream = brotli.Decompressor()
    tables = {span.tag: bytearray() for span in wanted}
    end = max((span.end for span in wanted), default=0)
    place = 0
    while place < end:
        piece: bytes = stream.process(data, output_buffer_limit=STEP)
        data = b""
        for span in wanted:
            low, high = max(span.start - place, 0), min(span.end - place, len(piece))
            if low < high:
                tables[span.tag] += piece[low:high]
        place += len(piece)
        if not piece:
            raise ValueError("the stream is shorter than its directory says")
    return {tag: bytes(table) for tag, table in tables.items()}
