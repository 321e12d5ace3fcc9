"""Names of colors: CSS's own name first, then the nearest of the bundled list, otherwise none."""

import math
import random

from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css import naming
from siteloupe.css.color import Color
from siteloupe.css.color_names import COLOR_NAMES
from siteloupe.css.naming import FARTHEST, name_of

COLORS = st.builds(Color, *[st.integers(0, 255)] * 3, st.just(1.0))


def test_an_exact_css_name_wins():
    assert name_of(Color(102, 51, 153)) == "rebeccapurple"
    assert name_of(Color(255, 255, 255)) == "white"
    assert {
        name_of(Color(value >> 16, value >> 8 & 255, value & 255)) for value in COLOR_NAMES.values()
    } <= set(COLOR_NAMES)


def test_a_color_with_two_css_names_always_gets_the_same_one():
    assert name_of(Color(0, 255, 255)) == name_of(Color(0, 255, 255)) == "aqua"


def test_the_alpha_does_not_matter():
    assert name_of(Color(10, 20, 30, 0.5)) == name_of(Color(10, 20, 30))


def test_the_nearest_of_all_names_is_found():
    listed = [(color.oklab, name) for color, name in naming.read_color_names()]
    assert len(listed) > 4000
    dice = random.Random(7)
    for _ in range(40):
        color = Color(*(dice.randrange(256) for _ in range(3)))
        distance, nearest = min((math.dist(color.oklab, lab), name) for lab, name in listed)
        named = name_of(color)
        if distance < FARTHEST and named not in COLOR_NAMES:
            assert (
                math.dist(color.oklab, next(lab for lab, name in listed if name == named)) == distance
                or named == nearest
            )
        elif named not in COLOR_NAMES:
            assert named is None


def test_a_color_far_from_every_name_has_none():
    unnamed = [
        Color(r, g, b) for r in range(0, 256, 15) for g in range(0, 256, 15) for b in range(0, 256, 15)
    ]
    assert 0 < sum(name_of(color) is None for color in unnamed) < len(unnamed) / 10


@given(COLORS)
def test_every_name_is_words_for_people(color):
    name = name_of(color)
    assert name is None or (0 < len(name) <= 22 and name.strip() == name and name.isprintable())
