"""Layers of colors over each other, in groups with an opacity."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.color import BLACK, WHITE, Color, alpha_in_bytes
from siteloupe.detect.colors.backdrop import opaque_backdrop

BLUE = Color(13, 110, 253)


@pytest.mark.parametrize(
    ("layers", "text", "painted", "behind"),
    [
        ([], BLACK, "#000000", "#ffffff"),
        ([BLUE], WHITE, "#ffffff", "#0d6efd"),
        ([BLUE._replace(alpha=0.25)], WHITE, "#ffffff", "#c2dbfe"),
        ([BLUE._replace(alpha=0.25)], BLUE._replace(alpha=0.5), "#67a4fe", "#c2dbfe"),
        ([0.5, BLUE], WHITE, "#ffffff", "#86b6fe"),
        ([0.5, BLUE], BLACK, "#7f7f7f", "#86b6fe"),
        ([BLACK, 0.5, BLUE], WHITE, "#808080", "#07377f"),
        ([BLACK, 0.5, WHITE, 0.5, BLACK], WHITE, "#808080", "#404040"),
        ([0.5, BLUE, WHITE], BLACK, "#7f7f7f", "#ffffff"),
        ([BLACK, 0.5], WHITE, "#808080", "#000000"),
        ([Color(0, 0, 0, 0.0), 1], BLACK, "#000000", "#ffffff"),
    ],
)
def test_a_color_is_painted_over_layers_and_in_groups(layers, text, painted, behind):
    backdrop = opaque_backdrop(WHITE)
    for each in layers:
        backdrop = backdrop.add_layer(each) if isinstance(each, Color) else backdrop.in_group(each)
    assert (backdrop.paint(text).hex, backdrop.color.hex) == (painted, behind)


@pytest.mark.parametrize(
    ("color", "opacity", "pixel"),
    [
        (BLUE._replace(alpha=0.25), 1, (194, 219, 254)),
        (BLUE, 0.5, (134, 182, 254)),
        (Color(0, 0, 0, 0.5), 1, (127, 127, 127)),
        (Color(255, 0, 0, 0.5), 1, (255, 127, 127)),
        (BLACK, 0.5, (127, 127, 127)),
        (Color(10, 20, 30, 0.1), 1, (230, 231, 232)),
    ],
)
def test_colors_are_the_pixels_of_a_screenshot(color, opacity, pixel):
    """The pixels are Chromium 150's, over white."""
    assert opaque_backdrop(WHITE).in_group(opacity).paint(color)[:3] == pixel
    if opacity == 1:
        assert color.over(WHITE)[:3] == pixel


def composite(layers, text):
    """Composite from the text outward, as browsers do: one step for each layer, one for each group."""
    color, alpha = [0.0, 0.0, 0.0], 0.0
    for each in [text, *reversed(layers)]:
        if isinstance(each, Color):
            share = (1 - alpha) * alpha_in_bytes(each.alpha)
            color = [old + share * part for old, part in zip(color, each[:3], strict=True)]
            alpha += share
        else:
            opacity = alpha_in_bytes(each)
            color, alpha = [part * opacity for part in color], alpha * opacity
    return [part + (1 - alpha) * 255 for part in color]


shares = st.floats(0, 1).map(lambda value: round(value, 3))
colors = st.builds(Color, *[st.integers(0, 255)] * 3, shares)


@given(st.lists(colors | shares, max_size=12), colors)
def test_any_layers_give_what_compositing_step_by_step_gives(layers, text):
    backdrop = opaque_backdrop(WHITE)
    for each in layers:
        backdrop = backdrop.add_layer(each) if isinstance(each, Color) else backdrop.in_group(each)
    expected = composite(layers, text)
    assert all(abs(a - b) <= 0.51 for a, b in zip(backdrop.paint(text)[:3], expected, strict=True))
    assert backdrop.paint(text).is_opaque
