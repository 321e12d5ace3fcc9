"""Lengths in pixels, as on a screen of 1440 × 900 with the browser's font size of 16 px.

Sources: https://drafts.csswg.org/css-values-4/#lengths, https://drafts.csswg.org/css-fonts-4/#font-size-prop
"""

from siteloupe.css.calc import Quantity, evaluate, quantity

FONT_SIZE = 16.0
WIDTH = 1440.0
HEIGHT = 900.0

_PIXELS = {
    "px": 1.0,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 9.6 / 2.54,
    "q": 2.4 / 2.54,
    "pt": 96 / 72,
    "pc": 16.0,
    "em": FONT_SIZE,
    "rem": FONT_SIZE,
    "ex": FONT_SIZE / 2,
    "ch": FONT_SIZE / 2,
    **{f"{size}{axis}": pixels for size in ("", "s", "l", "d") for axis, pixels in (
        ("vw", WIDTH / 100),
        ("vi", WIDTH / 100),
        ("vh", HEIGHT / 100),
        ("vb", HEIGHT / 100),
        ("vmin", HEIGHT / 100),
        ("vmax", WIDTH / 100),
    )},
}  # fmt: skip

_KEYWORDS = {
    "xx-small": 9.0,
    "x-small": 10.0,
    "small": 13.0,
    "medium": 16.0,
    "large": 18.0,
    "x-large": 24.0,
    "xx-large": 32.0,
    "xxx-large": 48.0,
    "smaller": FONT_SIZE / 1.2,
    "larger": FONT_SIZE * 1.2,
}


def font_size(value: str) -> float | None:
    """A ``font-size`` in pixels, or None when it has none (``inherit``, an unknown unit, broken).

    A percentage is one of 16 px. ``clamp()`` counts by its upper bound: that is what a wide screen shows.
    """
    value = value.strip().lower()
    if (known := _KEYWORDS.get(value)) is not None:
        return known
    found = _font_quantity(value) or evaluate(value, _font_quantity, clamp=_upper_bound)
    if found is None or (found.unit == "" and found.value != 0) or found.value < 0:
        return None
    return found.value


def pixels(value: str) -> float | None:
    """A length in pixels, or None when it is none; percentages depend on what they stand in, and are none."""
    value = value.strip().lower()
    found = _length(value) or evaluate(value, _length)
    return found.value if found is not None and (found.unit or found.value == 0) else None


def _length(word: str) -> Quantity | None:
    found = quantity(word)
    if found is None or found.unit == "":
        return found
    factor = _PIXELS.get(found.unit)
    return Quantity(found.value * factor, "px") if factor is not None else None


def _font_quantity(word: str) -> Quantity | None:
    found = quantity(word)
    if found is not None and found.unit == "%":
        return Quantity(found.value * FONT_SIZE / 100, "px")
    return _length(word)


def _upper_bound(_low: float, _value: float, high: float) -> float:
    return high
