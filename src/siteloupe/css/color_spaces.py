"""The color spaces of CSS, each with its conversion to and from CIE XYZ with white point D65.

Matrices and transfer functions are those of the sample code of
https://drafts.csswg.org/css-color-4/#color-conversion-code. RGB components are from 0 to 1, the lightness of
Lab and LCH from 0 to 100, of OKLab and OKLCH from 0 to 1, hues in degrees.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from siteloupe.css import color_matrices as matrices
from siteloupe.css.color_matrices import Matrix, Triple

Step = Callable[[float, float, float], Triple]


def _multiplier(matrix: Matrix) -> Step:
    """Return a function that multiplies three components by ``matrix``."""
    (a, b, c), (d, e, f), (g, h, i) = matrix

    def multiply(x: float, y: float, z: float) -> Triple:
        return a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z

    return multiply


_D50_WHITE: Triple = (0.3457 / 0.3585, 1.0, (1.0 - 0.3457 - 0.3585) / 0.3585)
_LAB_EPSILON = 216 / 24389
_LAB_KAPPA = 24389 / 27


def _matrix_product(left: Matrix, right: Matrix) -> Matrix:
    (a, b, c), (d, e, f), (g, h, i) = right
    by_columns = _multiplier(((a, d, g), (b, e, h), (c, f, i)))
    return by_columns(*left[0]), by_columns(*left[1]), by_columns(*left[2])


_lms_to_oklab = _multiplier(matrices.LMS_OKLAB)
_oklab_to_lms = _multiplier(matrices.OKLAB_LMS)
_lms_to_linear = _multiplier(_matrix_product(matrices.XYZ_SRGB, matrices.LMS_XYZ))
_linear_to_lms = _multiplier(_matrix_product(matrices.XYZ_LMS, matrices.SRGB_XYZ))
_lms_to_xyz = _multiplier(matrices.LMS_XYZ)
_xyz_to_lms = _multiplier(matrices.XYZ_LMS)
_d50_to_d65 = _multiplier(matrices.D50_D65)
_d65_to_d50 = _multiplier(matrices.D65_D50)


def srgb_to_linear(value: float) -> float:
    """Convert one sRGB component to linear light; a negative one is mirrored."""
    size = abs(value)
    return value / 12.92 if size <= 0.04045 else math.copysign(((size + 0.055) / 1.055) ** 2.4, value)


def linear_to_srgb(value: float) -> float:
    """The inverse of :func:`srgb_to_linear`."""
    size = abs(value)
    return value * 12.92 if size <= 0.0031308 else math.copysign(1.055 * size ** (1 / 2.4) - 0.055, value)


def oklab_to_linear(lab: Triple) -> Triple:
    """Convert OKLab to linear sRGB in the fewest steps; components may be outside 0 to 1."""
    long, medium, short = _oklab_to_lms(*lab)
    return _lms_to_linear(long * long * long, medium * medium * medium, short * short * short)


def linear_to_oklab(rgb: Triple) -> Triple:
    """The inverse of :func:`oklab_to_linear`."""
    long, medium, short = _linear_to_lms(*rgb)
    return _lms_to_oklab(math.cbrt(long), math.cbrt(medium), math.cbrt(short))


_LINEAR = tuple(srgb_to_linear(byte / 255) for byte in range(256))


@lru_cache(maxsize=4096)
def bytes_to_oklab(red: int, green: int, blue: int) -> Triple:
    """Convert sRGB components from 0 to 255 to OKLab, with a table of their linear values."""
    return linear_to_oklab((_LINEAR[red], _LINEAR[green], _LINEAR[blue]))


def encode_gamma(rgb: Triple) -> Triple:
    """Convert linear sRGB components to sRGB."""
    red, green, blue = rgb
    return linear_to_srgb(red), linear_to_srgb(green), linear_to_srgb(blue)


def to_polar(lab: Triple) -> Triple:
    """Return the lightness, chroma and hue of a Lab or OKLab color."""
    lightness, a, b = lab
    return lightness, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def to_rectangular(lch: Triple) -> Triple:
    """The inverse of :func:`to_polar`."""
    lightness, chroma, hue = lch
    radians = math.radians(hue)
    return lightness, chroma * math.cos(radians), chroma * math.sin(radians)


def hsl_to_srgb(hsl: Triple) -> Triple:
    """Convert hue in degrees, saturation and lightness in percent to sRGB."""
    hue, saturation, lightness = hsl[0] % 360, hsl[1] / 100, hsl[2] / 100
    amount = saturation * min(lightness, 1 - lightness)
    red, green, blue = hue / 30, (hue / 30 + 8) % 12, (hue / 30 + 4) % 12
    return (
        lightness - amount * max(-1.0, min(red - 3, 9 - red, 1.0)),
        lightness - amount * max(-1.0, min(green - 3, 9 - green, 1.0)),
        lightness - amount * max(-1.0, min(blue - 3, 9 - blue, 1.0)),
    )


def srgb_to_hsl(rgb: Triple) -> Triple:
    """The inverse of :func:`hsl_to_srgb`."""
    red, green, blue = rgb
    high, low = max(rgb), min(rgb)
    lightness, spread = (high + low) / 2, high - low
    if spread == 0:
        return 0.0, 0.0, lightness * 100
    saturation = 0.0 if lightness in {0.0, 1.0} else (high - lightness) / min(lightness, 1 - lightness)
    hue = _hue(red, green, blue, high, spread)
    if saturation < 0:  # far out of gamut: the standard turns the hue by 180° instead
        hue, saturation = hue + 180, -saturation
    return hue % 360, saturation * 100, lightness * 100


def _hue(red: float, green: float, blue: float, high: float, spread: float) -> float:
    if high == red:
        return ((green - blue) / spread + (6 if green < blue else 0)) * 60
    if high == green:
        return ((blue - red) / spread + 2) * 60
    return ((red - green) / spread + 4) * 60


def hwb_to_srgb(hwb: Triple) -> Triple:
    """Convert hue in degrees, whiteness and blackness in percent to sRGB."""
    white, black = hwb[1] / 100, hwb[2] / 100
    if white + black >= 1:
        gray = white / (white + black)
        return gray, gray, gray
    red, green, blue = hsl_to_srgb((hwb[0], 100.0, 50.0))
    scale = 1 - white - black
    return red * scale + white, green * scale + white, blue * scale + white


def _srgb_to_hwb(rgb: Triple) -> Triple:
    hue = srgb_to_hsl(rgb)[0]
    return hue, min(rgb) * 100, (1 - max(rgb)) * 100


def _lab_to_xyz(lab: Triple) -> Triple:
    fy = (lab[0] + 16) / 116
    fx, fz = lab[1] / 500 + fy, fy - lab[2] / 200
    x = fx**3 if fx**3 > _LAB_EPSILON else (116 * fx - 16) / _LAB_KAPPA
    y = fy**3 if lab[0] > _LAB_KAPPA * _LAB_EPSILON else lab[0] / _LAB_KAPPA
    z = fz**3 if fz**3 > _LAB_EPSILON else (116 * fz - 16) / _LAB_KAPPA
    return _d50_to_d65(x * _D50_WHITE[0], y, z * _D50_WHITE[2])


def _xyz_to_lab(xyz: Triple) -> Triple:
    d50 = _d65_to_d50(*xyz)
    scaled = (value / white for value, white in zip(d50, _D50_WHITE, strict=True))
    fx, fy, fz = (math.cbrt(v) if v > _LAB_EPSILON else (_LAB_KAPPA * v + 16) / 116 for v in scaled)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _oklab_to_xyz(lab: Triple) -> Triple:
    l_, m, s = _oklab_to_lms(*lab)
    return _lms_to_xyz(l_**3, m**3, s**3)


def _xyz_to_oklab(xyz: Triple) -> Triple:
    l_, m, s = _xyz_to_lms(*xyz)
    return _lms_to_oklab(math.cbrt(l_), math.cbrt(m), math.cbrt(s))


def _a98_to_linear(value: float) -> float:
    return math.copysign(abs(value) ** (563 / 256), value)


def _linear_to_a98(value: float) -> float:
    return math.copysign(abs(value) ** (256 / 563), value)


def _prophoto_to_linear(value: float) -> float:
    return value / 16 if abs(value) <= 16 / 512 else math.copysign(abs(value) ** 1.8, value)


def _linear_to_prophoto(value: float) -> float:
    return value * 16 if abs(value) < 1 / 512 else math.copysign(abs(value) ** (1 / 1.8), value)


def _rec2020_to_linear(value: float) -> float:
    return math.copysign(abs(value) ** 2.4, value)


def _linear_to_rec2020(value: float) -> float:
    return math.copysign(abs(value) ** (1 / 2.4), value)


def _identity(value: float) -> float:
    return value


class Space(NamedTuple):
    """A color space: the names of its components in relative colors, and the index of the hue or -1."""

    components: tuple[str, str, str]
    to_xyz: Callable[[Triple], Triple]
    from_xyz: Callable[[Triple], Triple]
    hue: int = -1


_Transfer = Callable[[float], float]


def _rgb_space(
    to_linear: _Transfer, from_linear: _Transfer, to_xyz: Matrix, from_xyz: Matrix, *, d50: bool = False
) -> Space:
    into = _multiplier(_matrix_product(matrices.D50_D65, to_xyz) if d50 else to_xyz)
    out_of = _multiplier(_matrix_product(from_xyz, matrices.D65_D50) if d50 else from_xyz)

    def to_space(rgb: Triple) -> Triple:
        return into(to_linear(rgb[0]), to_linear(rgb[1]), to_linear(rgb[2]))

    def from_space(xyz: Triple) -> Triple:
        red, green, blue = out_of(*xyz)
        return from_linear(red), from_linear(green), from_linear(blue)

    return Space(("r", "g", "b"), to_space, from_space)


_SRGB = _rgb_space(srgb_to_linear, linear_to_srgb, matrices.SRGB_XYZ, matrices.XYZ_SRGB)
_XYZ = ("x", "y", "z")

SPACES: dict[str, Space] = {
    "srgb": _SRGB,
    "srgb-linear": _rgb_space(_identity, _identity, matrices.SRGB_XYZ, matrices.XYZ_SRGB),
    "display-p3": _rgb_space(srgb_to_linear, linear_to_srgb, matrices.P3_XYZ, matrices.XYZ_P3),
    "display-p3-linear": _rgb_space(_identity, _identity, matrices.P3_XYZ, matrices.XYZ_P3),
    "a98-rgb": _rgb_space(_a98_to_linear, _linear_to_a98, matrices.A98_XYZ, matrices.XYZ_A98),
    "prophoto-rgb": _rgb_space(
        _prophoto_to_linear, _linear_to_prophoto, matrices.PROPHOTO_XYZ, matrices.XYZ_PROPHOTO, d50=True
    ),
    "rec2020": _rgb_space(_rec2020_to_linear, _linear_to_rec2020, matrices.REC2020_XYZ, matrices.XYZ_REC2020),
    "xyz": Space(_XYZ, lambda c: c, lambda c: c),
    "xyz-d65": Space(_XYZ, lambda c: c, lambda c: c),
    "xyz-d50": Space(_XYZ, lambda c: _d50_to_d65(*c), lambda c: _d65_to_d50(*c)),
    "hsl": Space(
        ("h", "s", "l"), lambda c: _SRGB.to_xyz(hsl_to_srgb(c)), lambda c: srgb_to_hsl(_SRGB.from_xyz(c)), 0
    ),
    "hwb": Space(
        ("h", "w", "b"), lambda c: _SRGB.to_xyz(hwb_to_srgb(c)), lambda c: _srgb_to_hwb(_SRGB.from_xyz(c)), 0
    ),
    "lab": Space(("l", "a", "b"), _lab_to_xyz, _xyz_to_lab),
    "lch": Space(
        ("l", "c", "h"), lambda c: _lab_to_xyz(to_rectangular(c)), lambda c: to_polar(_xyz_to_lab(c)), 2
    ),
    "oklab": Space(("l", "a", "b"), _oklab_to_xyz, _xyz_to_oklab),
    "oklch": Space(
        ("l", "c", "h"), lambda c: _oklab_to_xyz(to_rectangular(c)), lambda c: to_polar(_xyz_to_oklab(c)), 2
    ),
}
"""Every color space of ``color()``, ``color-mix()`` and the color functions."""

PREDEFINED = frozenset(SPACES) - {"hsl", "hwb", "lab", "lch", "oklab", "oklch"}
"""The spaces that ``color()`` accepts."""


def convert_components(components: Triple, space: str, into: str) -> Triple:
    """Convert ``components`` from ``space`` to ``into``; hsl and hwb to sRGB directly, without XYZ."""
    if space == into:
        return components
    if into == "srgb":
        if space == "hsl":
            return hsl_to_srgb(components)
        if space == "hwb":
            return hwb_to_srgb(components)
    if space == "srgb":
        if into == "hsl":
            return srgb_to_hsl(components)
        if into == "hwb":
            return _srgb_to_hwb(components)
    return SPACES[into].from_xyz(SPACES[space].to_xyz(components))
