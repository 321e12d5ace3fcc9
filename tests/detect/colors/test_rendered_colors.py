"""The colors of a rendered page: what is painted, by the browser's computed styles."""

import pytest

from siteloupe.detect.colors.rendered_colors import RenderedColors
from siteloupe.rendered import Rendered, RenderedFill, RenderedGround, RenderedText

WHITE, NONE = "rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"
RED, BLUE = "rgb(255, 0, 0)", "rgb(0, 0, 255)"


def colors(**parts):
    return RenderedColors(Rendered(engine="", url="https://example.org/", html="", **parts))


def text(color, characters, *, kind="plain", heading=0, opacity=1.0, behind=(WHITE,)):
    return RenderedText(kind, heading, "Lora", 16.0, "400", color, opacity, behind, characters)


@pytest.mark.parametrize(
    ("root", "canvas"),
    [
        ((NONE, NONE), "#ffffff"),
        ((NONE, RED), "#ff0000"),
        ((BLUE, RED), "#0000ff"),
        (("rgba(255, 0, 0, 0.5)", NONE), "#ff7f7f"),
        (("nothing", RED), "#ff0000"),
        ((), "#ffffff"),
    ],
)
def test_the_canvas_is_that_of_html_or_of_body_over_white(root, canvas):
    assert colors(root=root).canvas.hex == canvas


@pytest.mark.parametrize(
    ("grounds", "background", "share"),
    [
        ([((RED,), 80), ((BLUE,), 80)], "#ff0000", 0.5),
        ([((RED,), 60), ((BLUE,), 40), ((), 60)], "#ffffff", 0.0),
        ([((RED,), 120), ((), 40)], "#ff0000", 0.75),
        ([((), 160)], "#ffffff", 0.0),
        ([(("rgba(0, 0, 255, 0.5)", RED), 160)], "#7f0080", 1.0),
        ([], "#ffffff", 0.0),
    ],
)
def test_the_background_is_what_fills_most_of_the_window(grounds, background, share):
    found = colors(grounds=tuple(RenderedGround(layers, points) for layers, points in grounds)).background
    assert (found.color.hex, found.share) == (background, share)


@pytest.mark.parametrize(
    ("texts", "color", "share"),
    [
        ([text(RED, 30), text(BLUE, 10)], "#ff0000", 0.75),
        ([text(RED, 30), text(BLUE, 50, heading=1)], "#ff0000", 1.0),
        ([text(BLUE, 50, heading=1), text(RED, 90, kind="link")], "#0000ff", 1.0),
        ([text(RED, 90, kind="link")], "#ff0000", 1.0),
        ([text(RED, 30, opacity=0.2), text(RED, 10, opacity=0.5)], "#ff7f7f", 1.0),
        ([text("rgba(255, 0, 0, 0.5)", 30)], "#ff7f7f", 1.0),
        ([text("rgba(255, 0, 0, 0.5)", 30, behind=(BLUE,))], "#80007f", 1.0),
        ([], "#112233", 0.0),
    ],
)
def test_the_text_color_is_the_painted_one_of_most_text(texts, color, share):
    found = colors(texts=tuple(texts), body_color="rgb(17, 34, 51)").text
    assert (found.color.hex, found.share) == (color, share)


@pytest.mark.parametrize(
    ("fill", "painted"),
    [
        (RenderedFill(RED, 1.0, (WHITE,), 3), {"#ff0000": 3}),
        (RenderedFill(WHITE, 1.0, (WHITE,), 3), {}),
        (RenderedFill("rgba(255, 0, 0, 0.4)", 1.0, (WHITE,), 3), {}),
        (RenderedFill("rgba(255, 0, 0, 0.5)", 1.0, (WHITE,), 3), {"#ff7f7f": 3}),
        (RenderedFill(RED, 0.5, (WHITE,), 3), {"#ff7f7f": 3}),
    ],
)
def test_a_button_counts_when_its_fill_stands_out(fill, painted):
    assert {color.hex: count for color, count in colors(fills=(fill,)).buttons.items()} == painted


def test_the_text_of_links_is_counted_by_characters():
    found = colors(texts=(text(RED, 5, kind="link"), text(RED, 6, kind="link"), text(BLUE, 9)))
    assert {color.hex: count for color, count in found.links.items()} == {"#ff0000": 11}
