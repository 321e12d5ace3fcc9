"""Colour spaces of CSS, each to and from CIE XYZ with white point D65, components in their natural ranges.

Matrices and transfer functions as in the sample code of
https://drafts.csswg.org/css-color-4/#color-conversion-code. RGB components run from 0 to 1, lightness of Lab
and LCH to 100, of OKLab and OKLCH to 1, hues in degrees.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

Triple = tuple[float, float, float]
_Matrix = tuple[Triple, Triple, Triple]


def _times(matrix: _Matrix, vector: Triple) -> Triple:
    x, y, z = vector
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z


_SRGB_XYZ: _Matrix = (
    (506752 / 1228815, 87881 / 245763, 12673 / 70218),
    (87098 / 409605, 175762 / 245763, 12673 / 175545),
    (7918 / 409605, 87881 / 737289, 1001167 / 1053270),
)
_XYZ_SRGB: _Matrix = (
    (12831 / 3959, -329 / 214, -1974 / 3959),
    (-851781 / 878810, 1648619 / 878810, 36519 / 878810),
    (705 / 12673, -2585 / 12673, 705 / 667),
)
_P3_XYZ: _Matrix = (
    (608311 / 1250200, 189793 / 714400, 198249 / 1000160),
    (35783 / 156275, 247089 / 357200, 198249 / 2500400),
    (0.0, 32229 / 714400, 5220557 / 5000800),
)
_XYZ_P3: _Matrix = (
    (446124 / 178915, -333277 / 357830, -72051 / 178915),
    (-14852 / 17905, 63121 / 35810, 423 / 17905),
    (11844 / 330415, -50337 / 660830, 316169 / 330415),
)
_A98_XYZ: _Matrix = (
    (573536 / 994567, 263643 / 1420810, 187206 / 994567),
    (591459 / 1989134, 6239551 / 9945670, 374412 / 4972835),
    (53769 / 1989134, 351524 / 4972835, 4929758 / 4972835),
)
_XYZ_A98: _Matrix = (
    (1829569 / 896150, -506331 / 896150, -308931 / 896150),
    (-851781 / 878810, 1648619 / 878810, 36519 / 878810),
    (16779 / 1248040, -147721 / 1248040, 1266979 / 1248040),
)
_PROPHOTO_XYZ: _Matrix = (
    (0.79776664490064230, 0.13518129740053308, 0.03134773412839220),
    (0.28807482881940130, 0.71183523424187300, 0.00008993693872564),
    (0.0, 0.0, 0.82510460251046020),
)
_XYZ_PROPHOTO: _Matrix = (
    (1.34578688164715830, -0.25557208737979464, -0.05110186497554526),
    (-0.54463070512490190, 1.50824774284514680, 0.02052744743642139),
    (0.0, 0.0, 1.21196754563894520),
)
_REC2020_XYZ: _Matrix = (
    (63426534 / 99577255, 20160776 / 139408157, 47086771 / 278816314),
    (26158966 / 99577255, 472592308 / 697040785, 8267143 / 139408157),
    (0.0, 19567812 / 697040785, 295819943 / 278816314),
)
_XYZ_REC2020: _Matrix = (
    (30757411 / 17917100, -6372589 / 17917100, -4539589 / 17917100),
    (-19765991 / 29648200, 47925759 / 29648200, 467509 / 29648200),
    (792561 / 44930125, -1921689 / 44930125, 42328811 / 44930125),
)
_D65_D50: _Matrix = (
    (1.0479297925449969, 0.022946870601609652, -0.05019226628920524),
    (0.02962780877005599, 0.9904344267538799, -0.017073799063418826),
    (-0.009243040646204504, 0.015055191490298152, 0.7518742814281371),
)
_D50_D65: _Matrix = (
    (0.955473421488075, -0.02309845494876471, 0.06325924320057072),
    (-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
    (0.012314014864481998, -0.020507649298898964, 1.330365926242124),
)
_XYZ_LMS: _Matrix = (
    (0.8190224379967030, 0.3619062600528904, -0.1288737815209879),
    (0.0329836539323885, 0.9292868615863434, 0.0361446663506424),
    (0.0481771893596242, 0.2642395317527308, 0.6335478284694309),
)
_LMS_XYZ: _Matrix = (
    (1.2268798758459243, -0.5578149944602171, 0.2813910456659647),
    (-0.0405757452148008, 1.1122868032803170, -0.0717110580655164),
    (-0.0763729366746601, -0.4214933324022432, 1.5869240198367816),
)
_LMS_OKLAB: _Matrix = (
    (0.2104542683093140, 0.7936177747023054, -0.0040720430116193),
    (1.9779985324311684, -2.4285922420485799, 0.4505937096174110),
    (0.0259040424655478, 0.7827717124575296, -0.8086757549230774),
)
_OKLAB_LMS: _Matrix = (
    (1.0, 0.3963377773761749, 0.2158037573099136),
    (1.0, -0.1055613458156586, -0.0638541728258133),
    (1.0, -0.0894841775298119, -1.2914855480194092),
)
_D50_WHITE: Triple = (0.3457 / 0.3585, 1.0, (1.0 - 0.3457 - 0.3585) / 0.3585)
_LAB_EPSILON = 216 / 24389
_LAB_KAPPA = 24389 / 27


def _product(left: _Matrix, right: _Matrix) -> _Matrix:
    (a, b, c), (d, e, f), (g, h, i) = right
    columns = (a, d, g), (b, e, h), (c, f, i)
    return _times(columns, left[0]), _times(columns, left[1]), _times(columns, left[2])


_OKLAB_SRGB = _product(_XYZ_SRGB, _LMS_XYZ)
_SRGB_LMS = _product(_XYZ_LMS, _SRGB_XYZ)


def srgb_to_linear(value: float) -> float:
    """One sRGB component made proportional to light; negative ones mirrored."""
    size = abs(value)
    return value / 12.92 if size <= 0.04045 else math.copysign(((size + 0.055) / 1.055) ** 2.4, value)


def linear_to_srgb(value: float) -> float:
    """The inverse of :func:`srgb_to_linear`."""
    size = abs(value)
    return value * 12.92 if size <= 0.0031308 else math.copysign(1.055 * size ** (1 / 2.4) - 0.055, value)


def oklab_to_linear(lab: Triple) -> Triple:
    """Go from OKLab to sRGB proportional to light, by the shortest way; components may lie outside 0 to 1."""
    lightness, a, b = lab
    (_, l_a, l_b), (_, m_a, m_b), (_, s_a, s_b) = _OKLAB_LMS
    long, medium, short = (
        lightness + l_a * a + l_b * b,
        lightness + m_a * a + m_b * b,
        lightness + s_a * a + s_b * b,
    )
    return _times(_OKLAB_SRGB, (long * long * long, medium * medium * medium, short * short * short))


def linear_to_oklab(rgb: Triple) -> Triple:
    """The inverse of :func:`oklab_to_linear`."""
    long, medium, short = _times(_SRGB_LMS, rgb)
    return _times(_LMS_OKLAB, (math.cbrt(long), math.cbrt(medium), math.cbrt(short)))


def gamma_encoded(rgb: Triple) -> Triple:
    """The sRGB components for ones proportional to light."""
    red, green, blue = rgb
    return linear_to_srgb(red), linear_to_srgb(green), linear_to_srgb(blue)


def srgb_to_oklab(rgb: Triple) -> Triple:
    """Go from sRGB to OKLab by the shortest way."""
    red, green, blue = rgb
    return linear_to_oklab((srgb_to_linear(red), srgb_to_linear(green), srgb_to_linear(blue)))


def polar(lab: Triple) -> Triple:
    """Lightness, chroma and hue of a Lab or OKLab colour."""
    lightness, a, b = lab
    return lightness, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def rectangular(lch: Triple) -> Triple:
    """The inverse of :func:`polar`."""
    lightness, chroma, hue = lch
    radians = math.radians(hue)
    return lightness, chroma * math.cos(radians), chroma * math.sin(radians)


def hsl_to_srgb(hsl: Triple) -> Triple:
    """Hue in degrees, saturation and lightness in percent, to sRGB."""
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
    if saturation < 0:  # very much out of gamut: the standard turns the hue round instead
        hue, saturation = hue + 180, -saturation
    return hue % 360, saturation * 100, lightness * 100


def _hue(red: float, green: float, blue: float, high: float, spread: float) -> float:
    if high == red:
        return ((green - blue) / spread + (6 if green < blue else 0)) * 60
    if high == green:
        return ((blue - red) / spread + 2) * 60
    return ((red - green) / spread + 4) * 60


def hwb_to_srgb(hwb: Triple) -> Triple:
    """Hue in degrees, whiteness and blackness in percent, to sRGB."""
    white, black = hwb[1] / 100, hwb[2] / 100
    if white + black >= 1:
        grey = white / (white + black)
        return grey, grey, grey
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
    return _times(_D50_D65, (x * _D50_WHITE[0], y, z * _D50_WHITE[2]))


def _xyz_to_lab(xyz: Triple) -> Triple:
    d50 = _times(_D65_D50, xyz)
    scaled = (value / white for value, white in zip(d50, _D50_WHITE, strict=True))
    fx, fy, fz = (math.cbrt(v) if v > _LAB_EPSILON else (_LAB_KAPPA * v + 16) / 116 for v in scaled)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _oklab_to_xyz(lab: Triple) -> Triple:
    l_, m, s = _times(_OKLAB_LMS, lab)
    return _times(_LMS_XYZ, (l_**3, m**3, s**3))


def _xyz_to_oklab(xyz: Triple) -> Triple:
    l_, m, s = _times(_XYZ_LMS, xyz)
    return _times(_LMS_OKLAB, (math.cbrt(l_), math.cbrt(m), math.cbrt(s)))


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


def _same(value: float) -> float:
    return value


class Space(NamedTuple):
    """A colour space: its components by the names of relative colours, and the index of the hue or -1."""

    components: tuple[str, str, str]
    to_xyz: Callable[[Triple], Triple]
    from_xyz: Callable[[Triple], Triple]
    hue: int = -1


_Transfer = Callable[[float], float]


def _rgb(
    to_linear: _Transfer, from_linear: _Transfer, to_xyz: _Matrix, from_xyz: _Matrix, *, d50: bool = False
) -> Space:
    into = _product(_D50_D65, to_xyz) if d50 else to_xyz
    out_of = _product(from_xyz, _D65_D50) if d50 else from_xyz

    def to(rgb: Triple) -> Triple:
        return _times(into, (to_linear(rgb[0]), to_linear(rgb[1]), to_linear(rgb[2])))

    def back(xyz: Triple) -> Triple:
        red, green, blue = _times(out_of, xyz)
        return from_linear(red), from_linear(green), from_linear(blue)

    return Space(("r", "g", "b"), to, back)


_SRGB = _rgb(srgb_to_linear, linear_to_srgb, _SRGB_XYZ, _XYZ_SRGB)
_XYZ = ("x", "y", "z")

SPACES: dict[str, Space] = {
    "srgb": _SRGB,
    "srgb-linear": _rgb(_same, _same, _SRGB_XYZ, _XYZ_SRGB),
    "display-p3": _rgb(srgb_to_linear, linear_to_srgb, _P3_XYZ, _XYZ_P3),
    "display-p3-linear": _rgb(_same, _same, _P3_XYZ, _XYZ_P3),
    "a98-rgb": _rgb(_a98_to_linear, _linear_to_a98, _A98_XYZ, _XYZ_A98),
    "prophoto-rgb": _rgb(_prophoto_to_linear, _linear_to_prophoto, _PROPHOTO_XYZ, _XYZ_PROPHOTO, d50=True),
    "rec2020": _rgb(_rec2020_to_linear, _linear_to_rec2020, _REC2020_XYZ, _XYZ_REC2020),
    "xyz": Space(_XYZ, lambda c: c, lambda c: c),
    "xyz-d65": Space(_XYZ, lambda c: c, lambda c: c),
    "xyz-d50": Space(_XYZ, lambda c: _times(_D50_D65, c), lambda c: _times(_D65_D50, c)),
    "hsl": Space(
        ("h", "s", "l"), lambda c: _SRGB.to_xyz(hsl_to_srgb(c)), lambda c: srgb_to_hsl(_SRGB.from_xyz(c)), 0
    ),
    "hwb": Space(
        ("h", "w", "b"), lambda c: _SRGB.to_xyz(hwb_to_srgb(c)), lambda c: _srgb_to_hwb(_SRGB.from_xyz(c)), 0
    ),
    "lab": Space(("l", "a", "b"), _lab_to_xyz, _xyz_to_lab),
    "lch": Space(("l", "c", "h"), lambda c: _lab_to_xyz(rectangular(c)), lambda c: polar(_xyz_to_lab(c)), 2),
    "oklab": Space(("l", "a", "b"), _oklab_to_xyz, _xyz_to_oklab),
    "oklch": Space(
        ("l", "c", "h"), lambda c: _oklab_to_xyz(rectangular(c)), lambda c: polar(_xyz_to_oklab(c)), 2
    ),
}
"""Every space that ``color()``, ``color-mix()`` and the colour functions name."""

PREDEFINED = frozenset(SPACES) - {"hsl", "hwb", "lab", "lch", "oklab", "oklch"}
"""Those that ``color()`` takes."""


def converted(components: Triple, space: str, into: str) -> Triple:
    """``components`` of ``space`` as those of ``into``; hsl and hwb meet in sRGB exactly, without XYZ."""
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
