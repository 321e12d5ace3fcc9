"""What a browser computes: inheritance, shorthands, variables of an element's own, what is hidden."""

import pytest

from siteloupe.css.color import Color
from siteloupe.detect.colors.computed import background_color
from tests.colors import computed


def color(css, body, selector):
    found = computed(css, body)
    (element,) = found.tree.select(selector)
    return found.color(element).rgb


def background(css, body, selector):
    found = computed(css, body)
    (element,) = found.tree.select(selector)
    return found.background(element).rgb


DEEP = "<div class=a><p><b id=x>x</b></p></div>"


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("", "rgb(0, 0, 0)"),
        ("body{color:#123456}", "rgb(18, 52, 86)"),
        (".a{color:red}", "rgb(255, 0, 0)"),
        (".a{color:red}b{color:inherit}", "rgb(255, 0, 0)"),
        (".a{color:red}b{color:currentColor}", "rgb(255, 0, 0)"),
        (".a{color:red}b{color:initial}", "rgb(0, 0, 0)"),
        ("b{color:red!important}#x{color:blue}", "rgb(255, 0, 0)"),
        ("#x{color:blue}b{color:red}", "rgb(0, 0, 255)"),
        ("b{color:blue}b{color:nonsense}", "rgb(0, 0, 255)"),
        (":root{--c:lime}b{color:var(--c)}", "rgb(0, 255, 0)"),
        (".a{--c:teal}b{color:var(--c)}", "rgb(0, 128, 128)"),
        (".a{--c:var(--d);--d:navy}b{color:var(--c, red)}", "rgb(0, 0, 128)"),
        (":root{--c:red}b{--c:blue;color:var(--c)}", "rgb(0, 0, 255)"),
        ("b{color:var(--none)}", "rgb(0, 0, 0)"),
        ("b{color:var(--a)}b{--a:var(--b);--b:var(--a)}", "rgb(0, 0, 0)"),
        ("b:hover{color:red}", "rgb(0, 0, 0)"),
        ("@media print{b{color:red}}", "rgb(0, 0, 0)"),
        ("@layer x{b{color:red}}", "rgb(255, 0, 0)"),
        ("b{color:blue}@layer x{#x{color:red}}", "rgb(0, 0, 255)"),
        ("b{color:light-dark(red,blue)}", "rgb(255, 0, 0)"),
    ],
)
def test_the_color_of_text(css, expected):
    assert color(css, DEEP, "#x") == expected


def test_a_link_nobody_styles_is_blue_and_does_not_inherit():
    assert color("body{color:red}", "<a id=x href=/>x</a>", "#x") == "rgb(0, 0, 238)"
    assert color("body{color:red}", "<a id=x>x</a>", "#x") == "rgb(255, 0, 0)"


def test_a_style_attribute_wins_over_ids():
    assert color("#x{color:red}", "<b id=x style='color:#00f'>x</b>", "#x") == "rgb(0, 0, 255)"


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("", "rgba(0, 0, 0, 0)"),
        ("b{background:red}", "rgb(255, 0, 0)"),
        ("b{background:url(x.png) no-repeat #abc}", "rgb(170, 187, 204)"),
        ("b{background:linear-gradient(red,blue)}", "rgba(0, 0, 0, 0)"),
        ("b{background:url(a),url(b) blue}", "rgb(0, 0, 255)"),
        ("b{background-color:red}b{background:none}", "rgba(0, 0, 0, 0)"),
        ("b{background:red}b{background-color:blue}", "rgb(0, 0, 255)"),
        ("p{background:red}b{background-color:inherit}", "rgb(255, 0, 0)"),
        ("p{background:red}", "rgba(0, 0, 0, 0)"),
        ("b{color:red;background-color:currentColor}", "rgb(255, 0, 0)"),
    ],
)
def test_the_background_of_an_element(css, expected):
    assert background(css, DEEP, "#x") == expected


def test_what_is_behind_a_text_is_every_background_on_the_way():
    found = computed("body{background:#fff}.a{background:#000}p{background:rgb(255 255 255/.5)}", DEEP)
    (element,) = found.tree.select("#x")
    assert found.behind(element) == Color(128, 128, 128)


def test_hidden_elements_are_not_shown_nor_is_what_stands_in_them():
    found = computed(".a{display:none}.b{display:none}.b{display:block}", f"{DEEP}<i class=b>y</i>")
    assert not found.is_shown(found.tree.select("#x")[0])
    assert found.is_shown(found.tree.select("i")[0])


def test_a_body_that_waits_for_a_script_is_shown():
    found = computed("body{display:none}", DEEP)
    assert found.is_shown(found.tree.select("#x")[0])


def test_markup_of_any_depth_is_read():
    deep = "<div style='color:inherit;background:inherit'>" * 3000
    found = computed("body{color:#123456}", deep)
    last = len(found.tree) - 1
    assert found.color(last) == found.color(0)
    assert found.background(last).alpha == 0
    assert found.behind(last) == Color(255, 255, 255)


@pytest.mark.parametrize(
    ("value", "expected"),
    [("red", "#ff0000"), ("none", None), ("#fff, red", "#ff0000"), ("#fff, none", None), ("", None)],
)
def test_the_color_of_a_background_is_that_of_its_last_layer(value, expected):
    found = background_color(value)
    assert (found and found.hex) == expected
