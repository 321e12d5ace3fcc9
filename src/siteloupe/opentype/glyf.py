"""Quadratic outlines: the ``glyf`` table, and glyphs that are made of others.

Source: https://learn.microsoft.com/en-us/typography/opentype/spec/glyf
"""

import struct
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple, Protocol

from siteloupe.opentype.svg_path import OutlinePoint, SvgPath, TooComplex

MAX_DEPTH = 6
"""How deep glyphs may be made of others."""

MAX_PARTS = 100
"""Most parts of one glyph."""

MAX_WORK = 20_000
"""Most points that are read for one specimen, where each glyph counts as GLYPH points more."""

GLYPH = 20

MAX_GLYPH_POINTS = 4000
"""Most points of one glyph."""

Matrix = tuple[float, float, float, float]
_PLAIN: Matrix = (1.0, 0.0, 0.0, 1.0)

_WORDS, _OFFSETS, _SCALE, _MORE, _TWO_SCALES, _FOUR_SCALES, _INSTRUCTIONS = 1, 2, 8, 0x20, 0x40, 0x80, 0x100
_ON, _SHORT_X, _SHORT_Y, _REPEAT, _SAME_X, _SAME_Y = 1, 2, 4, 8, 16, 32


class GlyphPart(NamedTuple):
    """A glyph that is a part of another one: its matrix and where it is moved to."""

    glyph: int
    matrix: Matrix
    x: float
    y: float


class Glyph(NamedTuple):
    """A glyph: outlines of its own, or parts."""

    contours: Sequence[Sequence[OutlinePoint]] = ()
    parts: Sequence[GlyphPart] = ()


class Glyphs(Protocol):
    """Where the glyphs of a font are. Broken ones raise struct.error, ValueError or IndexError."""

    def glyph(self, number: int) -> Glyph:
        """Return one glyph."""


class QuadraticOutlines:
    """Draws glyphs, with their parts."""

    def __init__(self, glyphs: Glyphs) -> None:
        self._glyphs = glyphs
        self._left = MAX_WORK

    def draw(self, number: int, path: SvgPath) -> None:
        """Add a glyph to ``path``. Raises TooComplex, and as Glyphs."""
        for contour in self._contours(number, MAX_DEPTH):
            path.add_contour(contour)

    def _contours(self, number: int, depth: int) -> Iterator[Sequence[OutlinePoint]]:
        glyph = self._glyphs.glyph(number)
        self._left -= GLYPH + sum(map(len, glyph.contours)) + len(glyph.contours)
        if self._left < 0 or depth < 0:
            raise TooComplex("glyphs of more points or parts than a font needs")
        yield from glyph.contours
        for part in glyph.parts:
            a, b, c, d = part.matrix
            for contour in self._contours(part.glyph, depth - 1):
                yield [
                    OutlinePoint(a * x + c * y + part.x, b * x + d * y + part.y, on) for x, y, on in contour
                ]


class PlainGlyphs:
    """The glyphs of a ``glyf`` table, at the places that ``loca`` gives."""

    def __init__(self, glyf: bytes, loca: bytes, *, is_long: bool) -> None:
        self._glyf = glyf
        self._loca = loca
        self._is_long = is_long

    def glyph(self, number: int) -> Glyph:
        """Return one glyph."""
        if self._is_long:
            start, end = struct.unpack_from(">II", self._loca, 4 * number)
        else:
            start, end = (2 * half for half in struct.unpack_from(">HH", self._loca, 2 * number))
        data = self._glyf[start:end]
        if len(data) < 10:
            return Glyph()
        (contours,) = struct.unpack_from(">h", data)
        return _simple_glyph(data, contours) if contours >= 0 else Glyph(parts=read_parts(data, 10)[0])


def _simple_glyph(data: bytes, contours: int) -> Glyph:
    ends = struct.unpack_from(f">{contours}H", data, 10)
    if any(low >= high for low, high in pairwise(ends)):
        raise ValueError("outlines do not follow one another")
    count = ends[-1] + 1 if ends else 0
    if count > MAX_GLYPH_POINTS:
        raise TooComplex("a glyph of more points than a font needs")
    at = 10 + 2 * contours
    at += 2 + struct.unpack_from(">H", data, at)[0]  # instructions
    flags: list[int] = []
    while len(flags) < count:
        flag = data[at]
        at += 1
        flags.append(flag)
        if flag & _REPEAT:
            flags += [flag] * data[at]
            at += 1
    del flags[count:]
    xs, at = _coordinates(data, at, flags, _SHORT_X, _SAME_X)
    ys, _ = _coordinates(data, at, flags, _SHORT_Y, _SAME_Y)
    points = [OutlinePoint(x, y, bool(flag & _ON)) for x, y, flag in zip(xs, ys, flags, strict=True)]
    return Glyph([points[low:high] for low, high in pairwise([0, *(end + 1 for end in ends)])])


def _coordinates(data: bytes, at: int, flags: Sequence[int], short: int, same: int) -> tuple[list[int], int]:
    steps = []
    for flag in flags:
        if flag & short:
            steps.append(data[at] if flag & same else -data[at])
            at += 1
        elif flag & same:
            steps.append(0)
        else:
            steps.append(struct.unpack_from(">h", data, at)[0])
            at += 2
    return list(accumulate(steps)), at


def read_parts(data: bytes, at: int) -> tuple[list[GlyphPart], int, bool]:
    """Return the parts of a glyph, where they end, and whether instructions follow.

    Raises struct.error, and TooComplex for too many.
    """
    parts: list[GlyphPart] = []
    flags = _MORE
    has_instructions = False
    while flags & _MORE:
        flags, number = struct.unpack_from(">HH", data, at)
        at += 4
        x, y = struct.unpack_from(">hh" if flags & _WORDS else ">bb", data, at)
        at += 4 if flags & _WORDS else 2
        matrix = _PLAIN
        if flags & _SCALE:
            (scale,) = _fractions(data, at, 1)
            matrix, at = (scale, 0.0, 0.0, scale), at + 2
        elif flags & _TWO_SCALES:
            one, other = _fractions(data, at, 2)
            matrix, at = (one, 0.0, 0.0, other), at + 4
        elif flags & _FOUR_SCALES:
            a, b, c, d = _fractions(data, at, 4)
            matrix, at = (a, b, c, d), at + 8
        if not flags & _OFFSETS:
            x = y = 0  # by points of both glyphs, which hardly any font does
        parts.append(GlyphPart(number, matrix, x, y))
        if len(parts) > MAX_PARTS:
            raise TooComplex("a glyph of more parts than a font needs")
        has_instructions = has_instructions or bool(flags & _INSTRUCTIONS)
    return parts, at, has_instructions


def _fractions(data: bytes, at: int, count: int) -> list[float]:
    """Read numbers with 14 bits behind the point."""
    return [number / 16384 for number in struct.unpack_from(f">{count}h", data, at)]
