"""Colors that look alike: the nearest of many, and clusters.

Both use a grid in OKLab, so that only cells that may hold a nearer color are searched.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from siteloupe.css.color import Color
from siteloupe.css.color_matrices import Triple

RADIUS = 0.025
"""The ΔE_OK up to which colors are taken together; about 0.02 is just noticeable."""

Item = TypeVar("Item")


class Neighbors(Generic[Item]):
    """Items at points of OKLab. ``reach`` is the ΔE_OK up to which neighbours are looked for."""

    def __init__(self, reach: float, size: float) -> None:
        """Lay the grid; cells of ``size``, at least ``reach``, are best with about ten items each."""
        self._reach = reach
        self._size = size
        self._cells: dict[tuple[int, int, int], list[tuple[Triple, Item]]] = {}

    def add(self, point: Triple, item: Item) -> None:
        """Put ``item`` at ``point``."""
        size = self._size
        cell = math.floor(point[0] / size), math.floor(point[1] / size), math.floor(point[2] / size)
        self._cells.setdefault(cell, []).append((point, item))

    def nearest(self, point: Triple) -> Item | None:
        """The item nearest to ``point``, or None when none is within reach."""
        best, found = self._reach, None
        along_b = self._along(point[2])
        for x, to_x in self._along(point[0]):
            for y, to_y in self._along(point[1]) if to_x <= best else ():
                for z, to_z in along_b if to_y <= best else ():
                    if to_z > best:
                        continue
                    for other, item in self._cells.get((x, y, z), ()):
                        distance = math.dist(point, other)
                        if distance < best or (found is None and distance == best):
                            best, found = distance, item
        return found

    def _along(self, value: float) -> list[tuple[int, float]]:
        """The cells within reach along one axis, and how far they are; that of ``value`` first."""
        here = math.floor(value / self._size)
        above = value - here * self._size
        below = self._size - above
        found = [(here, 0.0)]
        if above <= self._reach:
            found.append((here - 1, above))
        if below <= self._reach:
            found.append((here + 1, below))
        return found


@dataclass(frozen=True, slots=True)
class Cluster:
    """Colors alike: the heaviest of them, their weight together, and all of them, the heaviest first."""

    color: Color
    weight: float
    members: tuple[Color, ...]


def cluster(weights: Mapping[Color, float], radius: float = RADIUS) -> list[Cluster]:
    """The clusters of ``weights``, the heaviest first; equal weights by the colors' values.

    Each color joins the nearest heavier representative within ``radius``. An opaque color never joins one
    that is not, nor do alphas a tenth apart.
    """
    members: dict[Color, list[Color]] = {}
    grids: dict[int, Neighbors[Color]] = {}
    for color in sorted(weights, key=lambda color: (-weights[color], color)):
        lab, transparency = color.oklab, _transparency(color)
        if (grid := grids.get(transparency)) is None:
            grid = grids[transparency] = Neighbors(radius, 2 * radius)
        if (nearest := grid.nearest(lab)) is None:
            members[color] = [color]
            grid.add(lab, color)
        else:
            members[nearest].append(color)
    found = (
        Cluster(color, sum(weights[one] for one in alike), tuple(alike)) for color, alike in members.items()
    )
    return sorted(found, key=lambda one: (-one.weight, one.color))


def _transparency(color: Color) -> int:
    return 0 if color.is_opaque else 1 + math.floor(color.alpha * 10)
