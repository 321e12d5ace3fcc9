"""Similar colors: the nearest of many, and clusters.

Both use a grid in OKLab and search only the cells that can hold a nearer color.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from siteloupe.css.color import Color
from siteloupe.css.color_matrices import Triple

RADIUS = 0.025
"""The largest ΔE_OK between colors of one cluster; people notice about 0.02."""

Item = TypeVar("Item")


class Neighbors(Generic[Item]):
    """Items at points of OKLab. ``reach`` is the largest ΔE_OK of a neighbor."""

    def __init__(self, reach: float, size: float) -> None:
        """Make a grid with cells of ``size``, at least ``reach``; about ten items in each are fastest."""
        self._reach = reach
        self._size = size
        self._cells: dict[tuple[int, int, int], list[tuple[Triple, Item]]] = {}

    def add(self, point: Triple, item: Item) -> None:
        """Put ``item`` at ``point``."""
        size = self._size
        cell = math.floor(point[0] / size), math.floor(point[1] / size), math.floor(point[2] / size)
        self._cells.setdefault(cell, []).append((point, item))

    def nearest(self, point: Triple) -> Item | None:
        """Return the item nearest to ``point``, or None when none is within reach."""
        best, nearest = self._reach, None
        along_lightness, along_a, along_b = map(self._cells_along, point)
        for x, to_x in along_lightness:
            for y, to_y in along_a if to_x <= best else ():
                for z, to_z in along_b if to_y <= best else ():
                    if to_z > best:
                        continue
                    for other, item in self._cells.get((x, y, z), ()):
                        distance = math.dist(point, other)
                        if distance < best or (nearest is None and distance == best):
                            best, nearest = distance, item
        return nearest

    def _cells_along(self, value: float) -> list[tuple[int, float]]:
        """Return the cells within reach along one axis with their distances, the cell of ``value`` first."""
        here = math.floor(value / self._size)
        above = value - here * self._size
        below = self._size - above
        cells = [(here, 0.0)]
        if above <= self._reach:
            cells.append((here - 1, above))
        if below <= self._reach:
            cells.append((here + 1, below))
        return cells


@dataclass(frozen=True, slots=True)
class ColorCluster:
    """Similar colors: the heaviest color, the sum of their weights, and all colors, the heaviest first."""

    color: Color
    weight: float
    members: tuple[Color, ...]


def cluster_colors(weights: Mapping[Color, float], radius: float = RADIUS) -> list[ColorCluster]:
    """Return the clusters of ``weights``, the heaviest first; colors' values order equal weights.

    Sums are exact: those of ``sum`` depend on the order, and on the version of Python.

    Each color joins the nearest heavier representative within ``radius``. An opaque color never joins a
    transparent one, nor do colors join whose alphas differ by a tenth.
    """
    members: dict[Color, list[Color]] = {}
    grids: dict[int, Neighbors[Color]] = {}
    for color in sorted(weights, key=lambda color: (-weights[color], color)):
        lab, transparency = color.oklab, _alpha_step(color)
        if (grid := grids.get(transparency)) is None:
            grid = grids[transparency] = Neighbors(radius, 2 * radius)
        if (nearest := grid.nearest(lab)) is None:
            members[color] = [color]
            grid.add(lab, color)
        else:
            members[nearest].append(color)
    clusters = (
        ColorCluster(color, math.fsum(weights[one] for one in similar), tuple(similar))
        for color, similar in members.items()
    )
    return sorted(clusters, key=lambda cluster: (-cluster.weight, cluster.color))


def _alpha_step(color: Color) -> int:
    return 0 if color.is_opaque else 1 + math.floor(color.alpha * 10)
