"""Fonts as CSS writes them: family lists, weights, the ``font`` shorthand, and the sources of a face.

Source: https://drafts.csswg.org/css-fonts-4/
"""

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from siteloupe.css.calc import quantity
from siteloupe.css.grammar import unescape, unquote
from siteloupe.css.imports import bare_url
from siteloupe.css.length import font_size
from siteloupe.css.values import closing, function, split_commas, split_words

GENERIC_FAMILIES = frozenset(
    """
    serif sans-serif monospace cursive fantasy system-ui math emoji fangsong ui-serif ui-sans-serif
    ui-monospace ui-rounded -apple-system blinkmacsystemfont
    """.split()  # noqa: SIM905
)
"""Unquoted names that stand for a kind of font, or for the system's own, instead of a family."""

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
_NAME = re.compile(r"[-\w\x80-\U0010ffff \\.&+]++\Z|\\", re.ASCII)
MAX_FAMILIES = 50


class Family(NamedTuple):
    """One name of a family list, unescaped. ``generic``: a keyword such as ``serif``, then in lower case."""

    name: str
    generic: bool = False


@dataclass(frozen=True, slots=True)
class FontShorthand:
    """What a ``font`` declaration sets; ``size`` and ``line_height`` as written, the latter empty without."""

    families: tuple[Family, ...]
    size: str
    line_height: str = ""
    weight: int = 400
    style: Literal["normal", "italic", "oblique"] = "normal"
    stretch: str = "normal"


class Weights(NamedTuple):
    """The weights of a face, 1 to 1000; equal ends unless it is variable."""

    low: int
    high: int

    @property
    def is_range(self) -> bool:
        """True for a variable face's range."""
        return self.low != self.high


@dataclass(frozen=True, slots=True)
class Source:
    """One entry of ``src``: ``value`` is a URL as written or, for ``local``, the name of an installed font.

    ``format`` and ``technologies`` are in lower case; ``format`` empty without one.
    """

    kind: Literal["url", "local"]
    value: str
    format: str = ""
    technologies: tuple[str, ...] = ()


def families(value: str) -> tuple[Family, ...]:
    """The names of a ``font-family`` list, at most 50; none for a keyword such as ``inherit``."""
    if value.strip().lower() in WIDE_KEYWORDS:
        return ()
    found = (_family(part) for part in split_commas(value)[:MAX_FAMILIES])
    return tuple(dict.fromkeys(family for family in found if family is not None))


def shorthand(value: str) -> FontShorthand | None:
    """What ``font: value`` sets, or None for a system font, a keyword, or what is no such value.

    None for a size of 0 too: ``font: 0/0 a`` hides text, and the ``a`` is no family that anyone wants.
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
        elif (number := font_weight(low)) is not None and low != "normal":
            weight = number
        elif low not in {"normal", "small-caps"} and _angle(low) is None:
            return _sized(words[index:], style, weight, stretch)
    return None


def font_weight(value: str) -> int | None:
    """The weight that ``font-weight: value`` asks for, or None; ``bolder``, ``lighter`` as on normal text."""
    value = value.strip().lower()
    if (named := _WEIGHTS.get(value)) is not None:
        return named
    found = quantity(value)
    return round(found.value) if found and not found.unit and 1 <= found.value <= 1000 else None


def face_weights(value: str) -> Weights | None:
    """The weights of a face's ``font-weight``: one, or the two ends of a range; None when it says neither.

    Source: https://drafts.csswg.org/css-fonts-4/#font-prop-desc
    """
    words = value.lower().split()
    if words in ([], ["auto"]):
        return None
    numbers = [_FACE_WEIGHTS.get(word) or font_weight(word) for word in words]
    if len(numbers) > 2 or (first := numbers[0]) is None or (last := numbers[-1]) is None:
        return None
    return Weights(min(first, last), max(first, last))


def face_style(value: str) -> Literal["normal", "italic", "oblique"]:
    """The style of a face's ``font-style``; what is neither italic nor oblique is normal."""
    word = next(iter(value.lower().split()), "")
    return "italic" if word == "italic" else "oblique" if word == "oblique" else "normal"


def sources(value: str) -> tuple[Source, ...]:
    """The entries of a face's ``src`` in order, broken ones left out.

    Source: https://drafts.csswg.org/css-fonts-4/#src-desc
    """
    return tuple(found for part in split_commas(value) if (found := _source(part)) is not None)


def _family(text: str) -> Family | None:
    if text[0] in "\"'":
        return Family(" ".join(unquote(text).split())) if unquote(text).strip() else None
    if _NAME.match(text) is None and "\\" not in text:
        return None
    name = " ".join(unescape(text).split())
    if name.lower() in GENERIC_FAMILIES:
        return Family(name.lower(), generic=True)
    return Family(name) if name and name.lower() not in WIDE_KEYWORDS else None


def _sized(words: list[str], style: str, weight: int, stretch: str) -> FontShorthand | None:
    """The size, perhaps a line height, and the families, which end a shorthand."""
    size, rest = words[0], words[1:]
    line_height = ""
    if rest[:1] == ["/"]:
        line_height, rest = (rest[1], rest[2:]) if len(rest) > 1 else ("", [])
    names, in_pixels = families(" ".join(rest)), font_size(size)
    if not names or in_pixels == 0 or (in_pixels is None and "(" not in size):
        return None
    named_style: Literal["normal", "italic", "oblique"] = face_style(style)
    return FontShorthand(names, size, line_height, weight, named_style, stretch)


def _angle(word: str) -> float | None:
    found = quantity(word)
    return found.value if found and found.unit in {"deg", "grad", "rad", "turn"} else None


def _source(part: str) -> Source | None:
    lowered = part[:6].lower()
    if lowered.startswith("url("):
        end = closing(part, 3)
        inside = part[4:end].strip()
        address = unquote(inside) if inside[:1] in {'"', "'"} else bare_url(part[3 : end + 1])
        return Source("url", address, *_hints(part[end + 1 :])) if address else None
    if lowered.startswith("local("):
        name = unquote(part[6 : closing(part, 5)].strip())
        return Source("local", name) if name else None
    return None


def _hints(rest: str) -> tuple[str, tuple[str, ...]]:
    """What ``format()`` and ``tech()`` behind an address say."""
    form = ""
    technologies: tuple[str, ...] = ()
    for word in split_words(rest):
        if (call := function(word)) is None:
            continue
        if call.name == "format":
            form = unquote(call.arguments).lower()
        elif call.name == "tech":
            technologies = tuple(part.lower() for part in split_commas(call.arguments))
    return form, technologies
