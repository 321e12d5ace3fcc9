"""Reading a color as it is written, into the space that it is written in.

Sources: https://drafts.csswg.org/css-color-4/, for ``color-mix()``, relative colors and ``light-dark()``
https://drafts.csswg.org/css-color-5/
"""

import re
from enum import StrEnum

from siteloupe.css.calc import quantity
from siteloupe.css.color_components import FORMS, PLAIN, point_of, spaced, three
from siteloupe.css.color_mix import METHODS, Component, Mixture, Point, at, mixed
from siteloupe.css.color_names import COLOR_KEYWORDS, COLOR_NAMES
from siteloupe.css.color_spaces import PREDEFINED, SPACES
from siteloupe.css.values import function, split_commas, split_slashes, split_words

MAX_NESTING = 8
"""Colors inside colors that are followed."""

MAX_LENGTH = 2000
"""Characters of one color; a longer one is not computed."""


class NoColor(StrEnum):
    """What a value is that is no color of its own."""

    KEYWORD = "keyword"
    """A word such as ``currentcolor``, ``inherit`` or ``ButtonFace``: a color that is not said here."""

    UNPARSED = "unparsed"
    """A color function that gives no value: broken, or made of what is only known in a browser."""


_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\Z")


FUNCTIONS = frozenset(FORMS) | {"color", "color-mix", "light-dark", "contrast-color", "device-cmyk"}
"""Every function that gives a color."""


def read(text: str, *, dark: bool = False, depth: int = 0) -> Point | NoColor | None:
    """The color that ``text`` is, NoColor for what stands in a color's place, None when it is neither."""
    text = text.strip().lower()
    if text.startswith("#"):
        return _hex(text)
    if not text.endswith(")"):
        return _word(text)
    name, _, arguments = text.partition("(")
    if name not in FUNCTIONS:
        return None
    if len(text) > MAX_LENGTH or depth > MAX_NESTING or ("(" in arguments and function(text) is None):
        return NoColor.UNPARSED
    return _function(name, arguments[:-1].strip(), dark=dark, depth=depth) or NoColor.UNPARSED


def _word(text: str) -> Point | NoColor | None:
    if (known := COLOR_NAMES.get(text)) is not None:
        return Point("srgb", ((known >> 16) / 255, (known >> 8 & 255) / 255, (known & 255) / 255), 1.0)
    if text == "transparent":
        return Point("srgb", (0.0, 0.0, 0.0), 0.0)
    return NoColor.KEYWORD if text in COLOR_KEYWORDS else None


def _function(name: str, arguments: str, *, dark: bool, depth: int) -> Point | NoColor | None:
    if name == "light-dark":
        parts = split_commas(arguments)
        return read(parts[dark], dark=dark, depth=depth + 1) if len(parts) == 2 else None
    if name == "color-mix":
        return _mix(arguments, dark=dark, depth=depth)
    if arguments.startswith(("from ", "from(")):
        return _relative(name, arguments[5:], dark=dark, depth=depth)
    if name == "color":
        return _predefined(arguments)
    return three(name, arguments)


def _hex(text: str) -> Point | None:
    if not _HEX.match(text):
        return None
    digits = text[1:]
    if len(digits) < 6:
        digits = "".join(digit + digit for digit in digits)
    value = bytes.fromhex(digits)
    alpha = value[3] / 255 if len(value) == 4 else 1.0
    return Point("srgb", (value[0] / 255, value[1] / 255, value[2] / 255), alpha)


def _predefined(arguments: str) -> Point | None:
    space, _, rest = arguments.partition(" ")
    return spaced(space, PLAIN, rest.strip()) if space in PREDEFINED else None


def _relative(name: str, arguments: str, *, dark: bool, depth: int) -> Point | None:
    """``oklch(from <color> l c h / alpha)``: the components of another color, by name.

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
    origin = read(words[0], dark=dark, depth=depth + 1)
    if not isinstance(origin, Point):
        return None
    unlimited = tuple(
        channel._replace(low=-1e9, high=1e9) if space == "srgb" else channel for channel in channels
    )
    shown = at(origin, space)
    scale = 255 if name in {"rgb", "rgba"} else 1
    named: dict[str, Component] = {
        word: None if value is None else value * scale
        for word, value in zip(SPACES[space].components, shown.components, strict=True)
    }
    named["alpha"] = shown.alpha
    found = point_of(
        space, (unlimited[0], unlimited[1], unlimited[2]), words[1:], after[0] if after else "", named
    )
    return at(found, "srgb") if found and space in {"hsl", "hwb"} else found


def _mix(arguments: str, *, dark: bool, depth: int) -> Point | None:
    """``color-mix(in <space>, <color> <share>, <color> <share>)``.

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
    first, second = (_weighted(part, dark=dark, depth=depth) for part in parts)
    if first is None or second is None:
        return None
    shares = _shares(first[1], second[1])
    return mixed(first[0], second[0], Mixture(space, method, *shares)) if shares else None


def _weighted(part: str, *, dark: bool, depth: int) -> tuple[Point, float | None] | None:
    share: float | None = None
    words = split_words(part)
    for index in (0, -1):
        if (
            len(words) == 2
            and (found := quantity(words[index]))
            and found.unit == "%"
            and 0 <= found.value <= 100
        ):
            share, words = found.value / 100, words[1:] if index == 0 else words[:1]
    point = read(words[0], dark=dark, depth=depth + 1) if len(words) == 1 else None
    return (point, share) if isinstance(point, Point) else None


def _shares(first: float | None, second: float | None) -> tuple[float, float] | None:
    """The share of the second color, and the factor of the alpha when both make less than a whole."""
    if first is None:
        first = 0.5 if second is None else 1 - second
    if second is None:
        second = 1 - first
    total = first + second
    return (second / total, min(total, 1.0)) if total else None
