"""The name table: what a font calls itself, who made it, under which licence.

Source: https://learn.microsoft.com/en-us/typography/opentype/spec/name
"""

import struct
from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

MAX_RECORDS = 8192
"""Records that are looked at; a font in fifty languages has 1,500."""

MAX_BYTES = 4096
"""Bytes of one string that are read."""

WINDOWS, MACINTOSH = 3, 1
ENGLISH = 9
AMERICAN_ENGLISH = 0x0409


class NameId(IntEnum):
    """What a name is for."""

    COPYRIGHT = 0
    FAMILY = 1
    SUBFAMILY = 2
    FULL_NAME = 4
    VERSION = 5
    MANUFACTURER = 8
    DESIGNER = 9
    LICENSE = 13
    LICENSE_URL = 14
    TYPOGRAPHIC_FAMILY = 16
    TYPOGRAPHIC_SUBFAMILY = 17


_WANTED = frozenset(NameId)


class _NameRecord(NamedTuple):
    platform: int
    encoding: int
    language: int
    name: int
    length: int
    offset: int

    @property
    def rank(self) -> int:
        """English first, and of that what Windows reads; the lowest counts."""
        if self.platform == WINDOWS:
            return 0 if self.language == AMERICAN_ENGLISH else 1 if self.language & 0x3FF == ENGLISH else 4
        if self.platform == MACINTOSH:
            return 2 if self.language == 0 else 5
        return 3


def names(table: bytes) -> Mapping[NameId, str]:
    """The names in a ``name`` table, in English where there is a choice. Raises struct.error."""
    _, count, storage = struct.unpack_from(">HHH", table)
    records = table[6 : 6 + 12 * min(count, MAX_RECORDS)]
    best: dict[int, _NameRecord] = {}
    for fields in struct.iter_unpack(">6H", records[: len(records) // 12 * 12]):
        record = _NameRecord(*fields)
        if record.name in _WANTED and (record.name not in best or record.rank < best[record.name].rank):
            best[record.name] = record
    read = {NameId(name): _text(record, table, storage) for name, record in best.items()}
    return {name: text for name, text in read.items() if text}


def _text(record: _NameRecord, table: bytes, storage: int) -> str:
    # Imported here: only files that were asked for need it, and start-up need not wait for it.
    from fontTools.misc.encodingTools import getEncoding  # noqa: PLC0415

    start = storage + record.offset
    raw = table[start : start + min(record.length, MAX_BYTES)]
    encoding = getEncoding(record.platform, record.encoding, record.language) or "latin-1"
    try:
        text = raw.decode(encoding, "replace")
    except (LookupError, UnicodeError):
        text = raw.decode("latin-1")
    return " ".join(text.replace("\0", " ").split())
