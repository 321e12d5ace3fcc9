"""The glyph of a character, by a font's ``cmap`` table.

Only single characters are looked up, so a map that claims a million of them costs nothing.
Source: https://learn.microsoft.com/en-us/typography/opentype/spec/cmap
"""

import struct
from collections.abc import Callable, Mapping

from siteloupe.opentype.characters import best_subtable


def glyph_id(table: bytes, character: str) -> int:
    """Return the glyph of ``character`` in a ``cmap`` table; 0 where it has none. Raises struct.error."""
    number, subtable = best_subtable(table)
    look_up = _LOOK_UPS.get(number)
    return look_up(subtable, ord(character)) if look_up else 0


def _in_segments(subtable: bytes, code: int) -> int:
    """Look up in format 4: segments of the basic plane, each with a delta or with a list of glyphs."""
    (doubled,) = struct.unpack_from(">H", subtable, 6)
    count = doubled // 2
    if code > 0xFFFF or not count:
        return 0
    low, high = 0, count - 1
    while low < high:  # the first segment that ends at the character or behind it
        middle = (low + high) // 2
        if struct.unpack_from(">H", subtable, 14 + 2 * middle)[0] < code:
            low = middle + 1
        else:
            high = middle
    end, start, delta, offset = (
        struct.unpack_from(">H", subtable, 14 + 2 * low + part)[0]
        for part in (0, 2 + doubled, 2 + 2 * doubled, 2 + 3 * doubled)
    )
    if not start <= code <= end or offset == 0xFFFF:
        return 0
    if not offset:
        return int(code + delta & 0xFFFF)
    place = 16 + 3 * doubled + 2 * low + offset + 2 * (code - start)
    (glyph,) = struct.unpack_from(">H", subtable, place)
    return glyph + delta & 0xFFFF if glyph else 0


def _in_trimmed_table(subtable: bytes, code: int) -> int:
    """Look up in format 6: one run of characters."""
    first, count = struct.unpack_from(">HH", subtable, 6)
    return _in_run(subtable, 10, code - first, count)


def _in_trimmed_array(subtable: bytes, code: int) -> int:
    """Look up in format 10: the same as format 6, for all of Unicode."""
    first, count = struct.unpack_from(">II", subtable, 12)
    return _in_run(subtable, 20, code - first, count)


def _in_run(subtable: bytes, start: int, place: int, count: int) -> int:
    return int(struct.unpack_from(">H", subtable, start + 2 * place)[0]) if 0 <= place < count else 0


def _in_groups(subtable: bytes, code: int) -> int:
    """Look up in formats 12 and 13: groups of characters."""
    number, _, _, _, count = struct.unpack_from(">HHIII", subtable)
    low, high = 0, min(count, (len(subtable) - 16) // 12)
    while low < high:
        middle = (low + high) // 2
        first, last, glyph = struct.unpack_from(">III", subtable, 16 + 12 * middle)
        if code < first:
            high = middle
        elif code > last:
            low = middle + 1
        else:
            return min(int(glyph + (code - first if number == 12 else 0)), 0xFFFF)
    return 0


_LOOK_UPS: Mapping[int, Callable[[bytes, int], int]] = {
    4: _in_segments,
    6: _in_trimmed_table,
    10: _in_trimmed_array,
    12: _in_groups,
    13: _in_groups,
}
