"""A folder's name makes a readable one."""

import pytest

from siteloupe.detect.slug_name import theme_name, title_cased


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
