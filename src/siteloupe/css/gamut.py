"""Colours that a screen cannot show, brought to the nearest that it can, as browsers do.

Source: https://drafts.csswg.org/css-color-4/#css-gamut-mapping (binary search for chroma in OKLCH)
"""

import math

from siteloupe.css.color_spaces import Triple, oklab_to_srgb, srgb_to_oklab

JUST_NOTICEABLE = 0.02
"""The ΔE_OK below which a clipped colour counts as the same."""

_EPSILON = 0.0001
_ROUNDING = 1e-9


def into_srgb(lab: Triple) -> Triple:
    """The sRGB colour for an OKLab one, every component from 0 to 1."""
    rgb = oklab_to_srgb(lab)
    if _fits(rgb):
        return clipped(rgb)
    lightness, a, b = lab
    if lightness >= 1:
        return 1.0, 1.0, 1.0
    if lightness <= 0:
        return 0.0, 0.0, 0.0
    near = clipped(rgb)
    if delta_e(srgb_to_oklab(near), lab) < JUST_NOTICEABLE:
        return near
    return _less_chroma(lightness, a, b)


def clipped(rgb: Triple) -> Triple:
    """``rgb`` with every component cut to 0 to 1."""
    red, green, blue = rgb
    return min(max(red, 0.0), 1.0), min(max(green, 0.0), 1.0), min(max(blue, 0.0), 1.0)


def delta_e(one: Triple, other: Triple) -> float:
    """ΔE_OK, the distance of two OKLab colours."""
    return math.dist(one, other)


def _fits(rgb: Triple) -> bool:
    return min(rgb) >= -_ROUNDING and max(rgb) <= 1 + _ROUNDING


def _less_chroma(lightness: float, a: float, b: float) -> Triple:
    chroma = math.hypot(a, b)
    low, high, low_fits = 0.0, chroma, True
    near: Triple = (0.0, 0.0, 0.0)
    while high - low > _EPSILON:
        middle = (low + high) / 2
        lab = (lightness, a * middle / chroma, b * middle / chroma)
        rgb = oklab_to_srgb(lab)
        if low_fits and _fits(rgb):
            low = middle
            continue
        near = clipped(rgb)
        distance = delta_e(srgb_to_oklab(near), lab)
        if distance >= JUST_NOTICEABLE:
            high = middle
        elif JUST_NOTICEABLE - distance < _EPSILON:
            return near
        else:
            low_fits, low = False, middle
    return near
