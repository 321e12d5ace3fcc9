"""Names of font families: as build tools change them, as systems know them, and as URLs spell them."""

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from siteloupe.css.font import Family
from siteloupe.data import rows

MAX_NAME = 200

# https://nextjs.org/docs/app/api-reference/components/font: "__Inter_Fallback_a64ecd"
_NEXT = re.compile(r"__(.+)_[0-9a-f]{6}\Z")
# https://docs.astro.build/en/guides/fonts/: "Inter-0f1e2d3c4b5a6978"
_HASHED = re.compile(r"-[0-9a-f]{16}(?=\Z|[ :])")
# Names such as Inter Fallback, inter-fallback, and "Inter fallback: Arial" of https://github.com/unjs/fontaine
_FALLBACK = re.compile(r"(.*\S)(?:[ _-]+|: ?)fallback(?:: ?.*| ?[-_]?\d{0,2})?\Z", re.IGNORECASE)
_PLAIN = re.compile(r"[A-Za-z_][-A-Za-z0-9_]*\Z")

_GENERIC_SPELLING = {"blinkmacsystemfont": "BlinkMacSystemFont"}


def cleaned(name: str) -> str:
    """``name`` without what build tools add to it: ``__Open_Sans_a64ecd`` is ``Open Sans``."""
    name = name[:MAX_NAME].strip()
    if match := _NEXT.match(name):
        name = match[1].replace("_", " ")
    return _HASHED.sub("", name).strip() or name


def without_fallback(name: str) -> str | None:
    """The family that a metric fallback stands in for, told by its name; None when it does not say so."""
    match = _FALLBACK.match(cleaned(name))
    return match[1].strip(" :_-") if match else None


def key_of(name: str) -> str:
    """What two spellings of one family share: case does not count in CSS."""
    return name.casefold()


def slug_of(name: str) -> str:
    """A family's name as URLs of font services spell it: lower case, nothing but letters and digits."""
    return "".join(character for character in name.casefold() if character.isalnum())


@functools.cache
def _system() -> Mapping[str, bool]:
    """Names of fonts that systems bring along, and whether they count as such only inside a system stack."""
    return {row["name"].casefold(): row["in_stack"] == "yes" for row in rows("system_fonts.tsv")}


def is_system(name: str) -> bool:
    """True for a font that Windows, Apple's systems, Android or Linux bring along, whatever stands around."""
    return _system().get(name.casefold()) is False


def real_names(stack: Sequence[Family], known: Iterable[str]) -> tuple[str, ...]:
    """The names in ``stack`` that stand for fonts of the site, in order.

    Neither generic names nor the systems' own are, unless the site brings a font of that name (``known``, as
    by :func:`key_of`). Some names are both: *Roboto* is a system's behind another system font, else its own.
    """
    found: list[str] = []
    behind_system = False
    for family in stack:
        in_stack_only = _system().get(family.name.casefold())
        if key_of(family.name) in known and not family.generic:
            found.append(family.name)
        elif family.generic or in_stack_only is False or (in_stack_only and behind_system):
            behind_system = True
        else:
            found.append(family.name)
    return tuple(found)


def written(stack: Sequence[Family]) -> str:
    """A stack as a style guide would print it: names quoted where they must be."""
    return ", ".join(_written(family) for family in stack)


def _written(family: Family) -> str:
    if family.generic:
        return _GENERIC_SPELLING.get(family.name, family.name)
    if _PLAIN.match(family.name):
        return family.name
    return '"' + family.name.replace("\\", "\\\\").replace('"', '\\"') + '"'


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
