"""CSS colors → 8-bit sRGB with alpha, from a single color or from all colors in a longer value."""

import math
import re
from typing import NamedTuple

from siteloupe.css import color_syntax
from siteloupe.css.color_matrices import Triple
from siteloupe.css.color_mix import Point
from siteloupe.css.color_names import COLOR_NAMES
from siteloupe.css.color_spaces import bytes_to_oklab, convert_components, srgb_to_hsl, to_polar
from siteloupe.css.color_syntax import FUNCTIONS, NoColor
from siteloupe.css.gamut import clip, map_to_srgb
from siteloupe.css.grammar import BARE_URL, COMMENT, ESCAPE, STRING, name_characters
from siteloupe.css.text_cache import text_cache
from siteloupe.css.values import find_closing

MAX_COLORS = 200
"""Most colors of one value; the longest gradients in use have fewer than 60."""

_COLOR = re.compile(
    rf"{STRING}|[uU][rR][lL]{BARE_URL}|{COMMENT}|{ESCAPE}|(#[0-9a-fA-F]++(?![-\w]))"
    rf"|(?<![-\w#@.\\])([a-zA-Z][-\w]*+)(\()?+|{name_characters('#@')}++",
    re.ASCII,
)
_BYTES = re.compile(
    r"[rR][gG][bB][aA]?\( *+(\d{1,3}+) *+, *+(\d{1,3}+) *+, *+(\d{1,3}+) *+"
    r"(?:, *+(\d?+\.\d{1,9}+|\d) *+)?+\)\Z",
    re.ASCII,
)
"""``rgb(1, 2, 3)`` and ``rgba(1, 2, 3, .5)`` in whole numbers."""

_NAMES = frozenset(COLOR_NAMES) | {"transparent"}


class Color(NamedTuple):
    """An sRGB color: components from 0 to 255, alpha from 0 to 1, rounded to three places."""

    red: int
    green: int
    blue: int
    alpha: float = 1.0

    @property
    def hex(self) -> str:
        """``#rrggbb`` in lower case, without the alpha."""
        red, green, blue, _ = self
        return f"#{red << 16 | green << 8 | blue:06x}"

    @property
    def rgb(self) -> str:
        """``rgb(r, g, b)``, or ``rgba(r, g, b, a)`` when not opaque."""
        if self.is_opaque:
            return f"rgb({self.red}, {self.green}, {self.blue})"
        return f"rgba({self.red}, {self.green}, {self.blue}, {self.alpha:g})"

    @property
    def hsl(self) -> str:
        """``hsl(h, s%, l%)`` in whole numbers, or ``hsla(…, a)`` when not opaque."""
        hue, saturation, lightness = (math.floor(part + 0.5) for part in srgb_to_hsl(self.components))
        whole = f"{hue % 360}, {saturation}%, {lightness}%"
        return f"hsl({whole})" if self.is_opaque else f"hsla({whole}, {self.alpha:g})"

    @property
    def oklch(self) -> str:
        """``oklch(l% c h)``, or ``oklch(l% c h / a)`` when not opaque; it converts back to this color."""
        lightness, chroma, hue = to_polar(self.oklab)
        chroma = round(chroma, 5)
        hue = round(hue, 2) % 360 if chroma else 0.0  # a gray has no hue
        whole = f"{round(lightness * 100, 2):g}% {chroma:g} {hue:g}"
        return f"oklch({whole})" if self.is_opaque else f"oklch({whole} / {self.alpha:g})"

    @property
    def is_opaque(self) -> bool:
        """True without transparency."""
        return self.alpha >= 1

    @property
    def components(self) -> Triple:
        """Red, green and blue from 0 to 1."""
        return self.red / 255, self.green / 255, self.blue / 255

    @property
    def oklab(self) -> Triple:
        """Lightness, a and b in OKLab, without the alpha."""
        return bytes_to_oklab(self.red, self.green, self.blue)

    def over(self, background: "Color") -> "Color":
        """Return this color composited over an opaque ``background``, as browsers do."""
        if self.is_opaque:
            return self
        alpha = alpha_in_bytes(self.alpha)
        if not alpha:
            return background
        mixed = (
            _to_byte((front * alpha + back * (1 - alpha)) / 255)
            for front, back in zip(self[:3], background[:3], strict=True)
        )
        red, green, blue = mixed
        return Color(red, green, blue)


