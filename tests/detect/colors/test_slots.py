"""Named colors of a site: slots of themes and builders, settings, presets, theme-color."""

import json

import pytest

from siteloupe.css.color import Color
from siteloupe.detect.colors.slots import theme_color, variable_color
from siteloupe.document import page_of
from siteloupe.products.color_slots import setting_rows, slot_rows
from tests.colors import report
from tests.pages import exchange


def slots(css, **kwargs):
    return {slot.variable: slot for slot in report(css, **kwargs).theme_globals}


@pytest.mark.parametrize("row", slot_rows(), ids=lambda row: f"{row.builder} {row.prefix}")
def test_every_row_finds_its_sample(row):
    more = f"{row.requires}:#010203;" if row.requires else ""
    found = slots(f":root{{{more}{row.sample}:#123456}}")
    assert (found[row.sample].builder, found[row.sample].hex) == (row.builder, "#123456")
    assert found[row.sample].source.startswith("https://")


@pytest.mark.parametrize("row", slot_rows(), ids=lambda row: f"{row.builder} {row.prefix}")
def test_a_default_of_a_row_is_unchanged(row):
    for ending, slot in row.slots.items():
        for default in slot.defaults:
            more = f"{row.requires}:#010203;" if row.requires else ""
            name = row.prefix + ending
            assert slots(f":root{{{more}{name}:{default}}}")[name].unchanged


def test_kits_on_the_body_are_read():
    css = ".elementor-kit-12{--e-global-color-primary:#123456;--e-global-color-9f3a21c:#abcdef}"
    found = slots(css, classes="elementor-kit-12")
    assert found["--e-global-color-9f3a21c"].label == "Custom color 9f3a21c"
    assert [slot.hex for slot in found.values()] == ["#123456", "#abcdef"]


def test_values_are_reported_as_written_and_resolved():
    found = slots(
        ":root{--ast-global-color-0:hsl(210 50% 40%);--ast-global-color-1:var(--ast-global-color-0)}"
    )
    assert found["--ast-global-color-1"].value == "var(--ast-global-color-0)"
    assert found["--ast-global-color-1"].hex == "#336699"


def test_aliases_of_another_builder_are_not_reported_twice():
    assert "--e-global-color-astglobalcolor0" not in slots(
        ".elementor-kit-1{--e-global-color-astglobalcolor0:#123456}", classes="elementor-kit-1"
    )


def test_common_names_need_the_builder_s_own_names():
    assert slots(":root{--accent:#123456;--contrast:#000}") == {}


def test_a_value_that_is_no_color_is_no_slot():
    assert slots(":root{--ast-global-color-0:none;--ast-global-color-1:var(--gone)}") == {}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("#123456", Color(18, 52, 86)),
        ("222 47% 11%", Color(15, 23, 41)),
        ("222.2, 47.4%, 11.2%", Color(15, 23, 42)),
        ("18, 52, 86", Color(18, 52, 86)),
        ("18 52 86", Color(18, 52, 86)),
        ("oklch(0 0 0)", Color(0, 0, 0)),
        ("12px", None),
        ("1, 2", None),
        ("1 2 3 4", None),
        ("", None),
    ],
)
def test_three_numbers_are_a_color_too(value, expected):
    assert variable_color(value) == expected


OCEAN = "oceanwp-theme"


def settings(css, classes=OCEAN):
    return {slot.variable: slot for slot in report(css, classes=classes).theme_globals}


@pytest.mark.parametrize("row", setting_rows(), ids=lambda row: row.setting)
def test_every_row_of_a_setting_finds_its_sample(row):
    found = settings(row.sample, row.requires)[row.setting]
    assert (found.builder, found.label, found.role) == (row.builder, row.label, row.role)
    assert found.hex in row.sample
    assert not found.unchanged


def test_the_theme_s_default_is_unchanged():
    assert settings(".post-quote-content{background-color:#13aff0}")["ocean_primary_color"].unchanged


def test_the_last_rule_wins_as_in_the_cascade():
    css = ".post-quote-content{background-color:#13aff0}.button,.post-quote-content{background-color:#8a3324}"
    assert settings(css)["ocean_primary_color"].hex == "#8a3324"


def test_pages_of_other_themes_have_no_such_settings():
    assert settings(".post-quote-content{background-color:#8a3324}", classes="home") == {}


