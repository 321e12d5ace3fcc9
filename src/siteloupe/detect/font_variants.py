"""How URLs spell a family: its name, weights and styles, in the words that font services share."""

import re
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

Style = Literal["normal", "italic", "oblique"]

MAX_FAMILIES = 100
"""Families of one URL that are read."""

MAX_NAME = 100
MAX_VARIANTS = 200

_SPELLED = {
    "thin": 100,
    "extralight": 200,
    "ultralight": 200,
    "light": 300,
    "regular": 400,
    "normal": 400,
    "r": 400,
    "n": 400,
    "medium": 500,
    "semibold": 600,
    "demibold": 600,
    "bold": 700,
    "b": 700,
    "extrabold": 800,
    "ultrabold": 800,
    "black": 900,
    "heavy": 900,
}
_VARIANT = re.compile(r"([a-z]*?)(\d{1,4})?(i|italic|oblique)?\Z")
_FVD = re.compile(r"([nio])([1-9])\Z")
_FVD_STYLES: Mapping[str, Style] = {"n": "normal", "i": "italic", "o": "oblique"}


class RequestedFamily(NamedTuple):
    """A family that a URL asks for.

    ``name`` is as written, or made from a slug when ``is_slug``. A variable family's weight is a range,
    ``100..900``.
    """

    name: str
    weights: tuple[str, ...] = ()
    styles: tuple[Style, ...] = ()
    variable: bool = False
    is_slug: bool = False


def titled(slug: str) -> str:
    """A family's name made from its slug: ``clash-display`` becomes ``Clash Display``."""
    return " ".join(word[:1].upper() + word[1:] for word in slug.replace("_", "-").split("-") if word)


def variant(text: str) -> tuple[int, Style] | None:
    """Weight and style of ``700italic``, ``bi``, ``regular``, or ``i4`` as of https://github.com/typekit/fvd."""
    text = text.strip().replace("-", "").replace(" ", "")
    if fvd := _FVD.match(text):
        return int(fvd[2]) * 100, _FVD_STYLES[fvd[1]]
    if (match := _VARIANT.match(text)) is None or not text:
        return None
    word, number, slanted = match.groups()
    weight = int(number) if number else _SPELLED.get(word or "regular")
    if weight is None or not 1 <= weight <= 1000 or (number and word):
        return None
    return weight, "oblique" if slanted == "oblique" else "italic" if slanted else "normal"


def family_name(text: str) -> str | None:
    """A family's name: white space made one space, quotes taken off; None when there is none."""
    name = " ".join(text.replace("+", " ").split()).strip("'\" ")
    return name if 0 < len(name) <= MAX_NAME else None


def ordered_weights(found: Iterable[int | str]) -> tuple[str, ...]:
    """Weights as text, each once, the lightest first."""
    return tuple(
        sorted({str(weight) for weight in found}, key=lambda text: (int(text.partition(".")[0]), text))
    )


def ordered_styles(found: Iterable[Style]) -> tuple[Style, ...]:
    """Styles, each once, upright first."""
    return tuple(sorted(set(found), key=("normal", "italic", "oblique").index))
