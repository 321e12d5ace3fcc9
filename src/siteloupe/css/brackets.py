"""Ends of statements and blocks by counting brackets, where a regex cannot follow: linear time for any text.

Source: https://drafts.csswg.org/css-syntax/#consume-simple-block
"""

import re
from collections.abc import Mapping

from siteloupe.css.grammar import BARE_URL, COMMENT, ESCAPE, STRING

MAX_OPEN = 1_000
"""Most changes between kinds of open brackets, as in ``([{``; what is deeper never ends."""

MAX_RUN = 10_000
"""Most brackets of one match: on Python 3.11.0 to 3.11.4 each takes memory, see ``possessive``."""

_CLOSERS = {"(": ")", "[": "]", "{": "}"}


def _marks_pattern(closing: str, opening: str = "") -> re.Pattern[str]:
    """Match up to an opening bracket or one of ``closing``, and those of the same kind behind it.

    Hostile sheets have a million of them. Group 1 are brackets of the kind ``opening`` with the plain text
    between them, group 2 are equal marks in a row; both are None at the end of the text.
    """
    marks = rf"([{{{re.escape(closing)}"
    plain = rf"[^{marks}\"'\\/]"
    more = rf"{{0,{MAX_RUN}}}+"
    again = rf"{re.escape(opening)}(?:{plain}*+(?<![lL]){re.escape(opening)}){more}"  # url( may begin a URL
    return re.compile(
        rf"(?:{plain}++|{ESCAPE}|{STRING}|{COMMENT}|{BARE_URL}|/)*+"
        rf"(?:({again if opening else '(?!)'})|(([{marks}])\3{more})|\Z)",
        re.ASCII,
    )


_MARKS: Mapping[str, re.Pattern[str]] = {"": _marks_pattern(";}")} | {
    closer: _marks_pattern(closer, opening) for opening, closer in _CLOSERS.items()
}
"""By the bracket that is to be closed: other closing brackets are text there. Empty outside of brackets."""


def find_mark(text: str, start: int, marks: str) -> int:
    """Return where the first of ``marks`` outside of brackets is, from ``start``; without one the length.

    ``marks`` are some of ``;{}``. A closing bracket that closes nothing counts as text, unless it is a mark.
    """
    closers: list[str] = []  # of the open brackets, several of a kind in a row once
    counts: list[int] = []
    closer, at = "", start
    while (match := _MARKS[closer].match(text, at)) is not None:
        again, run, mark = match.groups()
        at = match.end()
        if again is not None:
            counts[-1] += again.count(again[0])
            continue
        if run is None:
            break
        first = at - len(run)
        if mark == closer:
            if counts[-1] > len(run):
                counts[-1] -= len(run)
                continue
            at = first + counts.pop()
            closers.pop()
            closer = closers[-1] if closers else ""
        elif not closer and mark in marks:
            return first
        elif (opened := _CLOSERS.get(mark)) is None:
            continue
        elif len(closers) < MAX_OPEN:
            closers.append(opened)
            counts.append(len(run))
            closer = opened
        else:
            break
    return len(text)