@pytest.mark.parametrize(
    "css",
    [
        ".post-quote-content p{background-color:#8a3324}",
        ".post-quote-content{color:#8a3324}",
        ".post-quote-content{background-color:none}",
    ],
)
def test_another_selector_or_property_is_not_the_setting(css):
    assert settings(css) == {}


CORE = ":root{--wp--preset--color--black:#000000;--wp--preset--color--vivid-red:#cf2e2e}"


def presets(css, body="<p>x</p>", **kwargs):
    return {preset.slug: preset for preset in report(css, body, **kwargs).wp_palette}


def theme(*colors):
    return json.dumps({"version": 3, "settings": {"color": {"palette": list(colors)}}})


def test_presets_are_read_from_the_global_styles():
    found = presets(CORE + ":root{--wp--preset--color--brand-blue:#0a4d8c}")
    assert [found[slug].hex for slug in ("black", "vivid-red", "brand-blue")] == [
        "#000000",
        "#cf2e2e",
        "#0a4d8c",
    ]
    assert [found[slug].origin for slug in ("black", "brand-blue")] == ["core", "theme"]
    assert [found[slug].name for slug in ("vivid-red", "brand-blue")] == ["Vivid red", "Brand blue"]


def test_presets_with_the_theme_s_own_variables_are_resolved():
    found = presets(
        ":root{--global-palette1:#d84315;--wp--preset--color--theme-palette-1:var(--global-palette1)}"
    )
    assert found["theme-palette-1"].hex == "#d84315"


def test_names_come_from_theme_json():
    found = presets(
        ":root{--wp--preset--color--accent-1:#ffee58}",
        theme_json=theme({"slug": "accent-1", "name": "Lemon", "color": "#000000"}),
    )
    assert (found["accent-1"].name, found["accent-1"].hex) == ("Lemon", "#ffee58")


def test_presets_of_theme_json_alone_are_included():
    found = presets("", theme_json=theme({"slug": "leaf", "name": "Leaf", "color": "#2e7d32"}))
    assert (found["leaf"].hex, found["leaf"].used) == ("#2e7d32", False)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"settings":[]}',
        '{"settings":{"color":{"palette":{"a":1}}}}',
        theme(1, {"slug": 2}, {"slug": "x"}),
    ],
)
def test_a_broken_theme_json_has_no_presets(text):
    assert presets("", theme_json=text) == {}


@pytest.mark.parametrize(
    ("css", "body", "used"),
    [
        ("", "<p>x</p>", False),
        ("", "<p class='has-vivid-red-color'>x</p>", True),
        ("", "<p class='has-vivid-red-background-color'>x</p>", True),
        ("p{color:var(--wp--preset--color--vivid-red)}", "<p>x</p>", True),
        ("p{color:var(--wp--preset--color--vivid-red, red)}", "<p>x</p>", True),
        (".gone{color:var(--wp--preset--color--vivid-red)}", "<p>x</p>", False),
        (".has-vivid-red-color{color:var(--wp--preset--color--vivid-red)}", "<p>x</p>", False),
    ],
)
def test_a_declared_color_is_not_always_used(css, body, used):
    assert presets(CORE + css, body)["vivid-red"].used is used


def test_a_preset_that_is_no_color_is_left_out():
    assert presets(":root{--wp--preset--color--odd:banana}") == {}


DARK = "<meta name=theme-color content='#101418' media='(prefers-color-scheme: dark)'>"
LIGHT = "<meta name=theme-color content='#2e7d32' media='(prefers-color-scheme: light)'>"
ALWAYS = "<meta name=Theme-Color content=' #8a3324 '>"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("", None),
        (ALWAYS, "#8a3324"),
        (DARK + LIGHT, "#2e7d32"),
        (LIGHT + DARK, "#2e7d32"),
        (DARK + ALWAYS, "#8a3324"),
        (DARK, "#101418"),
        (ALWAYS + LIGHT, "#8a3324"),
        ("<meta name=theme-color content=''>" + LIGHT, "#2e7d32"),
        ("<meta name=theme-color content='#101418' media='print'>" + LIGHT, "#2e7d32"),
    ],
)
def test_the_first_theme_color_for_a_light_screen_wins(head, expected):
    assert theme_color(page_of(exchange(head, "<p>x"))) == expected
