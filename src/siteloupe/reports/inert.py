"""Making a site's text safe to show: one line, without characters that steer a terminal or reorder text."""

import re
import unicodedata

ELLIPSIS = "…"

_STEERING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Controls, formats (bidi overrides, zero-width marks, tags), lone surrogates, line and paragraph separators.

Source: https://www.unicode.org/reports/tr44/#General_Category_Values
"""

_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters that are shown as nothing, in which text can be hidden: variation selectors, fillers, blanks.

Source: https://www.unicode.org/Public/UCD/latest/ucd/DerivedCoreProperties.txt (Default_Ignorable_Code_Point)
"""

_WHITE = re.compile(r"\s++")

_MAX_MARKS = 4
"""Most combining marks on one character; real scripts need fewer, more of them cover other lines."""


def is_visible(text: str) -> bool:
    """Whether every character of ``text`` is one that a reader sees."""
    return text.isprintable() and (text.isascii() or not _IGNORABLE.search(text))


def without_steering(text: str) -> str:
    """Remove control and format characters; white space with one of them becomes one space.

    Text without them is returned unchanged.
    """
    if is_visible(text):
        return text
    steering = [character for character in set(text) if _is_steering(character)]
    if not steering:
        return text
    breaks = frozenset(character for character in steering if character.isspace())
    if breaks:
        text = _WHITE.sub(lambda white: white[0] if breaks.isdisjoint(white[0]) else " ", text).strip()
    return text.translate(dict.fromkeys(map(ord, steering)))


def inert(text: str, limit: int = 300) -> str:
    """Return ``text`` on one line of at most ``limit`` characters, without control and format characters.

    White space of every kind becomes one space. The result is still untrusted: a walker must escape it for
    its medium (rich markup, HTML).
    """
    kept: list[str] = []
    marks = 0
    for character in text[: limit * 4]:
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if character.isspace():
            kept.append(" ")
        elif marks <= _MAX_MARKS and not _is_steering(character):
            kept.append(character)
    line = " ".join("".join(kept).split())
    cut = len(line) > limit or len(text) > limit * 4
    return f"{line[: limit - 1].rstrip()}{ELLIPSIS}" if cut else line


def _is_steering(character: str) -> bool:
    return unicodedata.category(character) in _STEERING or _IGNORABLE.match(character) is not None
