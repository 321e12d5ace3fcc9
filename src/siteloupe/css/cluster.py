"""Colors that look alike, taken together: greedy by weight, on a grid in OKLab, whatever their order."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from siteloupe.css.color import Color
from siteloupe.css.nearest import Neighbours

RADIUS = 0.025
"""The ΔE_OK up to which colors are taken together; about 0.02 is just noticeable."""


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
    grids: dict[int, Neighbours[Color]] = {}
    for color in sorted(weights, key=lambda color: (-weights[color], color)):
        lab, transparency = color.oklab, _transparency(color)
        if (grid := grids.get(transparency)) is None:
            grid = grids[transparency] = Neighbours(radius, 2 * radius)
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
