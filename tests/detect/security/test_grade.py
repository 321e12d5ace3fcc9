"""A score is 100 and the points of the tests; its letter is that of the Observatory's scale."""

import pytest

from siteloupe.detect.security.grade import grade_of, score_of
from siteloupe.reports.tech_stack import SecurityTest


def with_points(*points):
    return [SecurityTest(name="a", passed=None, points=each, result="") for each in points]


@pytest.mark.parametrize(
    ("points", "score"),
    [
        ((), 100),
        ((5, 10), 115),
        ((-5,), 95),
        ((-10, 5), 95),
        ((-10, -1, 5), 89),
        ((-50, -40, -30), 0),
    ],
)
def test_merits_count_from_90_on(points, score):
    assert score_of(with_points(*points)) == score


@pytest.mark.parametrize(
    ("score", "letter"),
    [
        (135, "A+"),
        (100, "A+"),
        (99, "A"),
        (90, "A"),
        (89, "A-"),
        (85, "A-"),
        (80, "B+"),
        (79, "B"),
        (70, "B"),
        (65, "B-"),
        (60, "C+"),
        (50, "C"),
        (45, "C-"),
        (40, "D+"),
        (30, "D"),
        (25, "D-"),
        (24, "F"),
        (0, "F"),
    ],
)
def test_the_letter_of_a_score(score, letter):
    assert grade_of(score) == letter
