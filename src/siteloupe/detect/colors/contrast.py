"""Contrast by WCAG 2.2: ratios, ratings, and the nearest color that passes.

Source: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
"""

import math

from siteloupe.css.color import BLACK, WHITE, Color
from siteloupe.css.color_spaces import srgb_to_linear
from siteloupe.css.gamut import map_to_srgb
from siteloupe.css.naming import name_of
from siteloupe.reports.colors import Contrast, PassingColor, Rating

AAA = 7.0
AA = 4.5
LARGE = 3.0

_STEPS = 100
"""Steps of lightness that are tested in each direction."""


def luminance(color: Color) -> float:
    """Return the relative luminance of an opaque color, from 0 to 1."""
    red, green, blue = (srgb_to_linear(part) for part in color.components)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_ratio(one: Color, other: Color) -> float:
    """Return the contrast ratio of two opaque colors, from 1 to 21, with all decimals."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def truncate_ratio(value: float) -> float:
    """Truncate ``value`` to two decimals: 4.499 is not 4.5."""
    return math.floor(value * 100 + 1e-9) / 100


def rating(value: float) -> Rating:
    """Return the level of a contrast ratio."""
    if value >= AAA:
        return "AAA"
    if value >= AA:
        return "AA"
    return "AA Large" if value >= LARGE else "Fail"


def contrast(label: str, foreground: Color, background: Color, note: str | None = None) -> Contrast:
    """Return the contrast of one pair; the background is opaque, a transparent foreground is over it."""
    background = background.over(WHITE)
    foreground = foreground.over(background)
    value = truncate_ratio(contrast_ratio(foreground, background))
    return Contrast(
        label=label,
        ratio=value,
        rating=rating(value),
        note=note,
        foreground=foreground.hex,
        background=background.hex,
        passing=None if value >= AA else _passing_color(foreground, background),
    )


def nearest_passing(foreground: Color, background: Color, least: float = AA) -> Color | None:
    """Return ``foreground``, lighter or darker, nearest to the original with a ratio of ``least``.

    Hue and chroma stay the same. None only when neither black nor white reaches the ratio.
    """
    lab = foreground.oklab
    for step in range(_STEPS + 1):
        for lightness in (lab[0] - step / _STEPS, lab[0] + step / _STEPS):
            if not 0 <= lightness <= 1:
                continue
            candidate = _color_at(lightness, lab[1], lab[2])
            if contrast_ratio(candidate, background) >= least:
                return candidate
    return next((end for end in (BLACK, WHITE) if contrast_ratio(end, background) >= least), None)


def _passing_color(foreground: Color, background: Color) -> PassingColor | None:
    color = nearest_passing(foreground, background)
    if color is None:
        return None
    return PassingColor(
        hex=color.hex, name=name_of(color), ratio=truncate_ratio(contrast_ratio(color, background))
    )


def _color_at(lightness: float, a: float, b: float) -> Color:
    red, green, blue = (math.floor(part * 255 + 0.5) for part in map_to_srgb((lightness, a, b)))
    return Color(red, green, blue)
