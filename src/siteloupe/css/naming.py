"""Names of colors: CSS's own name for an exact match, otherwise the nearest name of a bundled list.

``scripts/color_names`` makes the list from color-name-list; see NOTICE.
"""

import lzma
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources

from siteloupe.css.cluster import Neighbors
from siteloupe.css.color import Color
from siteloupe.css.color_names import COLOR_NAMES

FARTHEST = 0.035
"""The largest ΔE_OK at which a name fits: a little above the difference that people see side by side."""

_EXACT = {value: name for name, value in reversed(COLOR_NAMES.items())}


@lru_cache(maxsize=4096)
def name_of(color: Color) -> str | None:
    """Return the name of ``color``, without its alpha; None when no name of the list is near."""
    red, green, blue, _ = color
    exact = _EXACT.get(red << 16 | green << 8 | blue)
    return exact or _name_grid().nearest(color.oklab)


@cache
def _name_grid() -> Neighbors[str]:
    names: Neighbors[str] = Neighbors(FARTHEST, FARTHEST)
    for color, name in read_color_names():
        names.add(color.oklab, name)
    return names


def read_color_names() -> Iterator[tuple[Color, str]]:
    """Yield every color of the bundled list with its name."""
    packed = resources.files("siteloupe.data").joinpath("color_names.xz").read_bytes()
    unpacked = lzma.decompress(packed)
    count = int.from_bytes(unpacked[:4], "big")
    colors, names = unpacked[4 : 4 + 3 * count], unpacked[4 + 3 * count :].decode().split("\n")
    for index, name in enumerate(names):
        red, green, blue = colors[3 * index : 3 * index + 3]
        yield Color(red, green, blue), name
