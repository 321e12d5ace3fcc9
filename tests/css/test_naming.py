"""Names of colors: CSS's own where one is very near, otherwise shade and hue."""

import math
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.color import Color
from siteloupe.css.color_names import COLOR_NAMES
from siteloupe.css.naming import FARTHEST, name_of, shade_and_hue
from siteloupe.data import rows

COLORS = st.builds(Color, *[st.integers(0, 255)] * 3, st.just(1.0))


def named(code):
    return name_of(Color(*bytes.fromhex(code)))


def test_an_exact_css_name_wins():
    assert named("663399") == "rebeccapurple"
    assert named("ffffff") == "white"
    assert {named(f"{value:06x}") for value in COLOR_NAMES.values()} <= set(COLOR_NAMES)


def test_a_color_with_two_css_names_always_gets_the_same_one():
    assert named("00ffff") == "aqua"


def test_the_alpha_does_not_matter():
    assert name_of(Color(10, 20, 30, 0.5)) == name_of(Color(10, 20, 30))


def test_the_nearest_css_name_is_taken_up_to_a_small_distance():
    dice = random.Random(7)
    listed = [(Color(*value.to_bytes(3, "big")).oklab, name) for name, value in COLOR_NAMES.items()]
    for _ in range(300):
        color = Color(*(dice.randrange(256) for _ in range(3)))
        distance, _ = min((math.dist(color.oklab, lab), name) for lab, name in listed)
        assert (name_of(color) in COLOR_NAMES and " " not in name_of(color)) >= (distance < FARTHEST)


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("222222", "very dark gray"),
        ("333333", "dark gray"),
        ("e9ecef", "very light gray"),
        ("6c757d", "grayish blue"),
        ("abb8c3", "light grayish blue"),
        ("004d40", "dark teal"),
        ("2f6f6a", "teal"),
        ("0d6efd", "blue"),
        ("1e3ca0", "dark blue"),
        ("dc3545", "red"),
        ("7a1f3d", "dark burgundy"),
        ("ffc107", "light yellow"),
        ("785c00", "olive"),
        ("5c3a1e", "dark brown"),
        ("ff6900", "orange"),
        ("00d084", "light green"),
        ("9900ef", "violet"),
        ("f78da7", "light pink"),
        ("dccfc2", "grayish peach"),
        ("2a211c", "very dark grayish brown"),
    ],
)
def test_another_color_is_named_by_its_shade_and_hue(code, name):
    assert named(code) == name


def test_the_table_of_hues_goes_once_around_the_circle():
    ends = [float(row["up_to"]) for row in rows("color_hues.tsv")]
    assert ends == sorted(set(ends))
    assert ends[-1] == 360


@given(COLORS)
def test_every_name_is_a_few_plain_words(color):
    assert re.fullmatch(r"[a-z]+( [a-z]+){0,4}", shade_and_hue(color))
    assert re.fullmatch(r"[a-z]+( [a-z]+){0,4}", name_of(color))
