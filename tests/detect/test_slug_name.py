"""A folder's name makes a readable one."""

import pytest

from siteloupe.data import rows
from siteloupe.detect.directory import could_list
from siteloupe.detect.slug_name import theme_name, title_cased
from siteloupe.detect.web_address import web_address


@pytest.mark.parametrize(
    ("slug", "name"),
    [
        ("shop", "Shop"),
        ("my-shop_child", "My Shop Child"),
        ("MyShop", "MyShop"),
        ("my.shop+two", "My Shop Two"),
        ("wp-starter", "WP Starter"),
        ("shop 2", "Shop 2"),
        ("--", "--"),
        ("élan-vital", "Élan Vital"),
    ],
)
def test_a_folder_is_put_in_title_case(slug, name):
    assert title_cased(slug) == name


def test_a_known_folder_has_its_own_name():
    assert theme_name("twentytwentyfive") == "Twenty Twenty-Five"
    assert theme_name("generatepress") == "GeneratePress"


def test_an_unknown_folder_is_put_in_title_case():
    assert theme_name("generatepress-of-acme") == "Generatepress Of Acme"


def test_the_bundled_names_have_one_row_a_slug_and_a_source_each():
    listed = rows("themes.tsv")
    assert len({row["slug"] for row in listed}) == len(listed)
    for row in listed:
        assert row["name"] == row["name"].strip() != ""
        assert web_address(row["source"]) == row["source"]
        assert could_list(row["slug"]) or "wordpress.org" not in row["source"]
