"""Color slots of themes and page builders."""

import pytest

from siteloupe.css.color import Color
from siteloupe.detect.theme_globals import variable_color
from siteloupe.signatures.color_slots import slot_rows
from tests.colors import report


def slots(css, **kwargs):
    return {slot.variable: slot for slot in report(css, **kwargs).theme_globals}


@pytest.mark.parametrize("row", slot_rows(), ids=lambda row: f"{row.builder} {row.prefix}")
def test_every_row_finds_its_sample(row):
    more = f"{row.requires}:#010203;" if row.requires else ""
    found = slots(f":root{{{more}{row.sample}:#123456}}")
    assert (found[row.sample].builder, found[row.sample].hex) == (row.builder, "#123456")
    assert found[row.sample].source.startswith("https://")


@pytest.mark.parametrize("row", slot_rows(), ids=lambda row: f"{row.builder} {row.prefix}")
def test_a_default_of_a_row_is_told_as_unchanged(row):
    for ending, slot in row.slots.items():
        for default in slot.defaults:
            more = f"{row.requires}:#010203;" if row.requires else ""
            name = row.prefix + ending
            assert slots(f":root{{{more}{name}:{default}}}")[name].unchanged


def test_kits_that_stand_on_the_body_are_read():
    css = ".elementor-kit-12{--e-global-color-primary:#123456;--e-global-color-9f3a21c:#abcdef}"
    found = slots(css, classes="elementor-kit-12")
    assert found["--e-global-color-9f3a21c"].label == "Custom color 9f3a21c"
    assert [slot.hex for slot in found.values()] == ["#123456", "#abcdef"]


def test_values_are_told_as_written_and_as_they_come_out():
    found = slots(
        ":root{--ast-global-color-0:hsl(210 50% 40%);--ast-global-color-1:var(--ast-global-color-0)}"
    )
    assert found["--ast-global-color-1"].value == "var(--ast-global-color-0)"
    assert found["--ast-global-color-1"].hex == "#336699"


def test_aliases_of_another_builder_are_not_told_twice():
    assert "--e-global-color-astglobalcolor0" not in slots(
        ".elementor-kit-1{--e-global-color-astglobalcolor0:#123456}", classes="elementor-kit-1"
    )


def test_names_anybody_may_use_need_the_company_of_the_builder_s_own():
    assert slots(":root{--accent:#123456;--contrast:#000}") == {}


def test_what_is_no_color_is_no_slot():
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
def test_bare_triplets_are_colors_too(value, expected):
    assert variable_color(value) == expected
