"""The gradients in the CSS of a page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.colors import report


def gradients_of(css, body="<p class=a>x</p>"):
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
        ("url(x.png), linear-gradient(rgb(0 0 0 / .5), transparent)", "linear", ["#00000080", "transparent"]),
    ],
)
def test_a_gradient_has_its_type_and_stops(value, kind, colors):
    (gradient,) = gradients_of(f".a{{background:{value}}}")
    assert (gradient.type, gradient.colors, gradient.count, gradient.used) == (kind, colors, 1, True)


def test_variables_are_resolved_in_gradients():
    (gradient,) = gradients_of(
        ":root{--from:#102030;--g:linear-gradient(var(--from),#fff)}.a{background-image:var(--g)}"
    )
    assert gradient.css == "linear-gradient(#102030,#fff)"


def test_a_gradient_with_and_without_prefix_is_one():
    (gradient,) = gradients_of(
        ".a{background:-webkit-linear-gradient(red, blue);background:linear-gradient(red,  blue)}"
    )
    assert (gradient.css, gradient.count) == ("linear-gradient(red, blue)", 2)


@pytest.mark.parametrize(
    ("declarations", "expected"),
    [
        ("background:-webkit-linear-gradient(left,red,blue)", ["-webkit-linear-gradient(left,red,blue)"]),
        (
            "background:-moz-linear-gradient(left,red,blue);background:linear-gradient(to right,red,blue)",
            ["linear-gradient(to right,red,blue)"],
        ),
        (
            "background:-moz-linear-gradient(left,red,blue);background:-o-linear-gradient(left,red,blue)",
            ["-moz-linear-gradient(left,red,blue)"],
        ),
        (
            "background:-webkit-radial-gradient(center,red,blue);background:linear-gradient(red,blue)",
            ["linear-gradient(red,blue)", "-webkit-radial-gradient(center,red,blue)"],
        ),
        (
            "background:-webkit-linear-gradient(left,red,lime);background:linear-gradient(to right,red,blue)",
            ["linear-gradient(to right,red,blue)", "-webkit-linear-gradient(left,red,lime)"],
        ),
    ],
)
def test_a_gradient_with_a_prefix_is_as_written_unless_it_stands_in_for_another(declarations, expected):
    assert [each.css for each in gradients_of(f".a{{{declarations}}}")] == expected


@pytest.mark.parametrize(
    "name",
    [
        *("background", "background-image", "border-image", "border-image-source", "content"),
        *("list-style", "list-style-image", "mask", "mask-image", "-webkit-mask", "-webkit-mask-image"),
    ],
)
@pytest.mark.parametrize(
    ("selector", "value", "used"),
    [
        (".a", "linear-gradient(red,blue)", True),
        (".a", "var(--g)", True),
        (".gone", "linear-gradient(red,blue)", False),
    ],
)
def test_every_property_of_an_image_has_gradients(name, selector, value, used):
    found = gradients_of(f":root{{--g:linear-gradient(red,blue)}}{selector}{{{name}:{value}}}")
    assert [(each.css, each.used) for each in found] == [("linear-gradient(red,blue)", used)]


def test_a_gradient_that_other_rules_override_is_not_used():
    css = "p{background:linear-gradient(red,blue)}.a{background:linear-gradient(lime,teal)}"
    assert [each.used for each in gradients_of(css)] == [True, False]
    assert gradients_of(css)[0].colors == ["#00ff00", "#008080"]


def test_the_gradient_of_a_border_is_painted_and_that_of_a_mask_is_not():
    found = report(
        ".a{border-image:linear-gradient(red,red) 1;mask-image:linear-gradient(blue,blue)}", "<p class=a>x"
    )
    assert [each.hex for each in found.palette] == ["#ff0000"]
    assert found.roles.border is None


@pytest.mark.parametrize(
    ("color", "code"),
    [
        ("#123456", "#123456"),
        ("#12345680", "#12345680"),
        ("rgb(255 255 255/0)", "#ffffff00"),
        ("transparent", "transparent"),
        ("rgba(0,0,0,.1)", "#0000001a"),
    ],
)
def test_colors_of_a_gradient_keep_their_alpha(color, code):
    (found,) = gradients_of(f".a{{background:linear-gradient(red,{color})}}")
    assert found.colors == ["#ff0000", code]


def test_used_gradients_come_first_then_the_most_frequent():
    gradients = gradients_of(
        ".gone{background:linear-gradient(red,red)}" * 3 + ".a{background:linear-gradient(blue,blue)}"
    )
    assert [(gradient.colors[0], gradient.used) for gradient in gradients] == [
        ("#0000ff", True),
        ("#ff0000", False),
    ]


def test_presets_of_wordpress_count_when_the_page_has_them():
    css = (
        ":root{--wp--preset--gradient--blush:linear-gradient(red,blue)}"
        ".has-blush-gradient-background{background:var(--wp--preset--gradient--blush)}"
    )
    assert gradients_of(css) == []
    assert len(gradients_of(css, "<p class='has-blush-gradient-background'>x</p>")) == 1


@given(st.text(alphabet="linear-gradient(),# 0f%\"'\\/", max_size=200))
def test_any_value_is_searched_without_an_error(value):
    for gradient in gradients_of(f".a{{background:linear-gradient({value}}}"):
        assert gradient.colors
        assert len(gradient.css) <= 300
