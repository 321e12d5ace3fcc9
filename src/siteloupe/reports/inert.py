"""Making a site's text harmless to show: one line, nothing that steers a terminal or reorders text."""

import unicodedata

ELLIPSIS = "…"

_DROPPED = frozenset({"Cc", "Cf", "Cs"})
"""Controls, formats (bidi overrides, zero-width marks, tags) and lone surrogates.

Source: https://www.unicode.org/reports/tr44/#General_Category_Values
"""

_MAX_MARKS = 4
"""Combining marks kept on one character; real scripts need fewer, stacks of them run over other lines."""


def inert(text: str, limit: int = 300) -> str:
    """``text`` on one line of at most ``limit`` characters, without control and format characters.

    White space of every kind becomes one space. What remains is still untrusted: a walker escapes it for
    its own medium (rich markup, HTML) by handing it over as text.
    """
    kept: list[str] = []
    marks = 0
    for character in text[: limit * 4]:
        category = unicodedata.category(character)
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if character.isspace():
            kept.append(" ")
        elif category not in _DROPPED and marks <= _MAX_MARKS:
            kept.append(character)
    line = " ".join("".join(kept).split())
    cut = len(line) > limit or len(text) > limit * 4
    return f"{line[: limit - 1].rstrip()}{ELLIPSIS}" if cut else line
