"""What people call a color: CSS's own name where it is exactly one, else the nearest of a bundled list.

The list is packed by ``scripts/color_names`` from color-name-list; see NOTICE.
"""

import lzma
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources

from siteloupe.css.cluster import Neighbors
from siteloupe.css.color import Color
from siteloupe.css.color_names import COLOR_NAMES

FARTHEST = 0.035
"""The ΔE_OK up to which a name fits: a little more than two swatches side by side need to look different."""

_EXACT = {value: name for name, value in reversed(COLOR_NAMES.items())}


@lru_cache(maxsize=4096)
def name_of(color: Color) -> str | None:
    """The name of ``color``, its alpha left out; None when no name of the list is near."""
    red, green, blue, _ = color
    exact = _EXACT.get(red << 16 | green << 8 | blue)
    return exact or _names().nearest(color.oklab)


@cache
def _names() -> Neighbors[str]:
    names: Neighbors[str] = Neighbors(FARTHEST, FARTHEST)
    for color, name in listed():
        names.add(color.oklab, name)
    return names


def listed() -> Iterator[tuple[Color, str]]:
    """Every color of the bundled list with its name."""
    packed = resources.files("siteloupe.data").joinpath("color_names.xz").read_bytes()
    unpacked = lzma.decompress(packed)
    count = int.from_bytes(unpacked[:4], "big")
    colors, names = unpacked[4 : 4 + 3 * count], unpacked[4 + 3 * count :].decode().split("\n")
    for index, name in enumerate(names):
        red, green, blue = colors[3 * index : 3 * index + 3]
        yield Color(red, green, blue), name
