"""The schema of a condition refuses what would match by accident or take its time."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.products import Condition, Product, RefusingProduct, ServingProduct
from siteloupe.products.load import entries_of
from siteloupe.products.product import refuse_unbounded


@pytest.mark.parametrize(
    "condition",
    [
        {},
        {"equals": "x"},
        {"header": "server", "cookie": "x"},
        {"class": "x", "id": "x"},
        {"header": "server", "equals": "x", "contains": "x"},
        {"header": "server", "equal": "x"},
        {"header": "server", "contains": ""},
        {"header": "server", "exists": True},
        {"header": "Server", "equals": "x"},
        {"header": "server", "equals": "Example"},
        {"script": "Example.com"},
        {"file": "jQuery"},
        {"cookie": "session", "equals": "x"},
        {"class": "x", "contains": "x"},
        {"file": "x", "equals": "x"},
        {"header": "x-fw-*", "equals": "x"},
        {"attribute": "data-example-*"},
        {"element": "example-*"},
        {"script": "example.com/*"},
        {"part": "head", "contains": "x"},
        {"part": "path"},
        {"part": "body", "pattern": "x"},
        {"part": "body", "equals": "x"},
        {"part": "code", "pattern": "x"},
        {"meta": "generator", "beside": "x"},
        {"part": "code", "contains": "x", "beside": "y"},
        {"meta": "generator", "pattern": "a+"},
        {"meta": "generator", "equals": "example", "version": True},
        {"meta": "generator", "pattern": "^example", "version": True},
        {"class": "x", "version": True},
        {"class": "x", "only": "theme"},
    ],
)
def test_a_condition_has_one_subject_and_one_comparison_that_fits_it(condition: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(condition, Condition)


@pytest.mark.parametrize(
    "condition",
    [
        {"header": "server"},
        {"meta": "generator"},
        {"cookie": "session"},
        {"class": "wp-Block"},
        {"class": "fa", "beside": "fa-*"},
        {"meta": "example-*"},
        {"part": "code", "contains": "x"},
        {"font": "example sans*"},
        {"body-class": "js-comp-ver-*", "version": True},
        {"handle": "Example-*"},
        {"global": "dataLayer"},
        {"script": "example.com/a"},
        {"script": "example.com", "pattern": "v([0-9]{1,3})"},
        {"stylesheet": "example.com", "contains": "/releases/", "version": True},
        {"attribute": "ng-version", "version": True},
        {"element": "ion-app"},
        {"input": "_wpcf7_version", "version": True},
        {"file": "jquery"},
        {"part": "inline", "starts-with": "var example = "},
    ],
)
def test_without_a_comparison_a_subject_only_has_to_be_there(condition: dict[str, object]) -> None:
    ((kind, name), *_) = condition.items()
    assert msgspec.convert(condition, Condition).subject == (kind, name)


@pytest.mark.parametrize(
    ("more", "views"),
    [
        ({"class": "x"}, ["plugin", "technology"]),
        ({"class": "x", "only": "plugin"}, ["plugin"]),
        ({"class": "x", "only": "technology"}, ["technology"]),
        ({"part": "path", "contains": "/plugins/x/"}, ["technology"]),
    ],
)
def test_a_condition_shows_a_plugin_a_technology_or_both(more: dict[str, object], views: list[str]) -> None:
    condition = msgspec.convert(more, Condition)
    assert [view for view in ("plugin", "technology") if condition.shows(view)] == views


@pytest.mark.parametrize(
    "pattern",
    [
        "a*",
        "a+",
        "\\\\*",
        "(",
        "a{2,}",
        "(a{1,9})?",
        "(?:ab){2}",
        "(a)\\1",
        "(?=a)b",
        "(?i)a",
        "a{1,101}",
        "a?b{9}c{9}d{9}",
        "a?" * 20 + "a" * 20,
        "(a|a)" * 20,
    ],
)
def test_a_pattern_without_a_bound_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="pattern"):
        refuse_unbounded(pattern)


@pytest.mark.parametrize("pattern", ["^nginx/1\\.[0-9]{1,3}$", "colou?r", "(?:a|b)c", "a\\+b", "[0-9a-f]{8}"])
def test_a_bounded_pattern_passes(pattern: str) -> None:
    refuse_unbounded(pattern)


@given(st.text("ab?{}()|*+\\.,0123456789^$", max_size=40))
def test_no_pattern_passes_that_repeats_without_end(pattern: str) -> None:
    try:
        refuse_unbounded(pattern)
    except ValueError:
        return
    unescaped = pattern.replace("\\\\", "").replace("\\*", "").replace("\\+", "")
    assert "*" not in unescaped
    assert "+" not in unescaped


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
        "plain-words = true",
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


def test_an_entry_is_verified_by_one_sample_that_was_seen() -> None:
    text = """
        [[product]]
        name = "Acorn"
        source = "https://acorn.example/"
        category = "chat"
        any = [{ class = "acorn" }, { id = "acorn" }]
        samples = [{ body = "<p class=acorn>" }, { body = "<p id=acorn>" SEEN }]
    """
    unseen, seen = (
        entries_of(text.replace("SEEN", word), Product)[0] for word in ("", ", seen = 'Acorn 1.0, run'")
    )
    assert (unseen.is_verified, seen.is_verified) == (False, True)
