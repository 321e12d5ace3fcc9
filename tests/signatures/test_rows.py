"""The schema refuses what would match by accident or take its time."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.signatures import ChallengeRow, Condition, Row
from siteloupe.signatures.rows import refuse_unbounded
from siteloupe.signatures.table import rows_of

ROW = """
[[row]]
name = "Example"
type = "cdn"
source = "https://docs.example/"
all = [{ header = "server", equals = "example" }]
samples = [{ headers = { server = "example" } }]
"""


def test_a_row_is_read_as_written() -> None:
    (row,) = rows_of(ROW, Row)
    assert (row.name, row.type, row.all[0].subject) == ("Example", "cdn", ("header", "server"))


@pytest.mark.parametrize(
    "extra",
    [
        "vendor = 'Example'",
        "regex = 'x'",
        "status = ['4xy']",
        "status = [42]",
        "any = [{ header = 'server', equal = 'x' }]",
        "none = [{ header = 'server', regex = 'x' }]",
    ],
)
def test_a_key_or_value_that_the_schema_does_not_know_fails(extra: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        rows_of(ROW + extra, Row)


@pytest.mark.parametrize("key", ["name", "type", "source", "samples", "all"])
def test_a_row_without_a_needed_key_fails(key: str) -> None:
    lines = [line for line in ROW.splitlines() if not line.startswith(key)]
    with pytest.raises(msgspec.ValidationError):
        rows_of("\n".join(lines), Row)


def test_a_file_of_something_else_than_rows_fails() -> None:
    with pytest.raises(msgspec.ValidationError):
        rows_of(ROW.replace("[[row]]", "[[rows]]"), Row)


def test_a_challenge_row_has_one_of_the_known_types() -> None:
    with pytest.raises(msgspec.ValidationError, match="cdn"):
        rows_of(ROW, ChallengeRow)


@pytest.mark.parametrize(
    "condition",
    [
        {},
        {"header": "server"},
        {"equals": "x"},
        {"header": "server", "cookie": "x", "exists": True},
        {"header": "server", "equals": "x", "contains": "x"},
        {"header": "Server", "equals": "x"},
        {"cookie": "session", "equals": "x"},
        {"class": "x", "contains": "x"},
        {"file": "x", "equals": "x"},
        {"script": "Example.com"},
        {"script": "example.com", "contains": "x"},
        {"part": "script", "exists": True},
        {"meta": "generator"},
        {"class": "x", "id": "x"},
        {"part": "body", "pattern": "x"},
        {"part": "body", "equals": "x"},
        {"part": "head", "contains": "x"},
        {"header": "server", "contains": ""},
    ],
)
def test_a_condition_has_one_subject_and_one_comparison_that_fits_it(condition: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(condition, Condition)


@pytest.mark.parametrize(
    "condition",
    [
        {"cookie": "session"},
        {"class": "wp-Block"},
        {"global": "dataLayer"},
        {"script": "example.com/a"},
        {"script": "example.com", "pattern": "v([0-9]{1,3})"},
        {"mark": "ng-version"},
        {"file": "jquery", "exists": True},
    ],
)
def test_what_is_there_by_name_needs_no_comparison(condition: dict[str, object]) -> None:
    ((kind, name), *_) = condition.items()
    assert msgspec.convert(condition, Condition).subject == (kind, name)


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


@pytest.mark.parametrize(
    ("status", "fits"), [(403, True), (404, False), (500, True), (599, True), (200, False)]
)
def test_a_status_is_a_number_or_a_class(status: int, fits: bool) -> None:
    (row,) = rows_of(ROW + "status = [403, '5xx']", Row)
    assert row.fits(status) is fits
