"""Icon fonts are recognized by their name, or by their use."""

import pytest

from siteloupe.data import rows
from siteloupe.detect.fonts.families import icon_set, is_for_icons, is_private


@pytest.mark.parametrize(
    ("family", "name"),
    [
        ("FontAwesome", "Font Awesome 4"),
        ("Font Awesome 6 Free", "Font Awesome 6"),
        ("font awesome 5 brands", "Font Awesome 5"),
        ("Font Awesome 9 Ultra", "Font Awesome 9 Ultra"),
        ("eicons", "Elementor Icons"),
        ("star", "WooCommerce rating stars"),
        ("Material Symbols Outlined", "Material Symbols"),
        ("dashicons", "Dashicons"),
        ("my-icons", "my-icons"),
        ("theme_icon", "theme_icon"),
        ("lae-icomoon", "lae-icomoon"),
        ("wpzoom-socicon", "wpzoom-socicon"),
        ("fa-solid", "fa-solid"),
        ("fab", "fab"),
    ],
)
def test_a_family_of_icons_has_a_set(family, name):
    assert icon_set(family) == name


@pytest.mark.parametrize(
    "family",
    [
        "Inter",
        "Lexicon No1",
        "Iconic Sans Display",
        "Fahkwang",
        "Fast Sans",
        "Silicon Valley",
        "Starling",
        "",
    ],
)
def test_a_text_font_has_no_icon_set(family):
    assert icon_set(family) is None


@pytest.mark.parametrize("row", rows("icon_fonts.tsv"), ids=lambda row: row["family"])
def test_every_known_family_has_a_set_and_a_source(row):
    assert icon_set(row["family"]) == row["name"]
    assert row["source"].startswith("https://")


def test_no_family_is_listed_twice():
    names = [row["family"].casefold() for row in rows("icon_fonts.tsv")]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("content", "private"),
    [
        (r'"\f101"', True),
        (r"'\e900'", True),
        ('"\ue001"', True),
        (r'"\f0000 "', True),
        (r'"\2022"', False),
        ('"»"', False),
        ('""', False),
        ("none", False),
        ("attr(data-icon)", False),
        (r"\f101", False),
    ],
)
def test_private_characters_are_icons(content, private):
    assert is_private(content) is private


@pytest.mark.parametrize(
    ("selector", "icons"),
    [
        (".a:before", True),
        (".a::AFTER", True),
        ('[class^="x-"]', True),
        ('[class*=" x-"]:before', True),
        (".my-icon", True),
        (".icon-box p", False),
        ("p", False),
    ],
)
def test_these_selectors_are_typical_of_icons(selector, icons):
    assert is_for_icons(selector) is icons
