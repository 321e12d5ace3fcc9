"""What people call a colour: CSS's own name where it is exactly one, else the nearest of a bundled list.

The list is packed by ``scripts/color_names`` from color-name-list; see NOTICE.
"""

import lzma
import math
from functools import cache, lru_cache
from importlib import resources

from siteloupe.css.color import Color
from siteloupe.css.color_matrices import Triple
from siteloupe.css.color_names import COLOR_NAMES
from siteloupe.css.color_spaces import srgb_to_oklab

FARTHEST = 0.035
"""The ΔE_OK up to which a name fits: a little more than two swatches side by side need to look different."""

_Cell = tuple[int, int, int]

_EXACT = {value: name for name, value in reversed(COLOR_NAMES.items())}


@lru_cache(maxsize=4096)
def name_of(color: Color) -> str | None:
    """The name of ``color``, its alpha left out; None when no name of the list is near."""
    red, green, blue, _ = color
    exact = _EXACT.get(red << 16 | green << 8 | blue)
    return exact or _nearest(color.oklab)


def _nearest(lab: Triple) -> str | None:
    best, found = FARTHEST, None
    grid = _grid()
    x, y, z = _cell(lab)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            for dz in (-1, 0, 1):
                for other, name in grid.get((x + dx, y + dy, z + dz), ()):
                    if (distance := math.dist(lab, other)) < best:
                        best, found = distance, name
    return found


def _cell(lab: Triple) -> _Cell:
    return math.floor(lab[0] / FARTHEST), math.floor(lab[1] / FARTHEST), math.floor(lab[2] / FARTHEST)


@cache
def _grid() -> dict[_Cell, list[tuple[Triple, str]]]:
    packed = resources.files("siteloupe.data").joinpath("color_names.xz").read_bytes()
    unpacked = lzma.decompress(packed)
    count = int.from_bytes(unpacked[:4], "big")
    colors, names = unpacked[4 : 4 + 3 * count], unpacked[4 + 3 * count :].decode().split("\n")
    grid: dict[_Cell, list[tuple[Triple, str]]] = {}
    for index, name in enumerate(names):
        red, green, blue = colors[3 * index : 3 * index + 3]
        lab = srgb_to_oklab((red / 255, green / 255, blue / 255))
        grid.setdefault(_cell(lab), []).append((lab, name))
    return grid
