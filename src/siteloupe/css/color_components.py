"""The three components and the alpha of a color function, as numbers in the function's color space.

Source: https://drafts.csswg.org/css-color-4/#color-syntax
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from siteloupe.css.calc import Quantity, evaluate, parse_quantity
from siteloupe.css.color_mix import Component, Point
from siteloupe.css.grammar import SPACE
from siteloupe.css.values import split_commas, split_slashes, split_words

_TURN = {"deg": 1.0, "grad": 0.9, "rad": 57.29577951308232, "turn": 360.0}


class Channel(NamedTuple):
    """How to read a component: the factor of a number, the value of 100 %, and the limits."""

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
"""The channels of ``color()``."""

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
"""The functions with the name of their space: the space, and its channels."""

_LEGACY = frozenset({"rgb", "rgba", "hsl", "hsla"})
_CONSTANTS = {"pi": Quantity(3.141592653589793), "e": Quantity(2.718281828459045), "none": Quantity(0.0)}


def _number_pattern(between: str, before_alpha: str) -> re.Pattern[str]:
    number = r"([-+]?(?:\d{1,6}+(?:\.\d{1,9}+)?+|\.\d{1,9}+))(%|deg)?+"
    alpha = rf"(?:{SPACE}*+{before_alpha}{SPACE}*+{number})?+"
    return re.compile(f"{number}{between}{number}{between}{number}{alpha}{SPACE}*+\\Z", re.ASCII)


_BY_SPACES = _number_pattern(rf"{SPACE}++", "/")
_BY_COMMAS = _number_pattern(rf"{SPACE}*+,{SPACE}*+", ",")
"""Only numbers, percentages and degrees of ordinary size: nearly every color matches.

The others are split into words, which takes three times as long.
"""


def parse_color_function(name: str, arguments: str) -> Point | None:
    """Parse the color ``name(arguments)``, in the syntax with spaces or the legacy syntax with commas."""
    if name not in FORMS:
        return None
    if "," in arguments:
        return _parse_legacy(name, arguments) if name in _LEGACY else None
    return parse_components(*FORMS[name], arguments)


def parse_components(space: str, channels: Channels, arguments: str) -> Point | None:
    """Parse three components between spaces, and an alpha after a slash."""
    if match := _BY_SPACES.match(arguments):
        return _point_of_match(space, channels, match)
    words = _split_components(arguments)
    return make_point(space, channels, *words, {}) if words else None


def _parse_legacy(name: str, arguments: str) -> Point | None:
    """Parse the legacy syntax with commas: without ``none``, and without numbers beside percentages."""
    space, channels = FORMS[name]
    if match := _BY_COMMAS.match(arguments):
        percentages = [unit == "%" for unit in match.group(2, 4, 6)]
        return _point_of_match(space, channels, match) if _has_matching_units(name, percentages) else None
    parts = split_commas(arguments)
    if len(parts) not in {3, 4} or (len(parts) != arguments.count(",") + 1 and "(" not in arguments):
        return None
    if any("none" in part for part in parts):
        return None
    if not _has_matching_units(name, [part.endswith("%") for part in parts[:3] if "(" not in part]):
        return None
    return make_point(space, channels, parts[:3], parts[3] if len(parts) == 4 else "", {})


def _has_matching_units(name: str, percentages: list[bool]) -> bool:
    return len(set(percentages)) <= 1 if name.startswith("rgb") else all(percentages[1:])


def _point_of_match(space: str, channels: Channels, match: re.Match[str]) -> Point | None:
    """Return the color of a match of :data:`_BY_SPACES` or :data:`_BY_COMMAS`."""
    one, one_unit, two, two_unit, three, three_unit, alpha, alpha_unit = match.groups("")
    first = _scale(float(one), one_unit, channels[0])
    second = _scale(float(two), two_unit, channels[1])
    third = _scale(float(three), three_unit, channels[2])
    opacity = _scale(float(alpha), alpha_unit, _ALPHA) if alpha else 1.0
    if first is None or second is None or third is None or opacity is None:
        return None
    return Point(space, (first, second, third), opacity)


def _split_components(arguments: str) -> tuple[list[str], str] | None:
    """Split the syntax with spaces into three words and the alpha, which is empty when absent."""
    before, *after = split_slashes(arguments)[:3] if "/" in arguments else [arguments]
    if len(after) > 1 or (arguments.count("/") > 0 and not after):
        return None
    words = split_words(before)
    return (words, after[0] if after else "") if len(words) == 3 else None


def make_point(
    space: str, channels: Channels, words: list[str], alpha: str, named: Mapping[str, Component]
) -> Point | None:
    """Make a color from three words and an alpha, empty when absent. ``named`` gives values of names."""
    components: list[Component] = []
    for word, channel in zip(words, channels, strict=True):
        component = _parse_component(word, channel, named)
        if isinstance(component, str):
            return None
        components.append(component)
    opacity: Component | str = (
        named.get("alpha", 1.0) if not alpha else _parse_component(alpha, _ALPHA, named)
    )
    if isinstance(opacity, str):
        return None
    return Point(space, (components[0], components[1], components[2]), opacity)


def _parse_component(word: str, channel: Channel, named: Mapping[str, Component]) -> Component | str:
    """Return the value of one word: None for ``none``, the word itself when it is no component."""
    if word == "none":
        return None
    if word in named:
        return named[word] if named[word] is None else _scale(named[word] or 0.0, "", channel)
    quantity = parse_quantity(word)
    if quantity is None and "(" in word:
        quantity = evaluate(word, lambda part: _parse_operand(part, named))
    scaled = None if quantity is None else _scale(*quantity, channel)
    return word if scaled is None else scaled


def _scale(value: float, unit: str, channel: Channel) -> float | None:
    if unit == "%" and not channel.hue:
        value = value * channel.percent / 100
    elif unit in _TURN and channel.hue:
        value *= _TURN[unit]
    elif not unit:
        value *= channel.number
    else:
        return None
    return channel.low if value < channel.low else min(value, channel.high)


def _parse_operand(word: str, named: Mapping[str, Component]) -> Quantity | None:
    if word in named:
        return Quantity(named[word] or 0.0)
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    quantity = parse_quantity(word)
    if quantity and quantity.unit in _TURN:
        return Quantity(quantity.value * _TURN[quantity.unit], "deg")
    return quantity
