"""Colors as a screen shows them: any CSS color to 8-bit sRGB with alpha, alone or inside longer values."""

import math
import re
from typing import NamedTuple

from siteloupe.css import color_syntax
from siteloupe.css.color_matrices import Triple
from siteloupe.css.color_mix import Point
from siteloupe.css.color_names import COLOR_NAMES
from siteloupe.css.color_spaces import bytes_to_oklab, converted, polar, srgb_to_hsl
from siteloupe.css.color_syntax import FUNCTIONS, NoColor
from siteloupe.css.gamut import clipped, into_srgb
from siteloupe.css.grammar import BARE_URL, COMMENT, ESCAPE, STRING
from siteloupe.css.text_cache import text_cache
from siteloupe.css.values import closing

MAX_COLORS = 200
"""Colors of one value that are looked at; the longest gradients in use have fewer than 60."""

_COLOR = re.compile(
    rf"{STRING}|[uU][rR][lL]{BARE_URL}|{COMMENT}|{ESCAPE}|(#[0-9a-fA-F]++(?![-\w]))"
    r"|(?<![-\w#@.\\])([a-zA-Z][-\w]*+)(\()?+|[-\w\x80-\U0010ffff#@]++",
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
        """``#rrggbb`` in lower case; the alpha is not in it."""
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
        """``oklch(l% c h)``, or ``oklch(l% c h / a)`` when not opaque: as many places as lead back here."""
        lightness, chroma, hue = polar(self.oklab)
        chroma = round(chroma, 5)
        hue = round(hue, 2) % 360 if chroma else 0.0  # a grey has none
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
        """Lightness, a and b in OKLab, the alpha left out."""
        return bytes_to_oklab(self.red, self.green, self.blue)

    def over(self, background: "Color") -> "Color":
        """What is seen of this color on an opaque ``background``."""
        if self.is_opaque:
            return self
        if not self.alpha:
            return background
        mixed = (
            _byte((front * self.alpha + back * (1 - self.alpha)) / 255)
            for front, back in zip(self[:3], background[:3], strict=True)
        )
        red, green, blue = mixed
        return Color(red, green, blue)


BLACK = Color(0, 0, 0)
WHITE = Color(255, 255, 255)


def parse_color(text: str, *, dark: bool = False) -> Color | NoColor | None:
    """The color that the whole of ``text`` is; ``dark`` chooses the side of ``light-dark()``.

    NoColor tells what stands where a color may, but has none of its own; None is anything else. Colors
    outside sRGB are mapped into it as browsers do.
    """
    if (common := _common(text)) is not None:
        return common
    found = color_syntax.read(text, dark=dark)
    return _shown(found) if isinstance(found, Point) else found


def colors_in(value: str, *, dark: bool = False) -> tuple[Color | NoColor, ...]:
    """Every color in ``value``, in order: in shorthands, gradients, shadows; at most 200.

    A color function that cannot be computed stands as ``NoColor.UNPARSED``; keywords are left out. Strings
    and URLs hold no colors. Results for short values are remembered.
    """
    dark = dark and "light-dark(" in value.lower()  # nothing else depends on it
    return _found(value, dark)


def _common(text: str) -> Color | None:
    """A color in one of the two notations that nine in ten have, read without detours; else None."""
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
def _found(value: str, dark: bool) -> tuple[Color | NoColor, ...]:
    found: list[Color | NoColor] = []
    position = 0
    while (match := _next(value, position)) and len(found) < MAX_COLORS:
        position = match.end()
        text = match[1] or match[2]
        if match[3]:
            position = closing(value, match.end() - 1) + 1
            text = value[match.start() : position - 1] + ")"  # the end of a sheet closes what is open
        color = parse_color(text, dark=dark)
        if color is not None and color is not NoColor.KEYWORD:
            found.append(color)
    return tuple(found)


def _next(value: str, position: int) -> re.Match[str] | None:
    """The next hash, color name or color function."""
    for match in _COLOR.finditer(value, position):
        if match[1] or (match[2] and match[2].lower() in (FUNCTIONS if match[3] else _NAMES)):
            return match
    return None


def _shown(point: Point) -> Color:
    red, green, blue = _srgb(point)
    alpha = point.alpha if point.alpha is not None else 0.0
    return Color(_byte(red), _byte(green), _byte(blue), round(alpha, 3))


def _srgb(point: Point) -> Triple:
    components = point.filled()
    if point.space == "oklab":
        return into_srgb(components)
    if point.space == "srgb" and min(components) >= 0 and max(components) <= 1:
        return components
    rgb = converted(components, point.space, "srgb")
    if point.space in {"hsl", "hwb"} or (min(rgb) >= 0 and max(rgb) <= 1):
        return clipped(rgb)
    return into_srgb(converted(components, point.space, "oklab"))


def _byte(value: float) -> int:
    """0 to 1 as 0 to 255, halves up; what conversions lose of an exact half is forgiven."""
    return math.floor(value * 255 + 0.5 + 1e-7)
