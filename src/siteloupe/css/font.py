"""Font values of CSS: family lists, weights, the ``font`` shorthand, and the sources of a font face.

Source: https://drafts.csswg.org/css-fonts-4/
"""

import re
from typing import Literal, NamedTuple

from msgspec import Struct

from siteloupe.css.calc import parse_quantity
from siteloupe.css.grammar import name_characters, unescape, unquote
from siteloupe.css.imports import unquoted_url
from siteloupe.css.length import font_size_in_pixels
from siteloupe.css.values import find_closing, parse_function, split_commas, split_words

GENERIC_FAMILIES = frozenset(
    """
    serif sans-serif monospace cursive fantasy system-ui math emoji fangsong ui-serif ui-sans-serif
    ui-monospace ui-rounded -apple-system blinkmacsystemfont
    """.split()  # noqa: SIM905
)
"""Unquoted names for a kind of font, or for the system's font, instead of a family."""

WIDE_KEYWORDS = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})
_SYSTEM_FONTS = frozenset({"caption", "icon", "menu", "message-box", "small-caption", "status-bar"})
_STYLES = frozenset({"italic", "oblique"})
_STRETCHES = frozenset(
    """
    ultra-condensed extra-condensed condensed semi-condensed semi-expanded expanded extra-expanded
    ultra-expanded
    """.split()  # noqa: SIM905
)
_WEIGHTS = {"normal": 400, "regular": 400, "bold": 700, "lighter": 300, "bolder": 700}
_FACE_WEIGHTS = {"normal": 400, "bold": 700}
_NAME = re.compile(name_characters(" \\.&+") + r"++\Z|\\")
MAX_FAMILIES = 50


class Family(NamedTuple):
    """One name of a family list, unescaped. ``generic`` is true for a keyword such as ``serif``, lowered."""

    name: str
    generic: bool = False


class FontShorthand(Struct, frozen=True, gc=False):
    """The values of a ``font`` declaration; ``size`` and ``line_height`` as written, empty when absent."""

    families: tuple[Family, ...]
    size: str
    line_height: str = ""
    weight: int = 400
    style: Literal["normal", "italic", "oblique"] = "normal"
    stretch: str = "normal"


class Weights(NamedTuple):
    """The weights of a font face, 1 to 1000; both are equal unless the face is variable."""

    low: int
    high: int

    @property
    def is_range(self) -> bool:
        """True for a variable face."""
        return self.low != self.high


class FaceSource(Struct, frozen=True, gc=False):
    """One entry of ``src``: ``value`` is a URL as written or, for ``local``, the name of an installed font.

    ``format`` and ``technologies`` are in lower case; ``format`` is empty without one.
    """

    kind: Literal["url", "local"]
    value: str
    format: str = ""
    technologies: tuple[str, ...] = ()


def parse_families(value: str) -> tuple[Family, ...]:
    """Return the names of a ``font-family`` list, at most 50; none for a keyword such as ``inherit``."""
    if value.strip().lower() in WIDE_KEYWORDS:
        return ()
    families = [_parse_family(part) for part in split_commas(value)[:MAX_FAMILIES]]
    return tuple(dict.fromkeys([family for family in families if family is not None]))


def parse_shorthand(value: str) -> FontShorthand | None:
    """Return the values of ``font: value``, or None for a system font, a keyword, or an invalid value.

    None for a size of 0 too: ``font: 0/0 a`` hides text, and its ``a`` is not the name of a family.
    """
    words = split_words(value)
    lowered = value.strip().lower()
    if lowered in _SYSTEM_FONTS or lowered in WIDE_KEYWORDS:
        return None
    style, weight, stretch = "normal", 400, "normal"
    for index, word in enumerate(words[:8]):
        low = word.lower()
        if low in _STYLES:
            style = low
        elif low in _STRETCHES:
            stretch = low
        elif (number := parse_weight(low)) is not None and low != "normal":
            weight = number
        elif low not in {"normal", "small-caps"} and _parse_angle(low) is None:
            return _parse_size_and_families(words[index:], style, weight, stretch)
    return None


