import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.color_spaces import (
    SPACES,
    bytes_to_oklab,
    converted,
    gamma_encoded,
    oklab_to_linear,
)
from siteloupe.css.gamut import into_srgb

UNIT = st.floats(0, 1)


@given(UNIT, st.floats(-0.5, 0.5), st.floats(-0.5, 0.5))
def test_every_color_fits_after_mapping(lightness, a, b):
    assert all(0 <= component <= 1 for component in into_srgb((lightness, a, b)))


@given(UNIT, UNIT, UNIT)
def test_colors_of_srgb_are_left_alone(red, green, blue):
    assert into_srgb(converted((red, green, blue), "srgb", "oklab")) == pytest.approx(
        (red, green, blue), abs=1e-6
    )


@pytest.mark.parametrize("space", sorted(SPACES))
@given(UNIT, UNIT, UNIT)
def test_every_space_leads_to_srgb_and_back(space, red, green, blue):
    there = converted((red, green, blue), "srgb", space)
    assert converted(there, space, "srgb") == pytest.approx((red, green, blue), abs=1e-6)


def test_the_short_way_agrees_with_the_long_one():
    lab = (0.6, 0.1, -0.15)
    assert gamma_encoded(oklab_to_linear(lab)) == pytest.approx(converted(lab, "oklab", "srgb"), abs=1e-9)


@pytest.mark.parametrize("lightness", [1.0, 1.5])
def test_what_is_lighter_than_white_is_white(lightness):
    assert into_srgb((lightness, 0.1, 0.1)) == (1.0, 1.0, 1.0)
    assert into_srgb((-lightness, 0.1, 0.1)) == (0.0, 0.0, 0.0)


@given(*[st.integers(0, 255)] * 3)
def test_bytes_are_in_oklab_where_their_components_are(red, green, blue):
    there = converted((red / 255, green / 255, blue / 255), "srgb", "oklab")
    assert bytes_to_oklab(red, green, blue) == pytest.approx(there, abs=1e-9)
