"""The characters that a font has glyphs for (its ``cmap`` table), and their scripts (Unicode's property).

Sources: https://learn.microsoft.com/en-us/typography/opentype/spec/cmap and
https://www.unicode.org/reports/tr24/
"""

import functools
import struct
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

Range = tuple[int, int]
"""First and last code point."""

LAST = 0x10FFFF

_BEST = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0), (3, 0))
"""Platforms and encodings of Unicode, the complete ones first; the last is for symbol fonts."""

_NO_SCRIPT = frozenset({"Zyyy", "Zinh", "Zzzz"})
"""Common (shared by many scripts), Inherited (from the previous character), Unknown (not assigned)."""


def read_characters(table: bytes) -> tuple[Range, ...]:
    """Return the code points that a ``cmap`` table maps, as ascending ranges. Raises struct.error."""
    number, subtable = best_subtable(table)
    return tuple(_join_ranges(_READERS[number](subtable))) if number else ()


def best_subtable(table: bytes) -> tuple[int, bytes]:
    """Return the format and the bytes of the most complete Unicode map; 0 without one that is known.

    Raises struct.error.
    """
    _, count = struct.unpack_from(">HH", table)
    directory = table[4 : 4 + 8 * count]
    offsets = {
        (platform, encoding): offset
        for platform, encoding, offset in struct.iter_unpack(">HHI", directory[: len(directory) // 8 * 8])
    }
    for key in _BEST:
        if key in offsets:
            subtable = table[offsets[key] :]
            (number,) = struct.unpack_from(">H", subtable)
            if number in _READERS:
                return number, subtable
    return 0, b""


def _join_ranges(ranges: Iterable[Range]) -> Iterator[Range]:
    """Join ranges that touch. A range that goes back is left out, so that no character counts twice."""
    first, last = 0, -1
    for low, high in ranges:
        if low <= last or high < low or high > LAST:
            continue
        if low == last + 1 and last >= 0:
            last = high
            continue
        if last >= 0:
            yield first, last
        first, last = low, high
    if last >= 0:
        yield first, last


def _read_segments(subtable: bytes) -> Iterator[Range]:
    """Read format 4: segments of the basic plane, each with a delta or with a list of glyphs."""
    (doubled,) = struct.unpack_from(">H", subtable, 6)
    count = doubled // 2
    ends = struct.unpack_from(f">{count}H", subtable, 14)
    starts, deltas, offsets = (
        struct.unpack_from(f">{count}H", subtable, 16 + doubled * part) for part in (1, 2, 3)
    )
    last = -1
    for number, (low, high, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        if not last < low <= high:
            continue  # segments ascend; reading another one would count characters twice
        last = high
        if not offset:
            missing = -delta & 0xFFFF  # the one character with glyph 0, which means no glyph
            yield low, min(high, missing - 1)
            yield max(low, missing + 1), high
        elif offset != 0xFFFF:
            place = 16 + doubled * 3 + 2 * number + offset
            yield from _mapped_characters(subtable[place : place + 2 * (high - low + 1)], low, delta)


def _mapped_characters(glyphs: bytes, first: int, delta: int = 0) -> Iterator[Range]:
    """Yield one character for each glyph, starting with ``first``; glyph 0 means no glyph."""
    for place, (glyph,) in enumerate(struct.iter_unpack(">H", glyphs[: len(glyphs) // 2 * 2])):
        if glyph and (glyph + delta) & 0xFFFF:
            yield first + place, first + place


def _read_trimmed_table(subtable: bytes) -> Iterator[Range]:
    """Read format 6: one run of characters."""
    first, count = struct.unpack_from(">HH", subtable, 6)
    return _mapped_characters(subtable[10 : 10 + 2 * count], first)


def _read_trimmed_array(subtable: bytes) -> Iterator[Range]:
    """Read format 10: the same as format 6, for all of Unicode."""
    first, count = struct.unpack_from(">II", subtable, 12)
    return _mapped_characters(subtable[20 : 20 + 2 * count], first)


def _read_groups(subtable: bytes) -> Iterator[Range]:
    """Read formats 12 and 13: groups of characters."""
    number, _, _, _, count = struct.unpack_from(">HHIII", subtable)
    groups = subtable[16 : 16 + 12 * count]
    for low, high, glyph in struct.iter_unpack(">III", groups[: len(groups) // 12 * 12]):
        if glyph:
            yield low, high
        elif number == 12:
            yield low + 1, high


_READERS: Mapping[int, Callable[[bytes], Iterator[Range]]] = {
    4: _read_segments,
    6: _read_trimmed_table,
    10: _read_trimmed_array,
    12: _read_groups,
    13: _read_groups,
}


def count_scripts(ranges: Iterable[Range]) -> Mapping[str, int]:
    """Count the characters of each script in ``ranges``, the script with most first."""
    starts, codes, names = _script_data()
    counts: Counter[str] = Counter()
    for low, high in ranges:
        place = bisect_right(starts, low) - 1
        while place < len(starts) and starts[place] <= high:
            end = starts[place + 1] - 1 if place + 1 < len(starts) else LAST
            counts[codes[place]] += min(high, end) - max(low, starts[place]) + 1
            place += 1
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return {names[code].replace("_", " "): count for code, count in ranked if code not in _NO_SCRIPT}


@functools.cache
def _script_data() -> tuple[Sequence[int], Sequence[str], Mapping[str, str]]:
    """Return the first character of each run of one script, the run's code, and the names of the codes."""
    from fontTools.unicodedata import Scripts  # noqa: PLC0415 - saves a tenth of a second at the start

    return Scripts.RANGES, Scripts.VALUES, Scripts.NAMES
