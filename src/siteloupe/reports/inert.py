"""Making a site's text harmless to show: one line, nothing that steers a terminal or reorders text."""

import re
import unicodedata

ELLIPSIS = "…"

_STEERING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Controls, formats (bidi overrides, zero-width marks, tags), lone surrogates, line and paragraph separators.

Source: https://www.unicode.org/reports/tr44/#General_Category_Values
"""

_TAGS = range(0xE0000, 0xE0080)
"""The block of tags, which spell text that nobody sees; some of it is not assigned, and has no such category.

Source: https://www.unicode.org/charts/PDF/UE0000.pdf
"""

_WHITE = re.compile(r"\s++")

_MAX_MARKS = 4
"""Combining marks kept on one character; real scripts need fewer, stacks of them run over other lines."""


def without_steering(text: str) -> str:
    """``text`` without control and format characters; white space that has one of them becomes one space.

    The very same text when it has none: no other character is changed, and nothing is cut.
    """
    if text.isprintable():
        return text
    steering = [character for character in set(text) if _is_steering(character)]
    if not steering:
        return text
    breaks = frozenset(character for character in steering if character.isspace())
    if breaks:
        text = _WHITE.sub(lambda white: white[0] if breaks.isdisjoint(white[0]) else " ", text).strip()
    return text.translate(dict.fromkeys(map(ord, steering)))


def inert(text: str, limit: int = 300) -> str:
    """``text`` on one line of at most ``limit`` characters, without control and format characters.

    White space of every kind becomes one space. What remains is still untrusted: a walker escapes it for
    its own medium (rich markup, HTML) by handing it over as text.
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
    return unicodedata.category(character) in _STEERING or ord(character) in _TAGS
