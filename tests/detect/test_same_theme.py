"""A theme is taken for another than the listed one only when nothing of it fits."""

import pytest

from siteloupe.detect.directory import DirectoryTheme
from siteloupe.detect.same_theme import is_same
from siteloupe.detect.style_header import StyleHeader

LISTED = DirectoryTheme("paper", "Plain Paper", "1.0", "Paper Works", "https://paperworks.test/plain-paper/")


def header(**stated):
    return StyleHeader(**{"theme_name": "Corporate", "author": "Acme GmbH", **stated})


@pytest.mark.parametrize(
    "installed",
    [
        header(theme_name="Plain Paper"),
        header(theme_name="plain-paper"),
        header(theme_name="Plain Paper Pro"),
        header(theme_name="Paper"),
        header(author="Paper Works"),
        header(author="PaperWorks Ltd."),
        header(author="by Paper Works and friends"),
        header(author=""),
        header(theme_uri="https://wordpress.org/themes/paper/"),
        header(theme_uri="https://de.wordpress.org/themes/paper/"),
        header(theme_uri="http://www.paperworks.test/"),
        header(update_uri="https://wordpress.org/themes/paper/"),
        header(update_uri="https://w.org/theme/paper"),
    ],
)
def test_a_theme_that_fits_in_anything_is_the_listed_one(installed):
    assert is_same(installed, LISTED)


@pytest.mark.parametrize(
    "installed",
    [
        header(),
        header(theme_uri="https://acme.test/"),
        header(theme_uri="https://notwordpress.org/"),
        header(theme_uri="https://wordpress.org.acme.test/"),
        header(theme_uri="not an address"),
        header(theme_name="Plain Paper", author="Paper Works", update_uri="https://acme.test/theme"),
        header(theme_name="Plain Paper", author="Paper Works", update_uri="false"),
    ],
)
def test_a_theme_that_fits_in_nothing_or_updates_elsewhere_is_another(installed):
    assert not is_same(installed, LISTED)


def test_a_listing_that_states_nothing_cannot_differ():
    assert is_same(header(), DirectoryTheme("paper"))
