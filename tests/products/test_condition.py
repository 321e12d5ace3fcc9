"""The schema of a condition refuses what would match by accident or take its time."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.products import Condition
from siteloupe.products.condition import refuse_unbounded


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
        {"meta": "example-*"},
        {"attribute": "data-example-*"},
        {"element": "example-*"},
        {"script": "example.com/*"},
        {"part": "head", "contains": "x"},
        {"part": "path"},
        {"part": "body", "pattern": "x"},
        {"part": "body", "equals": "x"},
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
