"""Outlines of glyphs → the data of one SVG path, in whole numbers and as short as such data gets.

It has only letters of commands, digits, signs and spaces, so it is safe in an attribute.
Source: https://www.w3.org/TR/SVG2/paths.html#PathData
"""

from collections.abc import Sequence
from typing import NamedTuple

EM = 400
"""Units of a path for one em: steps of a tenth of a pixel at 40 px."""

MAX_POINTS = 8000
"""Most points of one path; forty letters of an ordinary font have 1,500."""

MAX_COORDINATE = 8 * EM
"""Coordinates are cut here, so that no number gets long."""


MAX_WIDTH = 60 * EM


class TooComplex(ValueError):
    """The outlines have more points or parts than a specimen may."""


class OutlinePoint(NamedTuple):
    """A point of a quadratic outline, in the font's units; ``on`` is false for a control point."""

    x: float
    y: float
    on: bool


class SvgPath:
    """Takes outlines as the pens of fontTools do, in the font's units, and writes them with y downwards.

    ``origin`` is where the next glyph stands, in the font's units.
    """

    def __init__(self, units_per_em: int) -> None:
        self.origin = 0.0
        self._scale = EM / units_per_em
        self._pieces: list[str] = []
        self._at = self._start = (0, 0)
        self._left = MAX_POINTS
        self.top = self.bottom = 0

    @property
    def data(self) -> str:
        """The path so far."""
        return "".join(self._pieces)

    @property
    def width(self) -> int:
        """How far to the right the next glyph would stand."""
        return max(1, min(round(self.origin * self._scale), MAX_WIDTH))

    @property
    def length(self) -> int:
        """How many pieces there are; for ``cut``."""
        return len(self._pieces)

    def cut(self, length: int) -> None:
        """Take away the pieces behind the first ``length``."""
        del self._pieces[length:]

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - a pen's name
        """Begin an outline."""
        self._at = self._start = self._place(point)
        self._pieces.append(f"M{self._at[0]} {self._at[1]}")

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        """Add a line."""
        x, y = place = self._place(point)
        dx, dy = x - self._at[0], y - self._at[1]
        if dx or dy:
            self._pieces.append(f"v{dy}" if not dx else f"h{dx}" if not dy else f"l{_numbers((dx, dy))}")
        self._at = place

    def qCurveTo(self, control: tuple[float, float], point: tuple[float, float]) -> None:  # noqa: N802
        """Add a quadratic curve with one control point."""
        self._curve("q", (control, point))

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        """Add a cubic curve: two control points and its end."""
        self._curve("c", points)

    def closePath(self) -> None:  # noqa: N802
        """End an outline."""
        self._pieces.append("z")
        self._at = self._start

    endPath = closePath  # noqa: N815

    def add_contour(self, points: Sequence[OutlinePoint]) -> None:
        """Add a closed outline of TrueType: between two control points there is a point on the line."""
        if len(points) < 2:
            return
        first = next((place for place, point in enumerate(points) if point.on), None)
        if first is None:
            start = _middle(points[-1], points[0])
            rest = [*points]
        else:
            start = points[first]
            rest = [*points[first + 1 :], *points[:first]]
        self.moveTo(start[:2])
        control: OutlinePoint | None = None
        for point in (*rest, start):
            if control is None:
                if point.on:
                    self.lineTo(point[:2])
            elif point.on:
                self.qCurveTo(control[:2], point[:2])
            else:
                self.qCurveTo(control[:2], _middle(control, point)[:2])
            control = None if point.on else point
        self.closePath()

    def _curve(self, command: str, points: Sequence[tuple[float, float]]) -> None:
        x, y = self._at
        places = [self._place(point) for point in points]
        self._pieces.append(command + _numbers([n for px, py in places for n in (px - x, py - y)]))
        self._at = places[-1]

    def _place(self, point: tuple[float, float]) -> tuple[int, int]:
        """Return a point on the path's grid, and count it."""
        self._left -= 1
        if self._left < 0:
            raise TooComplex("more points than a specimen may have")
        x = round((point[0] + self.origin) * self._scale)
        y = -round(min(max(point[1] * self._scale, -MAX_COORDINATE), MAX_COORDINATE))
        self.top, self.bottom = min(self.top, y), max(self.bottom, y)
        return min(max(x, -MAX_COORDINATE), MAX_WIDTH), y


def _middle(one: OutlinePoint, other: OutlinePoint) -> OutlinePoint:
    return OutlinePoint((one.x + other.x) / 2, (one.y + other.y) / 2, on=True)


def _numbers(values: Sequence[int]) -> str:
    """Write numbers with a space where no sign separates them."""
    return "".join(
        str(value) if not place or value < 0 else f" {value}" for place, value in enumerate(values)
    )
