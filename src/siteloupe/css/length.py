"""Lengths in pixels, for a screen of 1440 × 900 and the browser's default font size of 16 px.

Sources: https://drafts.csswg.org/css-values-4/#lengths, https://drafts.csswg.org/css-fonts-4/#font-size-prop
"""

from siteloupe.css.calc import Quantity, evaluate, parse_quantity

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


def font_size_in_pixels(value: str) -> float | None:
    """Return a ``font-size`` in pixels, or None when it has none (``inherit``, an unknown unit, broken).

    A percentage is a share of 16 px. The value of ``clamp()`` is its upper bound, as on a wide screen.
    """
    value = value.strip().lower()
    if (known := _KEYWORDS.get(value)) is not None:
        return known
    size = _font_size_quantity(value) or evaluate(value, _font_size_quantity, clamp=_upper_bound)
    if size is None or (size.unit == "" and size.value != 0) or size.value < 0:
        return None
    return size.value


def length_in_pixels(value: str) -> float | None:
    """Return a length in pixels, or None when ``value`` is no length; a percentage is none."""
    value = value.strip().lower()
    length = _length_quantity(value) or evaluate(value, _length_quantity)
    return length.value if length is not None and (length.unit or length.value == 0) else None


def _length_quantity(word: str) -> Quantity | None:
    quantity = parse_quantity(word)
    if quantity is None or quantity.unit == "":
        return quantity
    factor = _PIXELS.get(quantity.unit)
    return Quantity(quantity.value * factor, "px") if factor is not None else None


def _font_size_quantity(word: str) -> Quantity | None:
    quantity = parse_quantity(word)
    if quantity is not None and quantity.unit == "%":
        return Quantity(quantity.value * FONT_SIZE / 100, "px")
    return _length_quantity(word)


def _upper_bound(_low: float, _value: float, high: float) -> float:
    return high