def alpha_in_bytes(alpha: float) -> float:
    """Return the alpha with which browsers composite: they keep it in eight bits."""
    return math.floor(alpha * 255 + 0.5) / 255


BLACK = Color(0, 0, 0)
WHITE = Color(255, 255, 255)


def parse_color(text: str, *, dark: bool = False) -> Color | NoColor | None:
    """Parse ``text`` as one color; ``dark`` selects the argument of ``light-dark()``.

    NoColor is a valid value without a color of its own; None is anything else. Colors outside sRGB are
    mapped into it as browsers do.
    """
    if (common := _parse_common(text)) is not None:
        return common
    point = color_syntax.parse_color_syntax(text, dark=dark)
    return _to_color(point) if isinstance(point, Point) else point


def colors_in(value: str, *, dark: bool = False) -> tuple[Color | NoColor, ...]:
    """Return every color in ``value``, in order, at most 200: in shorthands, gradients, shadows.

    A color function without a computable value becomes ``NoColor.UNPARSED``; keywords are left out. Strings
    and URLs contain no colors. Results for short values are cached.
    """
    dark = dark and "light-dark(" in value.lower()  # nothing else depends on it
    return _find_colors(value, dark)


def _parse_common(text: str) -> Color | None:
    """Parse the two notations of nine in ten colors directly; None for the others."""
    if match := _BYTES.match(text):
        red, green, blue, alpha = match.groups()
        opacity = 1.0 if alpha is None else round(min(1.0, float(alpha)), 3)
        return Color(min(int(red), 255), min(int(green), 255), min(int(blue), 255), opacity)
    if text[:1] != "#" or len(text) not in {4, 7} or not (text.isascii() and text[1:].isalnum()):
        return None
    try:
        value = int(text[1:], 16)
    except ValueError:
        return None
    if len(text) == 4:
        return Color((value >> 8) * 17, (value >> 4 & 15) * 17, (value & 15) * 17)
    return Color(value >> 16, value >> 8 & 255, value & 255)


@text_cache(8192)
def _find_colors(value: str, dark: bool) -> tuple[Color | NoColor, ...]:
    colors: list[Color | NoColor] = []
    position = 0
    while (match := _next_color(value, position)) and len(colors) < MAX_COLORS:
        position = match.end()
        text = match[1] or match[2]
        if match[3]:
            position = find_closing(value, match.end() - 1) + 1
            text = value[match.start() : position - 1] + ")"  # the end of a sheet closes open brackets
        color = parse_color(text, dark=dark)
        if color is not None and color is not NoColor.KEYWORD:
            colors.append(color)
    return tuple(colors)


def _next_color(value: str, position: int) -> re.Match[str] | None:
    """Return the next hash, color name or color function."""
    for match in _COLOR.finditer(value, position):
        if match[1] or (match[2] and match[2].lower() in (FUNCTIONS if match[3] else _NAMES)):
            return match
    return None


def _to_color(point: Point) -> Color:
    red, green, blue = _to_srgb(point)
    alpha = point.alpha if point.alpha is not None else 0.0
    return Color(_to_byte(red), _to_byte(green), _to_byte(blue), round(alpha, 3))


def _to_srgb(point: Point) -> Triple:
    components = point.numbers()
    if point.space == "oklab":
        return map_to_srgb(components)
    if point.space == "srgb" and min(components) >= 0 and max(components) <= 1:
        return components
    rgb = convert_components(components, point.space, "srgb")
    if point.space in {"hsl", "hwb"} or (min(rgb) >= 0 and max(rgb) <= 1):
        return clip(rgb)
    return map_to_srgb(convert_components(components, point.space, "oklab"))


def _to_byte(value: float) -> int:
    """Convert 0 to 1 into 0 to 255, rounding a half up; 1e-7 makes up for rounding errors of conversions."""
    return math.floor(value * 255 + 0.5 + 1e-7)
