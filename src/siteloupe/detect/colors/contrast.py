"""Contrast by WCAG 2.2: ratios, ratings, and the nearest color that passes.

Source: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
"""

import math

from siteloupe.css.color import BLACK, WHITE, Color
from siteloupe.css.gamut import map_to_srgb
from siteloupe.css.naming import name_of
from siteloupe.reports.colors import Contrast, PassingColor, Rating

AAA = 7.0
AA = 4.5
LARGE = 3.0

_STEPS = 100
"""Steps of lightness that are tried on each side."""


def luminance(color: Color) -> float:
    """Relative luminance of an opaque color, from 0 to 1."""
    red, green, blue = (_linear(part) for part in color.components)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: Color, other: Color) -> float:
    """The contrast ratio of two opaque colors, from 1 to 21, uncut."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def cut(value: float) -> float:
    """``value`` cut to two decimals: 4.499 is not 4.5."""
    return math.floor(value * 100 + 1e-9) / 100


def rating(value: float) -> Rating:
    """What a ratio is good for."""
    if value >= AAA:
        return "AAA"
    if value >= AA:
        return "AA"
    return "AA Large" if value >= LARGE else "Fail"


def contrast(label: str, foreground: Color, background: Color, note: str | None = None) -> Contrast:
    """One pair; transparency of the foreground lets the background through, which is taken as opaque."""
    background = background.over(WHITE)
    foreground = foreground.over(background)
    value = cut(ratio(foreground, background))
    return Contrast(
        label=label,
        ratio=value,
        rating=rating(value),
        note=note,
        foreground=foreground.hex,
        background=background.hex,
        passing=None if value >= AA else _passing(foreground, background),
    )


def nearest_passing(foreground: Color, background: Color, least: float = AA) -> Color | None:
    """``foreground`` made lighter or darker by as little as reaches ``least``, hue and chroma kept.

    None only where not even black or white would.
    """
    lab = foreground.oklab
    for step in range(_STEPS + 1):
        for lightness in (lab[0] - step / _STEPS, lab[0] + step / _STEPS):
            if not 0 <= lightness <= 1:
                continue
            candidate = _at(lightness, lab[1], lab[2])
            if ratio(candidate, background) >= least:
                return candidate
    return next((end for end in (BLACK, WHITE) if ratio(end, background) >= least), None)


def _passing(foreground: Color, background: Color) -> PassingColor | None:
    found = nearest_passing(foreground, background)
    if found is None:
        return None
    return PassingColor(hex=found.hex, name=name_of(found), ratio=cut(ratio(found, background)))


def _at(lightness: float, a: float, b: float) -> Color:
    red, green, blue = (math.floor(part * 255 + 0.5) for part in map_to_srgb((lightness, a, b)))
    return Color(red, green, blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
