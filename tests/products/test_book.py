"""What the analyses ask of the book: names, owners, marks, and whose folder is whose."""

import pytest

from siteloupe.data import rows
from siteloupe.products import load
from siteloupe.products.book import (
    NAMED,
    PLUGINS,
    SYSTEMS,
    TECHNOLOGIES,
    distinct_folders,
    folders_among,
    marks,
    namespace_owners,
    plugin_names,
    plugins,
    systems,
    technologies,
)
from siteloupe.products.product import Product

PRODUCTS = load(*dict.fromkeys((*TECHNOLOGIES, *PLUGINS)), kind=Product).products


def test_technologies_plugins_and_systems_are_views_of_one_book() -> None:
    assert [each.name for each in technologies().products] == [
        each.name for each in PRODUCTS if each.category
    ]
    assert {each.plugin for each in plugins().products} == {each.plugin for each in PRODUCTS if each.plugin}
    assert systems().products == load(*SYSTEMS, kind=Product).products


def test_technologies_and_plugins_are_named_once() -> None:
    names = [product.name for product in technologies().products]
    folders = [product.plugin for product in plugins().products]
    assert len(names) == len(set(names)) >= 2_000
    assert len(folders) == len(set(folders)) >= 350


def test_a_plugin_is_an_entry_or_a_line_of_the_list() -> None:
    entries = {product.plugin for product in plugins().products}
    listed = [row["slug"] for table in NAMED for row in rows(table)]
    assert len(set(listed)) == len(listed)
    assert not entries.intersection(listed)
    assert set(plugin_names()) == entries.union(listed)
    assert len(plugin_names()) >= 1_300


def test_a_folder_of_plain_words_is_named_but_shows_no_plugin() -> None:
    assert plugin_names()["footnotes"] == "footnotes"
    assert "footnotes" not in distinct_folders()
    assert {"elementor", "classic-editor", "caldera-forms"} <= distinct_folders()
    assert {"booking", "webmention", "leaflet-map"}.isdisjoint(distinct_folders())


def test_a_plugin_has_its_own_name_where_it_is_not_the_products() -> None:
    assert plugin_names()["elementor"] == "Elementor"
    assert plugin_names()["seo-by-rank-math"] == "Rank Math SEO"
    assert plugin_names()["advanced-custom-fields"] == "Advanced Custom Fields (ACF)"


def test_a_namespace_has_one_owner_and_none_is_wordpresss() -> None:
    own = [namespace for product in plugins().products for namespace in product.rest]
    listed = [row["namespace"] for row in rows("rest_namespaces.tsv")]
    assert len({*own, *listed}) == len(own) + len(listed) == len(namespace_owners())
    core = {"wp", "oembed", "wp-site-health", "wp-block-editor", "wp-abilities", "batch", "wp-sync"}
    assert not {namespace.partition("/")[0] for namespace in namespace_owners()} & core


def test_marks_are_what_conditions_ask_for() -> None:
    attributes, elements = marks()
    assert "ng-version" in attributes
    assert "ion-app" in elements
    assert not attributes & elements


@pytest.mark.parametrize(
    ("folders", "found"),
    [
        ({"example"}, ["example"]),
        ({"other", "example-pro"}, ["example-pro"]),
        ({"example-pro", "example"}, ["example", "example-pro"]),
        ({"example-2.1", "example-addon"}, ["example-2.1"]),
        ({"example-pro-2.1", "example-1"}, ["example-1", "example-pro-2.1"]),
        ({"examples", "my-example"}, []),
        (set(), []),
    ],
)
def test_a_product_has_its_folder_those_of_its_editions_and_numbered_ones(
    folders: set[str], found: list[str]
) -> None:
    assert list(folders_among(folders, ("example", "example-pro"))) == found
