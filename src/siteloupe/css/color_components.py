"""The three components and the alpha of a color function, as numbers of the function's color space.

Source: https://drafts.csswg.org/css-color-4/#color-syntax
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from siteloupe.css.calc import Quantity, evaluate, quantity
from siteloupe.css.color_mix import Component, Point
from siteloupe.css.grammar import SPACE
from siteloupe.css.values import split_commas, split_slashes, split_words

_TURN = {"deg": 1.0, "grad": 0.9, "rad": 57.29577951308232, "turn": 360.0}


class Channel(NamedTuple):
    """How a component is written: what a number is multiplied with, what 100 % is, and what it is cut to."""

    number: float
    percent: float
    low: float = -1e9
    high: float = 1e9
    hue: bool = False


Channels = tuple[Channel, Channel, Channel]

_HUE = Channel(1, 0, hue=True)
_BYTE = Channel(1 / 255, 1, 0, 1)
_SHARE = Channel(1, 100)
_AB, _OK_AB = Channel(1, 125), Channel(1, 0.4)
_ALPHA = Channel(1, 1, 0, 1)

PLAIN: Channels = (Channel(1, 1), Channel(1, 1), Channel(1, 1))
"""Those of ``color()``."""

FORMS: Mapping[str, tuple[str, Channels]] = {
    "rgb": ("srgb", (_BYTE, _BYTE, _BYTE)),
    "rgba": ("srgb", (_BYTE, _BYTE, _BYTE)),
    "hsl": ("hsl", (_HUE, Channel(1, 100, 0), _SHARE)),
    "hsla": ("hsl", (_HUE, Channel(1, 100, 0), _SHARE)),
    "hwb": ("hwb", (_HUE, Channel(1, 100, 0), Channel(1, 100, 0))),
    "lab": ("lab", (Channel(1, 100, 0, 100), _AB, _AB)),
    "lch": ("lch", (Channel(1, 100, 0, 100), Channel(1, 150, 0), _HUE)),
    "oklab": ("oklab", (Channel(1, 1, 0, 1), _OK_AB, _OK_AB)),
    "oklch": ("oklch", (Channel(1, 1, 0, 1), Channel(1, 0.4, 0), _HUE)),
}
"""The functions that are named after their space: the space, and its channels."""

_LEGACY = frozenset({"rgb", "rgba", "hsl", "hsla"})
_CONSTANTS = {"pi": Quantity(3.141592653589793), "e": Quantity(2.718281828459045), "none": Quantity(0.0)}


def _numbers(between: str, before_alpha: str) -> re.Pattern[str]:
    number = r"([-+]?(?:\d{1,6}+(?:\.\d{1,9}+)?+|\.\d{1,9}+))(%|deg)?+"
    alpha = rf"(?:{SPACE}*+{before_alpha}{SPACE}*+{number})?+"
    return re.compile(f"{number}{between}{number}{between}{number}{alpha}{SPACE}*+\\Z", re.ASCII)


_BY_SPACES = _numbers(rf"{SPACE}++", "/")
_BY_COMMAS = _numbers(rf"{SPACE}*+,{SPACE}*+", ",")
"""Numbers, percentages and degrees alone, of ordinary size: all that nearly every color is made of.

Only the rest is taken apart word by word, which costs three times as much.
"""


def three(name: str, arguments: str) -> Point | None:
    """The color ``name(arguments)``, in the syntax with spaces or the old one with commas."""
    if name not in FORMS:
        return None
    if "," in arguments:
        return _legacy(name, arguments) if name in _LEGACY else None
    return spaced(*FORMS[name], arguments)


def spaced(space: str, channels: Channels, arguments: str) -> Point | None:
    """Three components between spaces, and an alpha behind a slash."""
    if match := _BY_SPACES.match(arguments):
        return _ordinary(space, channels, match)
    written = _components(arguments)
    return point_of(space, channels, *written, {}) if written else None


def _legacy(name: str, arguments: str) -> Point | None:
    """The old syntax with commas: no ``none``, and numbers never mixed with percentages."""
    space, channels = FORMS[name]
    if match := _BY_COMMAS.match(arguments):
        percentages = [unit == "%" for unit in match.group(2, 4, 6)]
        return _ordinary(space, channels, match) if _is_unmixed(name, percentages) else None
    parts = split_commas(arguments)
    if len(parts) not in {3, 4} or (len(parts) != arguments.count(",") + 1 and "(" not in arguments):
        return None
    if any("none" in part for part in parts):
        return None
    if not _is_unmixed(name, [part.endswith("%") for part in parts[:3] if "(" not in part]):
        return None
    return point_of(space, channels, parts[:3], parts[3] if len(parts) == 4 else "", {})


def _is_unmixed(name: str, percentages: list[bool]) -> bool:
    return len(set(percentages)) <= 1 if name.startswith("rgb") else all(percentages[1:])


def _ordinary(space: str, channels: Channels, match: re.Match[str]) -> Point | None:
    """The color of a match of :data:`_BY_SPACES` or :data:`_BY_COMMAS`."""
    one, one_unit, two, two_unit, three, three_unit, alpha, alpha_unit = match.groups("")
    first = _scaled(float(one), one_unit, channels[0])
    second = _scaled(float(two), two_unit, channels[1])
    third = _scaled(float(three), three_unit, channels[2])
    opacity = _scaled(float(alpha), alpha_unit, _ALPHA) if alpha else 1.0
    if first is None or second is None or third is None or opacity is None:
        return None
    return Point(space, (first, second, third), opacity)


def _components(arguments: str) -> tuple[list[str], str] | None:
    """The three words and the alpha (empty without one) of the syntax with spaces."""
    before, *after = split_slashes(arguments)[:3] if "/" in arguments else [arguments]
    if len(after) > 1 or (arguments.count("/") > 0 and not after):
        return None
    words = split_words(before)
    return (words, after[0] if after else "") if len(words) == 3 else None


def point_of(
    space: str, channels: Channels, words: list[str], alpha: str, named: Mapping[str, Component]
) -> Point | None:
    """The color of three words and an alpha, empty without one, which may be names with values."""
    components: list[Component] = []
    for word, channel in zip(words, channels, strict=True):
        found = _component(word, channel, named)
        if isinstance(found, str):
            return None
        components.append(found)
    opacity: Component | str = named.get("alpha", 1.0) if not alpha else _component(alpha, _ALPHA, named)
    if isinstance(opacity, str):
        return None
    return Point(space, (components[0], components[1], components[2]), opacity)


def _component(word: str, channel: Channel, named: Mapping[str, Component]) -> Component | str:
    """What one word is worth: None for ``none``, a string when it is no component."""
    if word == "none":
        return None
    if word in named:
        return named[word] if named[word] is None else _scaled(named[word] or 0.0, "", channel)
    found = quantity(word)
    if found is None and "(" in word:
        found = evaluate(word, lambda part: _operand(part, named))
    scaled = None if found is None else _scaled(*found, channel)
    return word if scaled is None else scaled


def _scaled(value: float, unit: str, channel: Channel) -> float | None:
    if unit == "%" and not channel.hue:
        value = value * channel.percent / 100
    elif unit in _TURN and channel.hue:
        value *= _TURN[unit]
    elif not unit:
        value *= channel.number
    else:
        return None
    return channel.low if value < channel.low else min(value, channel.high)


def _operand(word: str, named: Mapping[str, Component]) -> Quantity | None:
    if word in named:
        return Quantity(named[word] or 0.0)
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    found = quantity(word)
    return Quantity(found.value * _TURN[found.unit], "deg") if found and found.unit in _TURN else found