def parse_weight(value: str) -> int | None:
    """Return the weight of ``font-weight: value``, or None; ``bolder`` and ``lighter`` as on normal text."""
    value = value.strip().lower()
    if (keyword := _WEIGHTS.get(value)) is not None:
        return keyword
    number = parse_quantity(value)
    return round(number.value) if number and not number.unit and 1 <= number.value <= 1000 else None


def parse_face_weights(value: str) -> Weights | None:
    """Return the weights of a face's ``font-weight``: one, or a range; None when it is neither.

    Source: https://drafts.csswg.org/css-fonts-4/#font-prop-desc
    """
    words = value.lower().split()
    if words in ([], ["auto"]):
        return None
    numbers = [_FACE_WEIGHTS.get(word) or parse_weight(word) for word in words]
    if len(numbers) > 2 or (first := numbers[0]) is None or (last := numbers[-1]) is None:
        return None
    return Weights(min(first, last), max(first, last))


def parse_face_style(value: str) -> Literal["normal", "italic", "oblique"]:
    """Return the style of a face's ``font-style``: normal unless it is italic or oblique."""
    word = next(iter(value.lower().split()), "")
    return "italic" if word == "italic" else "oblique" if word == "oblique" else "normal"


def parse_face_sources(value: str) -> tuple[FaceSource, ...]:
    """Return the entries of a face's ``src`` in order, without broken ones.

    Source: https://drafts.csswg.org/css-fonts-4/#src-desc
    """
    return tuple(source for part in split_commas(value) if (source := _parse_source(part)) is not None)


def _parse_family(text: str) -> Family | None:
    if text[0] in "\"'":
        return Family(" ".join(unquote(text).split())) if unquote(text).strip() else None
    if _NAME.match(text) is None and "\\" not in text:
        return None
    name = " ".join(unescape(text).split())
    if name.lower() in GENERIC_FAMILIES:
        return Family(name.lower(), generic=True)
    return Family(name) if name and name.lower() not in WIDE_KEYWORDS else None


def _parse_size_and_families(words: list[str], style: str, weight: int, stretch: str) -> FontShorthand | None:
    """Parse the end of a shorthand: the size, an optional line height, and the families."""
    size, rest = words[0], words[1:]
    line_height = ""
    if rest[:1] == ["/"]:
        line_height, rest = (rest[1], rest[2:]) if len(rest) > 1 else ("", [])
    names, in_pixels = parse_families(" ".join(rest)), font_size_in_pixels(size)
    if not names or in_pixels == 0 or (in_pixels is None and "(" not in size):
        return None
    return FontShorthand(names, size, line_height, weight, parse_face_style(style), stretch)


def _parse_angle(word: str) -> float | None:
    angle = parse_quantity(word)
    return angle.value if angle and angle.unit in {"deg", "grad", "rad", "turn"} else None


def _parse_source(part: str) -> FaceSource | None:
    lowered = part[:6].lower()
    if lowered.startswith("url("):
        end = find_closing(part, 3)
        inside = part[4:end].strip()
        address = unquote(inside) if inside[:1] in {'"', "'"} else unquoted_url(part[3 : end + 1])
        return FaceSource("url", address, *_parse_hints(part[end + 1 :])) if address else None
    if lowered.startswith("local("):
        name = unquote(part[6 : find_closing(part, 5)].strip())
        return FaceSource("local", name) if name else None
    return None


def _parse_hints(rest: str) -> tuple[str, tuple[str, ...]]:
    """Return the arguments of ``format()`` and ``tech()`` after a URL."""
    form = ""
    technologies: tuple[str, ...] = ()
    for word in split_words(rest):
        if (call := parse_function(word)) is None:
            continue
        if call.name == "format":
            form = unquote(call.arguments).lower()
        elif call.name == "tech":
            technologies = tuple(part.lower() for part in split_commas(call.arguments))
    return form, technologies
