"""Computed colors: inheritance, shorthands, an element's own variables, hidden elements."""

import pytest

from siteloupe.css.color import Color
from siteloupe.detect.colors import computed as computed_module
from siteloupe.detect.colors.color_values import background_color, parse_opacity
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


def test_a_link_without_style_is_blue_and_does_not_inherit():
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


def test_the_backdrop_of_a_text_has_the_backgrounds_of_all_ancestors():
    found = computed("body{background:#fff}.a{background:#000}p{background:rgb(255 255 255/.5)}", DEEP)
    (element,) = found.tree.select("#x")
    assert found.backdrop(element) == Color(128, 128, 128)


def test_hidden_elements_and_their_contents_are_not_displayed():
    found = computed(".a{display:none}.b{display:none}.b{display:block}", f"{DEEP}<i class=b>y</i>")
    assert not found.is_displayed(found.tree.select("#x")[0])
    assert found.is_displayed(found.tree.select("i")[0])


def test_a_body_that_a_script_shows_later_is_displayed():
    found = computed("body{display:none}", DEEP)
    assert found.is_displayed(found.tree.select("#x")[0])


def test_markup_of_any_depth_is_read():
    deep = "<div style='color:inherit;background:inherit'>" * 3000
    found = computed("body{color:#123456}", deep)
    last = len(found.tree) - 1
    assert found.color(last) == found.color(0)
    assert found.background(last).alpha == 0
    assert found.backdrop(last) == Color(255, 255, 255)


@pytest.mark.parametrize(
    ("value", "expected"),
    [("red", "#ff0000"), ("none", None), ("#fff, red", "#ff0000"), ("#fff, none", None), ("", None)],
)
def test_the_color_of_a_background_is_the_color_of_its_last_layer(value, expected):
    found = background_color(value)
    assert (found and found.hex) == expected


@pytest.mark.parametrize(
    ("css", "body", "default"),
    [
        ("", "<b id=x>x</b>", True),
        ("", "<a id=x href=/>x</a>", True),
        ("", "<button id=x>x</button>", True),
        ("body{color:red}", "<b id=x>x</b>", False),
        ("body{color:red}", "<a id=x href=/>x</a>", True),
        ("body{color:red}", "<a href=/><b id=x>x</b></a>", True),
        ("body{color:red}", "<button id=x>x</button>", True),
        ("body{color:red}a{color:inherit}", "<a id=x href=/>x</a>", False),
        ("a{color:inherit}", "<a id=x href=/>x</a>", True),
        ("body{color:red}a{color:revert}", "<a id=x href=/>x</a>", True),
        ("a{color:#0000ee}", "<a id=x href=/>x</a>", False),
        ("b{color:initial}", "<b id=x>x</b>", False),
        ("b{color:var(--none)}", "<b id=x>x</b>", True),
    ],
)
def test_a_color_that_no_rule_states_is_the_browsers(css, body, default):
    found = computed(css, body)
    assert found.has_default_color(found.tree.select("#x")[0]) is default


@pytest.mark.parametrize(
    ("css", "body", "painted", "behind"),
    [
        ("body{color:#fff}", "<button id=x>x</button>", "#000000", "#efefef"),
        ("button{background:none}", "<button id=x>x</button>", "#000000", "#ffffff"),
        ("button{background:#123}", "<button id=x>x</button>", "#000000", "#112233"),
        ("", "<input id=x type=submit>", "#000000", "#efefef"),
        ("", "<input id=x type=text>", "#000000", "#ffffff"),
        ("#x{opacity:.5}", "<b id=x>x</b>", "#7f7f7f", "#ffffff"),
        ("body{opacity:.5}", "<b id=x>x</b>", "#000000", "#ffffff"),
        ("#x{opacity:0}", "<b id=x>x</b>", "#000000", "#ffffff"),
        (
            "p{opacity:.5}",
            "<p style='background:#000'><b id=x style='color:#fff'>x</b></p>",
            "#ffffff",
            "#7f7f7f",
        ),
        ("#x{opacity:.5!important}", "<b id=x style='opacity:1'>x</b>", "#7f7f7f", "#ffffff"),
        ("#x{opacity:half;}", "<b id=x>x</b>", "#000000", "#ffffff"),
    ],
)
def test_a_text_is_painted_over_what_is_behind_it(css, body, painted, behind):
    found = computed(css, body)
    (element,) = found.tree.select("#x")
    assert (found.painted_color(element).hex, found.backdrop(element).hex) == (painted, behind)


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ("red", True),
        ("rgb(1,2,3)", True),
        ("var(--c)", True),
        ("url(a.png) red", False),
        ("linear-gradient(red,blue)", False),
        ("-webkit-gradient(linear,0 0,0 0) red", False),
        ("var(--g)", False),
    ],
)
def test_a_background_with_an_image_is_not_plain(value, plain):
    found = computed(
        f":root{{--c:red;--g:linear-gradient(red,red)}}#x{{background:{value}}}", "<b id=x>x</b>"
    )
    assert found.has_plain_background(found.tree.select("#x")[0]) is plain


@pytest.mark.parametrize(
    ("css", "plain"),
    [
        ("b{background:red;background-image:linear-gradient(red,blue)}", False),
        ("b{background-image:url(a.png)}#x{background:red}", True),
        ("b{background:url(a.png)}#x{background-image:none}", True),
        ("b{background:url(a.png)}#x{background-color:red}", False),
    ],
)
def test_the_image_of_a_background_can_be_a_declaration_of_its_own(css, plain):
    found = computed(css, "<b id=x>x</b>")
    assert found.has_plain_background(found.tree.select("#x")[0]) is plain


@pytest.mark.parametrize(
    ("value", "opacity"),
    [
        ("1", 1.0),
        ("0", 0.0),
        (".5", 0.5),
        ("50%", 0.5),
        ("7", 1.0),
        ("-1", 0.0),
        ("1px", None),
        ("", None),
        ("a", None),
    ],
)
def test_an_opacity_is_a_number_or_a_percentage(value, opacity):
    assert parse_opacity(value) == opacity


def test_only_so_many_custom_properties_are_looked_up_on_elements(monkeypatch):
    monkeypatch.setattr(computed_module, "MAX_NAMES", 1)
    css = ".a{--a:red}.b{--b:red}b{color:var(--a, lime)}i{color:var(--b, lime)}"
    found = computed(css, "<b class=a>x</b><i class=b>y</i>")
    assert [found.color(found.tree.select(tag)[0]).hex for tag in ("b", "i")] == ["#ff0000", "#00ff00"]
