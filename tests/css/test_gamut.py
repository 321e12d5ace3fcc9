import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.color_spaces import (
    SPACES,
    bytes_to_oklab,
    convert_components,
    encode_gamma,
    oklab_to_linear,
)
from siteloupe.css.gamut import map_to_srgb

UNIT = st.floats(0, 1)


@given(UNIT, st.floats(-0.5, 0.5), st.floats(-0.5, 0.5))
def test_every_color_fits_after_mapping(lightness, a, b):
    assert all(0 <= component <= 1 for component in map_to_srgb((lightness, a, b)))


@given(UNIT, UNIT, UNIT)
def test_colors_of_srgb_do_not_change(red, green, blue):
    oklab = convert_components((red, green, blue), "srgb", "oklab")
    assert map_to_srgb(oklab) == pytest.approx((red, green, blue), abs=1e-6)


@pytest.mark.parametrize("space", sorted(SPACES))
@given(UNIT, UNIT, UNIT)
def test_every_space_converts_to_srgb_and_back(space, red, green, blue):
    there = convert_components((red, green, blue), "srgb", space)
    assert convert_components(there, space, "srgb") == pytest.approx((red, green, blue), abs=1e-6)


def test_the_short_conversion_agrees_with_the_long_one():
    lab = (0.6, 0.1, -0.15)
    assert encode_gamma(oklab_to_linear(lab)) == pytest.approx(
        convert_components(lab, "oklab", "srgb"), abs=1e-9
    )


@pytest.mark.parametrize("lightness", [1.0, 1.5])
def test_a_color_lighter_than_white_is_white(lightness):
    assert map_to_srgb((lightness, 0.1, 0.1)) == (1.0, 1.0, 1.0)
    assert map_to_srgb((-lightness, 0.1, 0.1)) == (0.0, 0.0, 0.0)


@given(*[st.integers(0, 255)] * 3)
def test_bytes_and_components_have_the_same_oklab_color(red, green, blue):
    oklab = convert_components((red / 255, green / 255, blue / 255), "srgb", "oklab")
    assert bytes_to_oklab(red, green, blue) == pytest.approx(oklab, abs=1e-9)
