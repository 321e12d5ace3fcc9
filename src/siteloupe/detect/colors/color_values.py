"""The values of declarations that decide which colors are painted: text, backgrounds, opacity.

They are parsed after ``var()``; a value that browsers ignore is None, so that an earlier declaration applies.
"""

from siteloupe.css.calc import parse_quantity
from siteloupe.css.color import Color, colors_in, parse_color
from siteloupe.css.text_cache import text_cache
from siteloupe.css.values import split_words
from siteloupe.detect.styles.cascade import DeclaredValue

_INHERITING = frozenset({"inherit", "unset", "revert", "revert-layer", "currentcolor"})
RESETTING = frozenset({"initial", "unset", "revert", "revert-layer"})
"""Keywords with which a property that is not inherited has its initial value."""

_KEYWORDS = _INHERITING | RESETTING


@text_cache(4096)
def text_color(value: str, dark: bool) -> Color | None:
    """Return the color of a ``color``, of a dark scheme if ``dark``; None for any other value."""
    color = parse_color(value, dark=dark)
    return color if isinstance(color, Color) else None


@text_cache(1024)
def parse_opacity(value: str) -> float | None:
    """Parse an ``opacity``: a number or a percentage, from 0 to 1; None for any other value."""
    quantity = parse_quantity(value)
    if quantity is None or quantity.unit not in {"", "%"}:
        return None
    share = quantity.value / 100 if quantity.unit else quantity.value
    return min(1.0, max(0.0, share))


@text_cache(4096)
def background_color(value: str, dark: bool = False) -> Color | None:
    """Return the color of a ``background`` or ``background-color``, of a dark scheme if ``dark``.

    It is that of the last layer; None when that has no color.
    """
    for word in reversed(split_words(value)):
        if word == ",":
            return None
        color = parse_color(word, dark=dark)
        if isinstance(color, Color):
            return color
    return None


def valid_value(each: DeclaredValue) -> str | None:
    """Return the value, or None when browsers ignore it: an earlier declaration then applies."""
    name, value = each.declaration.property, each.declaration.value
    if "var(" in value or name[:2] == "--" or name in {"background", "background-image", "display"}:
        return value or None
    if name == "opacity":
        return value if parse_opacity(value) is not None else None
    return value if _is_color(value) else None


@text_cache(4096)
def _is_color(value: str) -> bool:
    return value.lower() in _KEYWORDS or parse_color(value) is not None or bool(colors_in(value))
