"""The character map: for which characters a font has glyphs, as ranges, and which scripts these are.

Sources: https://learn.microsoft.com/en-us/typography/opentype/spec/cmap and Unicode's property of scripts,
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
"""Platforms and encodings of Unicode, those with all of it first; the last is that of symbol fonts."""


def characters(table: bytes) -> tuple[Range, ...]:
    """The code points that a ``cmap`` table maps, as ascending ranges. Raises struct.error."""
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
            if (reader := _READERS.get(number)) is not None:
                return tuple(_ascending(reader(subtable)))
    return ()


def _ascending(ranges: Iterable[Range]) -> Iterator[Range]:
    """Ranges joined where they touch; one that goes back is left out, so no character counts twice."""
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


def _segments(subtable: bytes) -> Iterator[Range]:
    """Format 4: segments of the basic plane, each by an offset or by a list of glyphs."""
    (doubled,) = struct.unpack_from(">H", subtable, 6)
    count = doubled // 2
    ends = struct.unpack_from(f">{count}H", subtable, 14)
    starts, deltas, offsets = (
        struct.unpack_from(f">{count}H", subtable, 16 + doubled * part) for part in (1, 2, 3)
    )
    last = -1
    for number, (low, high, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        if not last < low <= high:
            continue  # segments ascend: what does not would be looked at twice
        last = high
        if not offset:
            missing = -delta & 0xFFFF  # the one character that is mapped to glyph 0, which is none
            yield low, min(high, missing - 1)
            yield max(low, missing + 1), high
        elif offset != 0xFFFF:
            place = 16 + doubled * 3 + 2 * number + offset
            yield from _listed(subtable[place : place + 2 * (high - low + 1)], low, delta)


def _listed(glyphs: bytes, first: int, delta: int = 0) -> Iterator[Range]:
    """One character a glyph, from ``first`` on; glyph 0 stands for none."""
    for place, (glyph,) in enumerate(struct.iter_unpack(">H", glyphs[: len(glyphs) // 2 * 2])):
        if glyph and (glyph + delta) & 0xFFFF:
            yield first + place, first + place


def _trimmed(subtable: bytes) -> Iterator[Range]:
    """Format 6: one run of characters."""
    first, count = struct.unpack_from(">HH", subtable, 6)
    return _listed(subtable[10 : 10 + 2 * count], first)


def _long_trimmed(subtable: bytes) -> Iterator[Range]:
    """Format 10: format 6 for all of Unicode."""
    first, count = struct.unpack_from(">II", subtable, 12)
    return _listed(subtable[20 : 20 + 2 * count], first)


def _groups(subtable: bytes) -> Iterator[Range]:
    """Formats 12 and 13: groups of characters."""
    number, _, _, _, count = struct.unpack_from(">HHIII", subtable)
    groups = subtable[16 : 16 + 12 * count]
    for low, high, glyph in struct.iter_unpack(">III", groups[: len(groups) // 12 * 12]):
        if glyph:
            yield low, high
        elif number == 12:
            yield low + 1, high


_READERS: Mapping[int, Callable[[bytes], Iterator[Range]]] = {
    4: _segments,
    6: _trimmed,
    10: _long_trimmed,
    12: _groups,
    13: _groups,
}


_NO_SCRIPT = frozenset({"Zyyy", "Zinh", "Zzzz"})
"""Shared by many scripts, inherited from the character before, not assigned."""


def scripts(ranges: Iterable[Range]) -> Mapping[str, int]:
    """How many characters of each script there are in ``ranges``, the one with most first."""
    starts, codes, names = _data()
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
def _data() -> tuple[Sequence[int], Sequence[str], Mapping[str, str]]:
    """Where each run of one script begins, its code, and the names of the codes."""
    from fontTools.unicodedata import Scripts  # noqa: PLC0415 - a tenth of a second that start-up need not wait for

    return Scripts.RANGES, Scripts.VALUES, Scripts.NAMES
