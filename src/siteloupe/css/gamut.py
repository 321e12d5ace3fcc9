"""Gamut mapping: the nearest sRGB color for a color that a screen cannot show, as browsers do it.

Source: https://drafts.csswg.org/css-color-4/#css-gamut-mapping (binary search for chroma in OKLCH)
"""

import math

from siteloupe.css.color_matrices import Triple
from siteloupe.css.color_spaces import encode_gamma, linear_to_oklab, oklab_to_linear

JUST_NOTICEABLE = 0.02
"""The ΔE_OK below which a clipped color looks the same."""

_EPSILON = 0.0001
_LEAST, _MOST = -1e-9, 1 + 1e-9


def map_to_srgb(lab: Triple) -> Triple:
    """Return the sRGB color for an OKLab color, every component from 0 to 1."""
    lightness = lab[0]
    linear = oklab_to_linear(lab)
    if not _is_in_gamut(linear):
        if lightness >= 1:
            return 1.0, 1.0, 1.0
        if lightness <= 0:
            return 0.0, 0.0, 0.0
        near = clip(linear)
        distant = math.dist(linear_to_oklab(near), lab) >= JUST_NOTICEABLE
        linear = _reduce_chroma(lab) if distant else near
    return encode_gamma(clip(linear))


def clip(rgb: Triple) -> Triple:
    """Limit every component of ``rgb`` to 0 to 1."""
    red, green, blue = rgb
    return (
        0.0 if red < 0 else 1.0 if red > 1 else red,
        0.0 if green < 0 else 1.0 if green > 1 else green,
        0.0 if blue < 0 else 1.0 if blue > 1 else blue,
    )


def _is_in_gamut(rgb: Triple) -> bool:
    red, green, blue = rgb
    return _LEAST <= red <= _MOST and _LEAST <= green <= _MOST and _LEAST <= blue <= _MOST


def _reduce_chroma(lab: Triple) -> Triple:
    """Search for the chroma that fits. Linear RGB clips to the same color and needs no power functions."""
    lightness, a, b = lab
    low, high, low_fits = 0.0, 1.0, True
    enough = _EPSILON / math.hypot(a, b)
    near: Triple = (0.0, 0.0, 0.0)
    while high - low > enough:
        part = (low + high) / 2
        lab = (lightness, a * part, b * part)
        linear = oklab_to_linear(lab)
        if low_fits and _is_in_gamut(linear):
            low = part
            continue
        near = clip(linear)
        distance = math.dist(linear_to_oklab(near), lab)
        if distance >= JUST_NOTICEABLE:
            high = part
        elif JUST_NOTICEABLE - distance < _EPSILON:
            return near
        else:
            low_fits, low = False, part
    return near
