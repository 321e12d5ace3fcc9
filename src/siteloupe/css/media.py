"""Whether a media query holds on a screen of 1440 × 900, light or dark: what a visitor at a desk sees.

Source: https://drafts.csswg.org/mediaqueries-4/
"""

import re
from functools import partial

from siteloupe.css.boolean import condition
from siteloupe.css.length import HEIGHT, WIDTH, pixels
from siteloupe.css.remembered import remembered
from siteloupe.css.values import split_commas, split_words

_MAX_QUERY = 2000
_SIZES = {"width": WIDTH, "height": HEIGHT, "device-width": WIDTH, "device-height": HEIGHT}
_KEYWORDS = {
    "orientation": "landscape",
    "prefers-reduced-motion": "no-preference",
    "prefers-contrast": "no-preference",
    "prefers-reduced-transparency": "no-preference",
    "prefers-reduced-data": "no-preference",
    "forced-colors": "none",
    "inverted-colors": "none",
    "hover": "hover",
    "any-hover": "hover",
    "pointer": "fine",
    "any-pointer": "fine",
    "update": "fast",
    "scripting": "enabled",
    "display-mode": "browser",
    "color-gamut": "srgb",
    "dynamic-range": "standard",
    "overflow-block": "scroll",
    "overflow-inline": "scroll",
}
_ABSENT = frozenset({"none", "no-preference"})
_RANGE = re.compile(r"(?:([^<>=]++)(<=?|>=?|=))?\s*+([-a-z]++)\s*+(?:(<=?|>=?|=)([^<>=]++))?+\Z")
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}


@remembered(4096)
def matches(media: str, *, dark: bool = False) -> bool:
    """Whether ``media``, a list of queries, holds; an empty list does. Unknown features do not."""
    if len(media) > _MAX_QUERY:
        return False
    queries = split_commas(media.lower())
    return not queries or any(_query(query, dark=dark) for query in queries)


def _query(query: str, *, dark: bool) -> bool:
    words = split_words(query)
    wanted = words[0] != "not" or words[1:2] == [] or words[1].startswith("(")
    if words[0] in {"only", "not"} and len(words) > 1 and not words[1].startswith("("):
        words = words[1:]
    if words and not words[0].startswith(("(", "not")):
        if words[0] not in {"all", "screen"}:
            return not wanted
        if len(words) == 1:
            return wanted
        if words[1] != "and":
            return False
        words = words[2:]
    return condition(words, _DARK_FEATURE if dark else _LIGHT_FEATURE) is wanted


def _feature(text: str, *, dark: bool) -> bool | None:
    name, colon, value = (part.strip() for part in text.partition(":"))
    if not colon:
        return _range(text) if any(mark in text for mark in "<>=") else _presence(name)
    if name == "prefers-color-scheme":
        return value == ("dark" if dark else "light")
    bound, _, size = name.partition("-")
    if bound in {"min", "max"} and size in _SIZES:
        length = pixels(value)
        return (
            None if length is None else (_SIZES[size] >= length if bound == "min" else _SIZES[size] <= length)
        )
    if name in _SIZES:
        return pixels(value) == _SIZES[name]
    expected = _KEYWORDS.get(name)
    return None if expected is None else value == expected


_LIGHT_FEATURE = partial(_feature, dark=False)
_DARK_FEATURE = partial(_feature, dark=True)


def _presence(name: str) -> bool | None:
    """A feature without value asks whether it is there at all."""
    if name in _SIZES or name in {"color", "prefers-color-scheme", "grid"}:
        return name != "grid"
    expected = _KEYWORDS.get(name)
    return None if expected is None else expected not in _ABSENT


def _range(text: str) -> bool | None:
    """``width >= 600px``, ``400px < width <= 700px``."""
    if (match := _RANGE.match(text)) is None or match[3] not in _SIZES:
        return None
    size = _SIZES[match[3]]
    left, left_mark, _, right_mark, right = match.groups()
    tests = [(_FLIPPED[left_mark], left)] if left else []
    tests += [(right_mark, right)] if right else []
    held = [_compared(size, mark, pixels(bound)) for mark, bound in tests]
    return None if None in held or not held else all(held)


def _compared(size: float, mark: str, bound: float | None) -> bool | None:
    if bound is None:
        return None
    match mark:
        case "<":
            return size < bound
        case "<=":
            return size <= bound
        case ">":
            return size > bound
        case ">=":
            return size >= bound
        case _:
            return size == bound
