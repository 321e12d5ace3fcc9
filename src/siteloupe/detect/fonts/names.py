"""Names of font families: with additions of build tools, of system fonts, and in URLs."""

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from siteloupe.css.font import Family
from siteloupe.css.text_cache import text_cache
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


@text_cache(4096)
def clean_name(name: str) -> str:
    """Return ``name`` without the additions of build tools: ``__Open_Sans_a64ecd`` is ``Open Sans``."""
    name = name[:MAX_NAME].strip()
    if name.startswith("__") and (match := _NEXT.match(name)):
        name = match[1].replace("_", " ")
    elif "-" not in name:
        return name  # as nearly all
    return _HASHED.sub("", name).strip() or name


def without_fallback(name: str) -> str | None:
    """Return the original family of a metric fallback by its name; None when the name does not show it."""
    if "fallback" not in name.lower():
        return None
    match = _FALLBACK.match(clean_name(name))
    return match[1].strip(" :_-") if match else None


def key_of(name: str) -> str:
    """Return a key that is equal for all spellings of a family: CSS ignores case."""
    return name.casefold()


@text_cache(4096)
def slug_of(name: str) -> str:
    """Return a family's name as in URLs of font services: lower case, only letters and digits."""
    return "".join(character for character in name.casefold() if character.isalnum())


@functools.cache
def _system_fonts() -> Mapping[str, bool]:
    """Return the names of system fonts, and whether they count as such only inside a system stack."""
    return {row["name"].casefold(): row["in_stack"] == "yes" for row in rows("system_fonts.tsv")}


def is_system(name: str) -> bool:
    """Whether Windows, Apple's systems, Android or Linux include a font, in any stack."""
    return _system_fonts().get(name.casefold()) is False


def is_marker(name: str) -> bool:
    """Whether a name is no font's: a value that a framework's scripts read, or a trick that hides text.

    Foundation keeps its version, its breakpoints and ``false`` in lists of fonts, for its scripts to find.
    Source: https://github.com/foundation/foundation-sites/blob/develop/js/foundation.util.mediaQuery.js
    """
    return name.lower() in _NOT_NAMES or _MARKER.search(name) is not None


_NOT_NAMES = frozenset({"a", "true", "false", "null", "none", "undefined", "nan", "normal", "auto"})
_MARKER = re.compile(r"^/|/$|[={}<>;|]|\((?:min|max)-|^[\d.]+$")


def site_font_names(stack: Sequence[Family], known: Iterable[str]) -> tuple[str, ...]:
    """Return the names in ``stack`` that are fonts of the site, in order.

    Generic names and system fonts are left out, unless the site loads a font with that name (``known``, by
    :func:`key_of`). Some names are both: *Roboto* is a system font after another system font, otherwise a
    font of the site.
    """
    names: list[str] = []
    behind_system = False
    system = _system_fonts()
    for family in stack:
        key = key_of(family.name)
        in_stack_only = system.get(key)
        if key in known and not family.generic:
            names.append(family.name)
        elif family.generic or in_stack_only is False or (in_stack_only and behind_system):
            behind_system = True
        else:
            names.append(family.name)
    return tuple(names)


def stack_text(stack: Sequence[Family]) -> str:
    """Return a stack as text, with quotes where CSS needs them."""
    return ", ".join(_family_text(family) for family in stack)


def _family_text(family: Family) -> str:
    if family.generic:
        return _GENERIC_SPELLING.get(family.name, family.name)
    if _PLAIN.match(family.name):
        return family.name
    return '"' + family.name.replace("\\", "\\\\").replace('"', '\\"') + '"'


Style = Literal["normal", "italic", "oblique"]

MAX_FAMILIES = 100
"""Most families of one URL."""

MAX_NAME = 100
MAX_VARIANTS = 200

_WEIGHT_NAMES = {
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
    """A family that a URL requests.

    ``name`` is as written, or made from a slug when ``is_slug`` is true. The weight of a variable family is a
    range, ``100..900``.
    """

    name: str
    weights: tuple[str, ...] = ()
    styles: tuple[Style, ...] = ()
    variable: bool = False
    is_slug: bool = False


def title_from_slug(slug: str) -> str:
    """Make a family's name from its slug: ``clash-display`` becomes ``Clash Display``."""
    return " ".join(word[:1].upper() + word[1:] for word in slug.replace("_", "-").split("-") if word)


def parse_variant(text: str) -> tuple[int, Style] | None:
    """Parse ``700italic``, ``bi``, ``regular``, or ``i4`` of https://github.com/typekit/fvd."""
    text = text.strip().replace("-", "").replace(" ", "")
    if fvd := _FVD.match(text):
        return int(fvd[2]) * 100, _FVD_STYLES[fvd[1]]
    if (match := _VARIANT.match(text)) is None or not text:
        return None
    word, number, slanted = match.groups()
    weight = int(number) if number else _WEIGHT_NAMES.get(word or "regular")
    if weight is None or not 1 <= weight <= 1000 or (number and word):
        return None
    return weight, "oblique" if slanted == "oblique" else "italic" if slanted else "normal"


def parse_family_name(text: str) -> str | None:
    """Return a family's name with collapsed white space, without quotes; None without a name."""
    name = " ".join(text.replace("+", " ").split()).strip("'\" ")
    return name if 0 < len(name) <= MAX_NAME else None


def sort_weights(weights: Iterable[int | str]) -> tuple[str, ...]:
    """Sort weights, each once, the lightest first."""
    return tuple(
        sorted({str(weight) for weight in weights}, key=lambda text: (int(text.partition(".")[0]), text))
    )


def sort_styles(styles: Iterable[Style]) -> tuple[Style, ...]:
    """Sort styles, each once, upright first."""
    return tuple(sorted(set(styles), key=("normal", "italic", "oblique").index))
