"""The schema of an entry: what it may say, and what it must."""

import msgspec
import pytest

from siteloupe.products import Product, RefusingProduct, ServingProduct
from siteloupe.products.load import entries_of

ENTRY = """
[[product]]
name = "Example"
category = "cdn"
source = "https://docs.example/"
all = [{ header = "server", equals = "example" }]
samples = [{ headers = { server = "example" } }]
"""


def test_an_entry_is_read_as_written() -> None:
    (product,) = entries_of(ENTRY, Product)
    assert (product.name, product.category, product.folders) == ("Example", "cdn", ())
    assert product.conditions[0].subject == ("header", "server")


@pytest.mark.parametrize(
    "extra",
    [
        "vendor = 'Example'",
        "type = 'cdn'",
        "status = ['4xy']",
        "status = [42]",
        "any = [{ header = 'server', equal = 'x' }]",
        "any = [{ class = 'x', only = 'plugin' }]",
        "plugin = '../etc'",
        "plugin = 'example'\nnone = [{ class = 'x', only = 'plugin' }]",
        "plugin-name = 'Example for WordPress'",
        "editions = ['example-pro']",
        "rest = ['example/v1']",
    ],
)
def test_a_key_or_value_that_the_schema_does_not_know_fails(extra: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        entries_of(ENTRY + extra, Product)


@pytest.mark.parametrize("key", ["name", "category", "source", "samples", "all"])
def test_an_entry_without_a_needed_key_fails(key: str) -> None:
    lines = [line for line in ENTRY.splitlines() if not line.startswith(key)]
    with pytest.raises(msgspec.ValidationError):
        entries_of("\n".join(lines), Product)


def test_a_plugin_needs_no_category_and_has_the_folders_of_its_editions() -> None:
    plugin = ENTRY.replace('category = "cdn"', 'plugin = "example"\neditions = ["example-pro"]')
    assert entries_of(plugin, Product)[0].folders == ("example", "example-pro")


@pytest.mark.parametrize(
    ("kind", "category"), [(RefusingProduct, "challenge"), (ServingProduct, "cdn")], ids=["refuses", "serves"]
)
def test_what_refuses_or_serves_has_one_of_the_known_categories(kind: type[Product], category: str) -> None:
    entry = ENTRY.replace('"cdn"', f'"{category}"')
    assert entries_of(entry, kind)[0].category == category
    with pytest.raises(msgspec.ValidationError, match="other"):
        entries_of(entry.replace(category, "other"), kind)


@pytest.mark.parametrize(
    ("status", "fits"), [(403, True), (404, False), (500, True), (599, True), (200, False)]
)
def test_a_status_is_a_number_or_a_class(status: int, fits: bool) -> None:
    (product,) = entries_of(ENTRY + "status = [403, '5xx']", Product)
    assert product.fits(status) is fits
