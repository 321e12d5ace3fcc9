"""Names of colors that people know: CSS's own for a color that is very near, otherwise shade and hue.

Hues and their names in dark and light shades are a table, ``color_hues.tsv``: its ``up_to`` is the end of a
range of hues in OKLCH, in degrees. Shades are steps of OKLCH's lightness, which are about equal to the eye.
Source: https://www.w3.org/TR/css-color-4/#ok-lab
"""

import math
from functools import cache, lru_cache
from typing import NamedTuple

from siteloupe.css.cluster import Neighbors
from siteloupe.css.color import Color
from siteloupe.css.color_names import COLOR_NAMES
from siteloupe.data import rows

Shades = tuple[tuple[float, str], ...]

FARTHEST = 0.02
"""The largest ΔE_OK at which CSS's name fits: about the difference that people see side by side."""

GRAY = 0.012
"""The largest chroma of a gray."""

GRAYISH = 0.05
"""The largest chroma of a color that looks grayish."""

SHADES: Shades = ((0.3, "very dark"), (0.48, "dark"), (0.72, ""), (0.87, "light"), (1.1, "very light"))
"""Shades by the lightness up to which they go."""

DARK = 0.6
LIGHT = 0.8
PALE = 0.12
"""The lightness below and above which some hues have another name: a dark orange is a brown, and a light one
of no more chroma than PALE a peach. Colors of more chroma than VIVID keep the name of their hue."""

VIVID = 0.15

DARK_SHADES: Shades = ((0.28, "very dark"), (0.42, "dark"), (DARK, ""))
LIGHT_SHADES: Shades = ((0.92, ""), (1.1, "very light"))


class _Hue(NamedTuple):
    up_to: float
    name: str
    dark: str
    light: str


@lru_cache(maxsize=4096)
def name_of(color: Color) -> str:
    """Return the name of ``color`` in lower case, without its alpha."""
    red, green, blue, _ = color
    exact = _EXACT.get(red << 16 | green << 8 | blue)
    return exact or _css_names().nearest(color.oklab) or shade_and_hue(color)


def shade_and_hue(color: Color) -> str:
    """Return what a color looks like in words, such as "dark teal" or "light grayish blue"."""
    lightness, a, b = color.oklab
    chroma = math.hypot(a, b)
    if chroma <= GRAY:
        return f"{_shade(lightness, SHADES)} gray".strip()
    angle = math.degrees(math.atan2(b, a)) % 360
    hue = next(each for each in _hues() if angle <= each.up_to)
    name, shades = hue.name, SHADES
    if hue.dark and lightness < DARK and chroma <= VIVID:
        name, shades = hue.dark, DARK_SHADES
    elif hue.light and lightness > LIGHT and chroma <= PALE:
        name, shades = hue.light, LIGHT_SHADES
    words = (_shade(lightness, shades), "grayish" if chroma <= GRAYISH else "", name)
    return " ".join(word for word in words if word)


def _shade(lightness: float, shades: Shades) -> str:
    return next(name for up_to, name in shades if lightness < up_to)


_EXACT = {value: name for name, value in reversed(COLOR_NAMES.items())}


@cache
def _css_names() -> Neighbors[str]:
    names: Neighbors[str] = Neighbors(FARTHEST, FARTHEST)
    for value, name in _EXACT.items():
        names.add(Color(value >> 16, value >> 8 & 255, value & 255).oklab, name)
    return names


@cache
def _hues() -> tuple[_Hue, ...]:
    return tuple(
        _Hue(float(row["up_to"]), row["name"], row["dark"], row["light"]) for row in rows("color_hues.tsv")
    )
