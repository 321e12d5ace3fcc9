"""The ``name`` table: a font's names, its makers and its license.

Source: https://learn.microsoft.com/en-us/typography/opentype/spec/name
"""

import struct
from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

MAX_RECORDS = 8192
"""Most records; a font in fifty languages has 1,500."""

MAX_BYTES = 4096
"""Most bytes of one string."""

WINDOWS, MACINTOSH = 3, 1
ENGLISH = 9
AMERICAN_ENGLISH = 0x0409


class NameId(IntEnum):
    """The purpose of a name."""

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
        """The order of preference, the lowest first: English names, and among these the Windows ones."""
        if self.platform == WINDOWS:
            return 0 if self.language == AMERICAN_ENGLISH else 1 if self.language & 0x3FF == ENGLISH else 4
        if self.platform == MACINTOSH:
            return 2 if self.language == 0 else 5
        return 3


def read_names(table: bytes) -> Mapping[NameId, str]:
    """Return the names in a ``name`` table, in English when there are several. Raises struct.error."""
    _, count, storage = struct.unpack_from(">HHH", table)
    records = table[6 : 6 + 12 * min(count, MAX_RECORDS)]
    best: dict[int, _NameRecord] = {}
    for fields in struct.iter_unpack(">6H", records[: len(records) // 12 * 12]):
        record = _NameRecord(*fields)
        if record.name in _WANTED and (record.name not in best or record.rank < best[record.name].rank):
            best[record.name] = record
    texts = {NameId(name): _decode_name(record, table, storage) for name, record in best.items()}
    return {name: text for name, text in texts.items() if text}


def _decode_name(record: _NameRecord, table: bytes, storage: int) -> str:
    # The import is here because only font files need it, and the start need not wait for it.
    from fontTools.misc.encodingTools import getEncoding  # noqa: PLC0415

    start = storage + record.offset
    raw = table[start : start + min(record.length, MAX_BYTES)]
    encoding = getEncoding(record.platform, record.encoding, record.language) or "latin-1"
    try:
        text = raw.decode(encoding, "replace")
    except (LookupError, UnicodeError):
        text = raw.decode("latin-1")
    return " ".join(text.replace("\0", " ").split())
