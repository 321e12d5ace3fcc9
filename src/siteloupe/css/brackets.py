"""Ends of statements and blocks by counting brackets, where a regex cannot follow: linear time for any text.

Source: https://drafts.csswg.org/css-syntax/#consume-simple-block
"""

import re

from siteloupe.css.grammar import BARE_URL, COMMENT, ESCAPE, STRING

MAX_OPEN = 1_000
"""Most changes between kinds of open brackets, as in ``([{``; what is deeper never ends."""

_MARKS = re.compile(
    rf"(?:[^;{{}}()\[\]\"'\\/]++|{ESCAPE}|{STRING}|{COMMENT}|{BARE_URL}|/)*+(?:(([;{{}}()\[\]])\2*+)|\Z)",
    re.ASCII,
)
"""Text without brackets, then several times one mark: hostile sheets have a million in a row."""

_CLOSER = {"(": ")", "[": "]", "{": "}"}


def find_mark(text: str, start: int, marks: str) -> int:
    """Return where the first of ``marks`` outside of brackets is, from ``start``; without one the length.

    ``marks`` are some of ``;{}``. A closing bracket that closes nothing counts as text, unless it is a mark.
    """
    closers: list[str] = []  # of the open brackets, several of a kind in a row once
    counts: list[int] = []
    for match in _MARKS.finditer(text, start):
        if (mark := match[2]) is None:
            break
        left = match.end() - match.start(1)
        if closers and mark == closers[-1]:
            if counts[-1] > left:
                counts[-1] -= left
                continue
            left -= counts.pop()
            closers.pop()
        if left and not closers and mark in marks:
            return match.end() - left
        if left and (closer := _CLOSER.get(mark)) is not None:
            if closers and closers[-1] == closer:
                counts[-1] += left
            elif len(closers) >= MAX_OPEN:
                break
            else:
                closers.append(closer)
                counts.append(left)
    return len(text)
