"""Splitting values into lists, words and functions. Everything takes linear time; nothing is recursive.

Source: https://drafts.csswg.org/css-values/#component-values
"""

import re
from typing import NamedTuple

from siteloupe.css.grammar import BARE_URL, COMMENT, ESCAPE, IDENT, SPACE, STRING

_PIECE = re.compile(
    rf"([^,/()\[\]{{}}\"'\\ \t\n]++|{ESCAPE}|{STRING}|{BARE_URL})|(?:{COMMENT})|({SPACE}++)|([,/()\[\]{{}}])",
    re.ASCII,
)
_SIMPLE = re.compile(r"\([^()\[\]{}\"'\\/]*+\)")
_BRACKETS_OR_STRINGS = re.compile(r"[(\[{\"'\\]|/\*")
_CLOSER = {"(": ")", "[": "]", "{": "}"}
_FUNCTION = re.compile(rf"({IDENT})\(", re.ASCII)


class Function(NamedTuple):
    """``name(arguments)``: the name in lower case, the text between the parentheses trimmed."""

    name: str
    arguments: str


def split_commas(value: str) -> list[str]:
    """Split ``value`` at top-level commas and trim the parts; empty parts are left out."""
    if "," not in value:
        return [value.strip()] if value.strip() else []
    if not _has_brackets_or_strings(value):
        return [part for raw in value.split(",") if (part := raw.strip())]
    return [part for raw in _split(value, ",") if (part := raw.strip())]


def split_words(value: str) -> list[str]:
    """Split ``value`` at top-level white space; a comma or slash is a word of its own."""
    if not _has_brackets_or_strings(value) and "," not in value and "/" not in value:
        return value.split()
    return [part for raw in _split(value, " ") if (part := raw.strip())]


def split_slashes(value: str) -> list[str]:
    """Split ``value`` at top-level slashes and trim the parts; empty parts are left out."""
    if "/" not in value:
        return [value.strip()] if value.strip() else []
    return [part for raw in _split(value, "/") if (part := raw.strip())]


def parse_function(value: str) -> Function | None:
    """Return ``value`` as a single function call, or None when it is anything else."""
    if (match := _FUNCTION.match(value)) is None:
        return None
    end = find_closing(value, match.end() - 1)
    if value[end + 1 :].strip():
        return None
    return Function(match[1].lower(), value[match.end() : end].strip())


def find_closing(value: str, start: int) -> int:
    """Return the index of the bracket that closes the one at ``start``, or the length of ``value``."""
    if simple := _SIMPLE.match(value, start):
        return simple.end() - 1
    if value.find(_CLOSER[value[start]], start) < 0:
        return len(value)
    expected: list[str] = []
    for match in _PIECE.finditer(value, start):
        mark = match[3]
        if mark in _CLOSER:
            expected.append(_CLOSER[mark])
        elif mark is not None and expected and mark == expected[-1]:
            expected.pop()
        if not expected:
            return match.end() - (match[0][-1] in ")]}")
    return len(value)


def _has_brackets_or_strings(value: str) -> bool:
    return _BRACKETS_OR_STRINGS.search(value) is not None


def _split(value: str, separator: str) -> list[str]:
    """Split at top-level separators; with a space as separator, commas and slashes are parts too."""
    parts: list[str] = []
    expected: list[str] = []
    begin = 0
    for match in _PIECE.finditer(value):
        mark = match[3]
        if mark in _CLOSER:
            expected.append(_CLOSER[mark])
        elif expected:
            if mark is not None and mark == expected[-1]:
                expected.pop()
        elif separator == " ":
            if match[2] or (mark is not None and mark in ",/"):
                parts += [value[begin : match.start()], match[0]]
                begin = match.end()
        elif mark == separator:
            parts.append(value[begin : match.start()])
            begin = match.end()
    parts.append(value[begin:])
    return parts
