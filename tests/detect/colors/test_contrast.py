"""Contrast: the ratios of WCAG 2.2, truncated and not rounded, and the nearest color that passes."""

import math

import pytest
from coloraide import Color as Peer
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.color import BLACK, WHITE, Color
from siteloupe.detect.colors.contrast import contrast, contrast_ratio, nearest_passing, rating, truncate_ratio

COLORS = st.builds(Color, *[st.integers(0, 255)] * 3, st.just(1.0))


@given(COLORS, COLORS)
def test_ratios_are_those_of_an_independent_library(one, other):
    expected = Peer(one.hex).contrast(Peer(other.hex), method="wcag21")
    assert math.isclose(contrast_ratio(one, other), expected, rel_tol=1e-3)


def test_black_on_white_is_21_to_1():
    found = contrast("x", BLACK, WHITE)
    assert (found.ratio, found.rating, found.passing) == (21.0, "AAA", None)


@pytest.mark.parametrize(
    ("value", "kept"), [(4.499, 4.49), (4.5, 4.5), (6.999999, 6.99), (7.0, 7.0), (1.0, 1.0), (2.9999, 2.99)]
)
def test_ratios_are_truncated_not_rounded(value, kept):
    assert truncate_ratio(value) == kept


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (21, "AAA"),
        (7.0, "AAA"),
        (6.99, "AA"),
        (4.5, "AA"),
        (4.49, "AA Large"),
        (3.0, "AA Large"),
        (2.99, "Fail"),
    ],
)
def test_a_ratio_has_its_rating(value, expected):
    assert rating(value) == expected


def test_the_gray_just_below_aa_is_not_aa():
    found = contrast("x", Color(0x77, 0x77, 0x77), WHITE)
    assert (found.ratio, found.rating) == (4.47, "AA Large")
    assert found.passing is not None
    assert found.passing.ratio >= 4.5


def test_a_transparent_text_is_over_its_background():
    found = contrast("x", Color(0, 0, 0, 0.5), WHITE)
    assert found.foreground == "#7f7f7f"


@given(COLORS, COLORS)
def test_the_passing_color_passes_and_keeps_the_hue(foreground, background):
    found = nearest_passing(foreground, background)
    assert found is not None
    assert contrast_ratio(found, background) >= 4.5
    if contrast_ratio(foreground, background) >= 4.5:
        assert found == foreground


def test_the_passing_color_has_the_smallest_change():
    found = nearest_passing(Color(0xFF, 0x8A, 0x65), WHITE)
    assert 4.5 <= contrast_ratio(found, WHITE) < 4.8


@pytest.mark.parametrize(
    ("background", "passing"),
    [(WHITE, Color(0, 0, 0)), (Color(0, 0, 0), WHITE), (Color(118, 118, 118), None)],
)
def test_black_or_white_passes_where_nothing_else_does(background, passing):
    assert nearest_passing(Color(200, 30, 30), background, 21.0) == passing
