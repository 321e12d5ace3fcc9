"""WordPress's color presets: from the printed styles and theme.json, and whether the page uses them."""

import json

import pytest

from tests.colors import report

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


def test_aliases_of_a_theme_s_own_variables_are_resolved():
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


def test_what_theme_json_alone_names_is_there_too():
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
def test_a_broken_theme_json_says_nothing(text):
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
def test_declared_is_not_used(css, body, used):
    assert presets(CORE + css, body)["vivid-red"].used is used


def test_what_is_no_color_is_left_out():
    assert presets(":root{--wp--preset--color--odd:banana}") == {}
