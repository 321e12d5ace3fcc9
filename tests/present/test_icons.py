"""Icons of products: safe in an attribute, and only of products that the book knows."""

import re

import pytest

from siteloupe.present.icons import numbered_icons, product_icons
from siteloupe.products.book import PLUGINS, TECHNOLOGIES
from siteloupe.products.load import entries_in
from siteloupe.products.product import Product

FILES = {*TECHNOLOGIES, *PLUGINS, "hosting.toml", "cdn.toml", "servers.toml"}
PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE .,-]{1,4000}")
SHARED = ("Ada", "Plume")


def test_every_icon_is_the_path_of_a_product():
    known = {product.name for file in FILES for product in entries_in(file, Product)} | {"WordPress"}
    assert set(product_icons()) <= known
    assert len(product_icons()) > 200
    assert [name for name, path in product_icons().items() if not PATH.fullmatch(path)] == []


@pytest.mark.parametrize("name", SHARED)
def test_a_name_that_another_thing_has_too_has_no_icon(name):
    assert name not in product_icons()


def test_icons_are_numbered_once_each_and_others_are_left_out():
    names = ["jQuery", "A product without an icon", "WordPress", "jQuery", ""]
    assert numbered_icons(names) == {"jQuery": 0, "WordPress": 1}
