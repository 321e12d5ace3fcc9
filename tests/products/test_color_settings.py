"""The rows of color_settings.toml: each names a place that its own sample has."""

import pytest

from siteloupe.products.color_slots import setting_rows


@pytest.mark.parametrize("row", setting_rows(), ids=lambda row: row.setting)
def test_a_row_is_about_one_selector_and_one_property(row):
    assert row.selector in row.sample
    assert f"{row.property}:" in row.sample
    assert "," not in row.selector


def test_settings_are_named_once():
    names = [(row.builder, row.setting) for row in setting_rows()]
    assert len(set(names)) == len(names)
