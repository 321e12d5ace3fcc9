"""Quadratic outlines in WOFF2's own form of the ``glyf`` table.

Source: https://www.w3.org/TR/WOFF2/#glyf_table_format
"""

import struct
from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import NamedTuple

from siteloupe.opentype.glyf import MAX_GLYPH_POINTS, Glyph, read_parts
from siteloupe.opentype.svg_path import OutlinePoint, TooComplex

MAX_PASSED = 500_000
"""Most outlines and bytes of parts that are passed over; a Chinese font of 20,000 glyphs has 200,000."""

_SIZES = bytes([*[1] * 84, *[2] * 36, *[3] * 4, *[4] * 4] * 2)
"""How many bytes the step to a point has, by its flag."""


class _Start(NamedTuple):
    """Where a glyph begins in the streams of points, flags, steps and parts."""

    points: int
    flags: int
    steps: int
    parts: int


class TransformedGlyphs:
    """The glyphs of such a table: streams in which each glyph follows the one before."""

    def __init__(self, table: bytes) -> None:
        _, _, count, _ = struct.unpack_from(">4H", table)
        sizes = struct.unpack_from(">7I", table, 8)
        places = list(accumulate(sizes, initial=36))
        streams = [table[low:high] for low, high in pairwise(places)]
        contours, self._points, self._flags, self._steps, self._parts = streams[:5]
        self._contours = struct.unpack_from(f">{count}h", contours)
        self._starts = [_Start(0, 0, 0, 0)]
        self._left = MAX_PASSED

    def glyph(self, number: int) -> Glyph:
        """Return one glyph. Those before it are passed over once."""
        if number >= len(self._contours):
            raise IndexError("there is no such glyph")
        while len(self._starts) <= number + 1:
            self._pass(len(self._starts) - 1)
        contours, start = self._contours[number], self._starts[number]
        if contours < 0:
            return Glyph(parts=read_parts(self._parts, start.parts)[0])
        counts, _ = self._counts(contours, start.points)
        total = sum(counts)
        if total > MAX_GLYPH_POINTS:
            raise TooComplex("a glyph of more points than a font needs")
        points = list(_points(self._flags[start.flags : start.flags + total], self._steps, start.steps))
        ends = list(accumulate(counts, initial=0))
        return Glyph([points[low:high] for low, high in pairwise(ends)])

    def _pass(self, number: int) -> None:
        """Note where the glyph behind ``number`` begins."""
        contours, (points, flags, steps, parts) = self._contours[number], self._starts[number]
        has_instructions = contours > 0
        if contours < 0:
            before, (_, parts, has_instructions) = parts, read_parts(self._parts, parts)
            self._left -= parts - before
        elif contours:
            self._left -= contours
            counts, points = self._counts(contours, points)
            total = sum(counts)
            steps += sum(self._flags[flags : flags + total].translate(_SIZES))
            flags += total
        if has_instructions:
            _, steps = _read_255(self._steps, steps)
        if self._left < 0:
            raise TooComplex("more outlines than a font needs before a glyph")
        self._starts.append(_Start(points, flags, steps, parts))

    def _counts(self, contours: int, at: int) -> tuple[list[int], int]:
        """Return the number of points of each outline of a glyph, and where the next glyph's are."""
        counts = []
        for _ in range(contours):
            count, at = _read_255(self._points, at)
            counts.append(count)
        return counts, at


def _points(flags: bytes, steps: bytes, at: int) -> Iterator[OutlinePoint]:
    """Source: https://www.w3.org/TR/WOFF2/#triplet_decoding."""
    x = y = 0
    for flag in flags:
        kind = flag & 0x7F
        b = steps[at : at + _SIZES[flag]]
        at += _SIZES[flag]
        dx, dy = _step(kind, b)
        x += dx if flag & 1 or kind < 10 else -dx
        y += dy if (flag & 1 if kind < 10 else flag & 2 or 10 <= kind < 20) else -dy
        yield OutlinePoint(x, y, on=flag < 0x80)


def _step(kind: int, b: bytes) -> tuple[int, int]:
    """Return how far to the right and up it is to a point, without signs."""
    if kind < 10:
        return 0, ((kind & 14) << 7) + b[0]
    if kind < 20:
        return (((kind - 10) & 14) << 7) + b[0], 0
    if kind < 84:
        kind -= 20
        return 1 + (kind & 0x30) + (b[0] >> 4), 1 + ((kind & 0x0C) << 2) + (b[0] & 15)
    if kind < 120:
        kind -= 84
        return 1 + (kind // 12 << 8) + b[0], 1 + (kind % 12 >> 2 << 8) + b[1]
    if kind < 124:
        return (b[0] << 4) + (b[1] >> 4), ((b[1] & 15) << 8) + b[2]
    return (b[0] << 8) + b[1], (b[2] << 8) + b[3]


def _read_255(data: bytes, at: int) -> tuple[int, int]:
    """Return a number and where it ends: https://www.w3.org/TR/WOFF2/#255UInt16-0."""
    code = data[at]
    if code == 253:
        return data[at + 1] << 8 | data[at + 2], at + 3
    if code == 254:
        return data[at + 1] + 506, at + 2
    if code == 255:
        return data[at + 1] + 253, at + 2
    return code, at + 1
