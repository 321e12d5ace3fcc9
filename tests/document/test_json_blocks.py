"""JSON in markup is read within bounds, and what is not JSON is nothing."""

import pytest

from siteloupe.document.json_blocks import MAX_JSON, MAX_STRINGS, loaded, strings_of


def test_every_string_value_is_found_in_order():
    assert strings_of('{"a": ["x", {"b": "y"}], "c": 1, "d": "z"}') == ("x", "y", "z")


@pytest.mark.parametrize("text", ["", "{", "[" * 400_000, "1" * 10_000, '"' + "a" * MAX_JSON + '"', "nan"])
def test_what_is_no_json_is_nothing(text):
    assert strings_of(text) == ()


def test_the_number_of_strings_is_bounded():
    assert len(strings_of("[" + ",".join(['"a"'] * 20_000) + "]")) == MAX_STRINGS


def test_a_value_is_loaded():
    assert loaded('{"a": 1}') == {"a": 1}
    assert loaded("no") is None
