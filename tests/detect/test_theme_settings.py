"""Color settings of themes without custom properties, read from the rules that they print."""

import pytest

from siteloupe.signatures.color_settings import setting_rows
from tests.colors import report

OCEAN = "oceanwp-theme"


def settings(css, classes=OCEAN):
    return {slot.variable: slot for slot in report(css, classes=classes).theme_globals}


@pytest.mark.parametrize("row", setting_rows(), ids=lambda row: row.setting)
def test_every_row_finds_its_sample(row):
    found = settings(row.sample, row.requires)[row.setting]
    assert (found.builder, found.label, found.role) == (row.builder, row.label, row.role)
    assert found.hex in row.sample
    assert not found.unchanged


def test_what_the_theme_ships_is_told_as_unchanged():
    assert settings(".post-quote-content{background-color:#13aff0}")["ocean_primary_color"].unchanged


def test_the_last_rule_is_told_as_the_cascade_has_it():
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
def test_another_place_or_property_is_not_the_setting(css):
    assert settings(css) == {}
