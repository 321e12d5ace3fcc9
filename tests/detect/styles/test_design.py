"""The scales of a page's rules, and what its components look like."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.analyses.colors import analyze
from siteloupe.capture import Capture, Missing, Sheet
from siteloupe.detect.site import Site
from tests.colors import report
from tests.pages import exchange

BODY = "<p class=a>Words <a href=/x>link</a></p><button class=b>Buy</button><input type=text>"


def design(css, body=BODY, **given):
    return report(css, body, **given).design


def sizes(values):
    return [(each.value, each.px, each.count) for each in values]


def test_spacing_is_counted_by_pixels_and_sorted_by_them():
    found = design(".a{margin:1rem 8px}p{padding:16px 0 -4px}button{gap:8px}.gone{margin:3px}")
    assert sizes(found.spacing) == [("8px", 8.0, 2), ("1rem", 16.0, 2)]


def test_values_of_custom_properties_count():
    assert sizes(design(":root{--s:12px}.a{padding:var(--s)}").spacing) == [("12px", 12.0, 1)]


@pytest.mark.parametrize(
    ("css", "px"),
    [
        (".a{border-radius:4px}", [4.0]),
        (".a{border-radius:4px 8px}", [4.0, 8.0]),
        (".a{border-radius:50%}", []),
        (".a{border-radius:9999px}", []),
        (".gone{border-radius:4px}", []),
        (".a .gone{border-radius:4px}", []),
        (".gone,.b{border-radius:4px}", [4.0]),
        ("@keyframes x{to{border-radius:4px}}", []),
        ("@media print{.a{border-radius:4px}}", [4.0]),
        ("@supports not (display:grid){.a{border-radius:4px}}", []),
    ],
)
def test_radii_are_those_of_rules_for_the_page(css, px):
    assert [each.px for each in design(css).radii] == px


def test_shadows_transitions_and_layers_are_values():
    found = design(
        ".a{box-shadow:0 1px 2px #000;transition:color .2s ease;z-index:10}"
        ".b{box-shadow:none;transition:none;z-index:auto}p{z-index:-1}a{z-index:10}"
    )
    assert [each.value for each in found.shadows] == ["0 1px 2px #000"]
    assert [each.value for each in found.transitions] == ["color .2s ease"]
    assert [(each.value, each.count) for each in found.z_index] == [("-1", 1), ("10", 2)]


@pytest.mark.parametrize(
    ("query", "bounds"),
    [
        ("(min-width:768px)", [(768.0, "min")]),
        ("screen and (max-width: 47.9375em)", [(767.0, "max")]),
        ("(min-width:30rem) and (max-width:60rem)", [(480.0, "min"), (960.0, "max")]),
        ("(width >= 1024px)", [(1024.0, "min")]),
        ("(width<600px)", [(600.0, "max")]),
        ("(prefers-color-scheme:dark)", []),
    ],
)
def test_breakpoints_are_the_widths_in_media_queries(query, bounds):
    found = design(f"@media {query}{{.a{{margin:1px}}}}")
    assert [(each.px, each.bound) for each in found.breakpoints] == bounds


def test_components_have_what_most_of_their_elements_share():
    css = "button{background:#a8431f;color:#fff;border-radius:6px;padding:8px 16px}a{text-decoration:none}"
    found = {
        each.name: each for each in design(css, BODY + "<button style='padding:1px'>x</button>").components
    }
    assert set(found) == {"button", "link", "input"}
    button = found["button"]
    assert (button.background, button.color, button.border_radius) == ("#a8431f", "#ffffff", "6px")
    assert (button.count, button.font_weight) == (2, None)
    assert found["link"].text_decoration == "none"


def test_components_are_not_told_while_a_stylesheet_is_unread():
    url = "https://example.org/a.css"
    page = exchange(f"<link rel=stylesheet href={url}><style>button{{color:red}}</style>", BODY)
    unread = Capture("2026-01-01T00:00:00Z", page, stylesheets=(Sheet(url, Missing(url, "timed-out")),))
    assert analyze(Site(unread)).design.components == []


def test_a_scale_has_twenty_four_values():
    css = "".join(f".a{{margin:{n}px;box-shadow:0 0 {n}px red}}" for n in range(1, 26))
    found = design(css)
    assert [len(found.spacing), len(found.shadows)] == [24, 24]
    assert len(design("".join(f".a{{margin:{n}px}}" for n in range(1, 25))).spacing) == 24


@pytest.mark.parametrize(("px", "told"), [("400px", 1), ("400.1px", 0), ("0", 0), ("-1px", 0), ("0.5px", 1)])
def test_a_spacing_is_above_nothing_and_at_most_four_hundred_pixels(px, told):
    assert len(design(f".a{{margin:{px}}}").spacing) == told


@pytest.mark.parametrize(("length", "told"), [(120, 1), (121, 0)])
def test_a_value_has_at_most_a_hundred_and_twenty_characters(length, told):
    value = "0 0 1px " + "r" * (length - 8)
    assert len(design(f".a{{box-shadow:{value}}}").shadows) == told


@pytest.mark.parametrize(("number", "told"), [(20, 1), (21, 0)])
def test_twenty_selectors_of_a_rule_are_read(number, told):
    selectors = ",".join([f".gone{n}" for n in range(number - 1)] + [".a"])
    assert len(design(f"{selectors}{{margin:1px}}").spacing) == told


def test_twenty_thousand_rules_are_counted():
    found = design(".a{z-index:1}" * 20_000 + ".a{z-index:2}")
    assert [(each.value, each.count) for each in found.z_index] == [("1", 20_000)]


def test_the_styles_of_twenty_buttons_count():
    plain, round_ = "<button>x</button>", "<button class=b>x</button>"
    css = ".b{border-radius:9px}button:not(.b){border-radius:1px}"
    assert design(css, plain * 20 + round_ * 30).components[0].border_radius == "1px"
    assert [each.count for each in design(css, plain * 21).components] == [20]


@pytest.mark.parametrize(("round_", "told"), [(2, "9px"), (1, None)])
def test_half_of_the_buttons_decide(round_, told):
    buttons = "<button class=b>x</button>" * round_ + "<button>x</button>" * (4 - round_)
    assert design(".b{border-radius:9px}", buttons).components[0].border_radius == told


@pytest.mark.parametrize(("length", "told"), [(80, True), (81, False)])
def test_a_style_of_a_component_has_at_most_eighty_characters(length, told):
    value = "1px " * 19 + "1" * (length - 78) + "px"
    (button,) = design(f"button{{padding:{value}}}", "<button>x</button>").components
    assert (button.padding is not None) is told


@given(st.text(alphabet="abp{}:;.#()-,1 0rem%/*@media", max_size=120))
def test_any_css_has_a_design(text):
    assert len(design(text).spacing) <= 24
