"""Ends of statements and blocks by counting brackets, where a regex cannot follow: linear time for any text.

Source: https://drafts.csswg.org/css-syntax/#consume-simple-block
"""

import re
from collections.abc import Mapping

from siteloupe.css.grammar import BARE_URL, COMMENT, ESCAPE, STRING

MAX_OPEN = 1_000
"""Most changes between kinds of open brackets, as in ``([{``; what is deeper never ends."""

_CLOSERS = {"(": ")", "[": "]", "{": "}"}


def _marks_pattern(closing: str) -> re.Pattern[str]:
    """Match up to an opening bracket or one of ``closing``, and all that follow of the same kind.

    Hostile sheets have a million in a row. Group 1 is the first of them; None at the end of the text.
    """
    marks = rf"([{{{re.escape(closing)}"
    return re.compile(
        rf"(?:[^{marks}\"'\\/]++|{ESCAPE}|{STRING}|{COMMENT}|{BARE_URL}|/)*+(?:([{marks}])\1*+|\Z)", re.ASCII
    )


_MARKS: Mapping[str, re.Pattern[str]] = {each: _marks_pattern(each or ";}") for each in ("", *")]}")}
"""By the bracket that is to be closed: other closing brackets are text there. Empty outside of brackets."""


def find_mark(text: str, start: int, marks: str) -> int:
    """Return where the first of ``marks`` outside of brackets is, from ``start``; without one the length.

    ``marks`` are some of ``;{}``. A closing bracket that closes nothing counts as text, unless it is a mark.
    """
    closers: list[str] = []  # of the open brackets, several of a kind in a row once
    counts: list[int] = []
    closer, at = "", start
    while (match := _MARKS[closer].match(text, at)) is not None and (mark := match[1]) is not None:
        first, at = match.start(1), match.end()
        if mark == closer:
            if counts[-1] > at - first:
                counts[-1] -= at - first
                continue
            at = first + counts.pop()
            closers.pop()
            closer = closers[-1] if closers else ""
        elif not closer and mark in marks:
            return first
        elif (opened := _CLOSERS.get(mark)) is None:
            continue
        elif opened == closer:
            counts[-1] += at - first
        elif len(closers) < MAX_OPEN:
            closers.append(opened)
            counts.append(at - first)
            closer = opened
        else:
            break
    return len(text)
