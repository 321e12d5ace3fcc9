"""Gradients in the CSS."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.colors import report


def found(css, body="<p class=a>x</p>"):
    return report(css, body).gradients


@pytest.mark.parametrize(
    ("value", "kind", "colors"),
    [
        ("linear-gradient(90deg, red, blue 40%)", "linear", ["#ff0000", "#0000ff"]),
        ("radial-gradient(circle at 10% 20%, #fff, #000)", "radial", ["#ffffff", "#000000"]),
        ("conic-gradient(red, lime, red)", "conic", ["#ff0000", "#00ff00", "#ff0000"]),
        (
            "repeating-linear-gradient(45deg, #eee 0 10px, #ddd 0 20px)",
            "repeating-linear",
            ["#eeeeee", "#dddddd"],
        ),
        ("url(x.png), linear-gradient(rgb(0 0 0 / .5), transparent)", "linear", ["#000000", "#000000"]),
    ],
)
def test_type_and_stops(value, kind, colors):
    (gradient,) = found(f".a{{background:{value}}}")
    assert (gradient.type, gradient.colors, gradient.count, gradient.used) == (kind, colors, 1, True)


def test_variables_are_put_in():
    (gradient,) = found(
        ":root{--from:#102030;--g:linear-gradient(var(--from),#fff)}.a{background-image:var(--g)}"
    )
    assert gradient.css == "linear-gradient(#102030,#fff)"


def test_one_gradient_written_with_prefixes_and_without_is_one():
    (gradient,) = found(
        ".a{background:-webkit-linear-gradient(red, blue);background:linear-gradient(red,  blue)}"
    )
    assert (gradient.css, gradient.count) == ("linear-gradient(red, blue)", 2)


def test_those_in_use_come_first_then_those_that_occur_most():
    gradients = found(
        ".gone{background:linear-gradient(red,red)}" * 3 + ".a{background:linear-gradient(blue,blue)}"
    )
    assert [(gradient.colors[0], gradient.used) for gradient in gradients] == [
        ("#0000ff", True),
        ("#ff0000", False),
    ]


def test_presets_of_wordpress_count_where_the_page_has_them():
    css = (
        ":root{--wp--preset--gradient--blush:linear-gradient(red,blue)}"
        ".has-blush-gradient-background{background:var(--wp--preset--gradient--blush)}"
    )
    assert found(css) == []
    assert len(found(css, "<p class='has-blush-gradient-background'>x</p>")) == 1


@given(st.text(alphabet="linear-gradient(),# 0f%\"'\\/", max_size=200))
def test_any_value_is_read(value):
    for gradient in found(f".a{{background:linear-gradient({value}}}"):
        assert gradient.colors
        assert len(gradient.css) <= 300
