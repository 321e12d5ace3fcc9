"""Colours that look alike, taken together: greedy by weight, on a grid in OKLab, whatever their order."""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass

from siteloupe.css.color import Color
from siteloupe.css.color_matrices import Triple

RADIUS = 0.025
"""The ΔE_OK up to which colours are taken together; about 0.02 is just noticeable."""

_NEIGHBOURS = tuple(itertools.product((-1, 0, 1), repeat=3))
_Cell = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Cluster:
    """Colours alike: the heaviest of them, their weight together, and all of them, the heaviest first."""

    color: Color
    weight: float
    members: tuple[Color, ...]


def cluster(weights: Mapping[Color, float], radius: float = RADIUS) -> list[Cluster]:
    """The clusters of ``weights``, the heaviest first; equal weights by the colours' values.

    Each colour joins the nearest heavier representative within ``radius``. An opaque colour never joins one
    that is not, nor do alphas a tenth apart.
    """
    members: dict[Color, list[Color]] = {}
    grid: dict[_Cell, list[tuple[Triple, Color]]] = {}
    for color in sorted(weights, key=lambda color: (-weights[color], color)):
        lab = color.oklab
        cell = _cell(color, lab, radius)
        nearest = _nearest(grid, cell, lab, radius)
        if nearest is None:
            members[color] = [color]
            grid.setdefault(cell, []).append((lab, color))
        else:
            members[nearest].append(color)
    found = (
        Cluster(color, sum(weights[one] for one in alike), tuple(alike)) for color, alike in members.items()
    )
    return sorted(found, key=lambda one: (-one.weight, one.color))


def _cell(color: Color, lab: Triple, radius: float) -> _Cell:
    transparency = 0 if color.is_opaque else 1 + math.floor(color.alpha * 10)
    return math.floor(lab[0] / radius), math.floor(lab[1] / radius), math.floor(lab[2] / radius), transparency


def _nearest(
    grid: Mapping[_Cell, list[tuple[Triple, Color]]], cell: _Cell, lab: Triple, radius: float
) -> Color | None:
    x, y, z, transparency = cell
    best, nearest = radius, None
    for dx, dy, dz in _NEIGHBOURS:
        for other, color in grid.get((x + dx, y + dy, z + dz, transparency), ()):
            distance = math.dist(lab, other)
            if distance < best or (distance == best and nearest is None):
                best, nearest = distance, color
    return nearest
