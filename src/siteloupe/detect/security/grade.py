"""The security grade: the points of tests as one score, and its letter, as MDN's HTTP Observatory has them.

Source: https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
"""

from collections.abc import Iterable

from siteloupe.reports.tech_stack import SecurityLetter, SecurityTest

FULL_SCORE = 100
"""The score of a site without any fault or merit."""

MERITS_FROM = 90
"""The least score without merits at which the points above 0 are added."""

LETTERS: tuple[tuple[int, SecurityLetter], ...] = (
    (100, "A+"),
    (90, "A"),
    (85, "A-"),
    (80, "B+"),
    (70, "B"),
    (65, "B-"),
    (60, "C+"),
    (50, "C"),
    (45, "C-"),
    (40, "D+"),
    (30, "D"),
    (25, "D-"),
)
"""The least score of each letter; below them all it is F."""


def score_of(tests: Iterable[SecurityTest]) -> int:
    """Return the score of ``tests``: at least 0, above 100 for sites with many merits."""
    points = [test.points for test in tests]
    score = max(FULL_SCORE + sum(each for each in points if each < 0), 0)
    return score + sum(each for each in points if each > 0) if score >= MERITS_FROM else score


def grade_of(score: int) -> SecurityLetter:
    """Return the letter of a score."""
    return next((letter for floor, letter in LETTERS if score >= floor), "F")
