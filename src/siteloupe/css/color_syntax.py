"""Parsing of a CSS color, to a point of the color space that the text uses.

Sources: https://drafts.csswg.org/css-color-4/, for ``color-mix()``, relative colors and ``light-dark()``
https://drafts.csswg.org/css-color-5/
"""

import re
from enum import StrEnum

from siteloupe.css.calc import parse_quantity
from siteloupe.css.color_components import FORMS, PLAIN, make_point, parse_color_function, parse_components
from siteloupe.css.color_mix import METHODS, Component, Mixture, Point, convert_point, mix
from siteloupe.css.color_names import COLOR_KEYWORDS, COLOR_NAMES
from siteloupe.css.color_spaces import PREDEFINED, SPACES
from siteloupe.css.values import parse_function, split_commas, split_slashes, split_words

MAX_NESTING = 8
"""Most levels of colors inside colors."""

MAX_LENGTH = 2000
"""The longest color, in characters; a longer one is not computed."""


class NoColor(StrEnum):
    """The kind of a value that has no color of its own."""

    KEYWORD = "keyword"
    """A word such as ``currentcolor``, ``inherit`` or ``ButtonFace``: its color comes from elsewhere."""

    UNPARSED = "unparsed"
    """A color function without a value: it is broken, or only a browser can compute it."""


_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\Z")


FUNCTIONS = frozenset(FORMS) | {"color", "color-mix", "light-dark", "contrast-color", "device-cmyk"}
"""Every function that returns a color."""


def parse_color_syntax(text: str, *, dark: bool = False, depth: int = 0) -> Point | NoColor | None:
    """Parse ``text``: a color, NoColor for a valid value without a color, None when it is neither."""
    text = text.strip().lower()
    if text.startswith("#"):
        return _parse_hex(text)
    if not text.endswith(")"):
        return _parse_word(text)
    name, _, arguments = text.partition("(")
    if name not in FUNCTIONS:
        return None
    if len(text) > MAX_LENGTH or depth > MAX_NESTING or ("(" in arguments and parse_function(text) is None):
        return NoColor.UNPARSED
    return _parse_function(name, arguments[:-1].strip(), dark=dark, depth=depth) or NoColor.UNPARSED


def _parse_word(text: str) -> Point | NoColor | None:
    if (known := COLOR_NAMES.get(text)) is not None:
        return Point("srgb", ((known >> 16) / 255, (known >> 8 & 255) / 255, (known & 255) / 255), 1.0)
    if text == "transparent":
        return Point("srgb", (0.0, 0.0, 0.0), 0.0)
    return NoColor.KEYWORD if text in COLOR_KEYWORDS else None


def _parse_function(name: str, arguments: str, *, dark: bool, depth: int) -> Point | NoColor | None:
    if name == "light-dark":
        parts = split_commas(arguments)
        return parse_color_syntax(parts[dark], dark=dark, depth=depth + 1) if len(parts) == 2 else None
    if name == "color-mix":
        return _parse_mix(arguments, dark=dark, depth=depth)
    if arguments.startswith(("from ", "from(")):
        return _parse_relative(name, arguments[5:], dark=dark, depth=depth)
    if name == "color":
        return _parse_predefined(arguments)
    return parse_color_function(name, arguments)


def _parse_hex(text: str) -> Point | None:
    if not _HEX.match(text):
        return None
    digits = text[1:]
    if len(digits) < 6:
        digits = "".join(digit + digit for digit in digits)
    value = bytes.fromhex(digits)
    alpha = value[3] / 255 if len(value) == 4 else 1.0
    return Point("srgb", (value[0] / 255, value[1] / 255, value[2] / 255), alpha)


def _parse_predefined(arguments: str) -> Point | None:
    space, _, rest = arguments.partition(" ")
    return parse_components(space, PLAIN, rest.strip()) if space in PREDEFINED else None


def _parse_relative(name: str, arguments: str, *, dark: bool, depth: int) -> Point | None:
    """Parse ``oklch(from <color> l c h / alpha)``, which names the components of another color.

    Source: https://drafts.csswg.org/css-color-5/#relative-colors
    """
    before, *after = split_slashes(arguments)
    words = split_words(before)
    if name == "color":
        space = words[1] if len(words) == 5 else ""
        channels, words = PLAIN, words[:1] + words[2:]
    else:
        space, channels = FORMS.get(name, ("", PLAIN))
    if not space or (name == "color" and space not in PREDEFINED) or len(words) != 4 or len(after) > 1:
        return None
    origin = parse_color_syntax(words[0], dark=dark, depth=depth + 1)
    if not isinstance(origin, Point):
        return None
    unlimited = tuple(
        channel._replace(low=-1e9, high=1e9) if space == "srgb" else channel for channel in channels
    )
    converted = convert_point(origin, space)
    scale = 255 if name in {"rgb", "rgba"} else 1
    named: dict[str, Component] = {
        word: None if value is None else value * scale
        for word, value in zip(SPACES[space].components, converted.components, strict=True)
    }
    named["alpha"] = converted.alpha
    point = make_point(
        space, (unlimited[0], unlimited[1], unlimited[2]), words[1:], after[0] if after else "", named
    )
    return convert_point(point, "srgb") if point and space in {"hsl", "hwb"} else point


def _parse_mix(arguments: str, *, dark: bool, depth: int) -> Point | None:
    """Parse ``color-mix(in <space>, <color> <share>, <color> <share>)``.

    Source: https://drafts.csswg.org/css-color-5/#color-mix
    """
    parts = split_commas(arguments)
    space, method = "oklab", "shorter"
    if parts and parts[0].startswith("in "):
        words = parts[0].split()
        space, method = words[1], words[2] if len(words) == 4 else "shorter"
        if (
            space not in SPACES
            or len(words) not in {2, 4}
            or method not in METHODS
            or (len(words) == 4 and words[3] != "hue")
        ):
            return None
        parts = parts[1:]
    if len(parts) != 2 or (len(arguments.split()) and method != "shorter" and SPACES[space].hue < 0):
        return None
    first, second = (_parse_mix_part(part, dark=dark, depth=depth) for part in parts)
    if first is None or second is None:
        return None
    shares = _mix_shares(first[1], second[1])
    return mix(first[0], second[0], Mixture(space, method, *shares)) if shares else None


def _parse_mix_part(part: str, *, dark: bool, depth: int) -> tuple[Point, float | None] | None:
    share: float | None = None
    words = split_words(part)
    for index in (0, -1):
        if (
            len(words) == 2
            and (quantity := parse_quantity(words[index]))
            and quantity.unit == "%"
            and 0 <= quantity.value <= 100
        ):
            share, words = quantity.value / 100, words[1:] if index == 0 else words[:1]
    point = parse_color_syntax(words[0], dark=dark, depth=depth + 1) if len(words) == 1 else None
    return (point, share) if isinstance(point, Point) else None


def _mix_shares(first: float | None, second: float | None) -> tuple[float, float] | None:
    """Return the share of the second color, and the factor of the alpha when the sum is below 100 %."""
    if first is None:
        first = 0.5 if second is None else 1 - second
    if second is None:
        second = 1 - first
    total = first + second
    return (second / total, min(total, 1.0)) if total else None
