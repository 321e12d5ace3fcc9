"""Versions are ordered as PHP orders them; tests/tables/php_version_compare.tsv holds PHP 8.2's own answers."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.version import compare, precedence

TABLE = Path(__file__).parents[1] / "tables" / "php_version_compare.tsv"


def php_answers():
    with TABLE.open(encoding="utf-8", newline="") as lines:
        return [
            (row["left"], row["right"], int(row["compare"])) for row in csv.DictReader(lines, delimiter="\t")
        ]


@pytest.mark.parametrize(("left", "right", "expected"), php_answers())
def test_php_would_say_the_same(left, right, expected):
    assert compare(left, right) == expected
    assert compare(right, left) == -expected


def test_the_table_is_whole():
    assert len(php_answers()) >= 50


def test_the_documented_order_holds():
    stages = ["other", "dev", "alpha", "beta", "RC", "", ".1", "pl"]
    versions = [f"1.0{stage}" for stage in stages]
    assert sorted(versions, key=precedence) == versions


def test_numbers_have_no_upper_bound():
    assert compare("1." + "9" * 10_000, "1." + "9" * 9_999 + "8") == 1


VERSIONS = st.one_of(
    st.text(alphabet="0123459.-_+abdeilprvRCx ", max_size=12),
    st.text(max_size=12),
    st.lists(st.sampled_from(["0", "1", "10", "beta", "RC", "pl", "dev", "x"]), max_size=5).map(".".join),
)


@given(VERSIONS)
def test_a_version_is_as_old_as_itself(version):
    assert compare(version, version) == 0


@given(VERSIONS, VERSIONS)
def test_two_versions_swapped_compare_the_other_way(left, right):
    assert compare(left, right) == -compare(right, left)


@given(VERSIONS, VERSIONS, VERSIONS)
def test_the_order_is_total(one, two, three):
    first, second, third = sorted((one, two, three), key=precedence)
    assert compare(first, second) <= 0
    assert compare(second, third) <= 0
    assert compare(first, third) <= 0
