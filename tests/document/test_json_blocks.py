"""JSON in markup is parsed within limits; text that is not JSON has no value."""

import pytest

from siteloupe.document.json_blocks import MAX_JSON, MAX_STRINGS, parse_json, strings_of


def test_every_string_value_is_found_in_order():
    assert strings_of('{"a": ["x", {"b": "y"}], "c": 1, "d": "z"}') == ("x", "y", "z")


@pytest.mark.parametrize("text", ["", "{", "[" * 400_000, "1" * 10_000, '"' + "a" * MAX_JSON + '"', "nan"])
def test_text_that_is_not_json_has_no_value(text):
    assert strings_of(text) == ()


def test_the_number_of_strings_is_bounded():
    assert len(strings_of("[" + ",".join(['"a"'] * 20_000) + "]")) == MAX_STRINGS


def test_a_value_is_parsed():
    assert parse_json('{"a": 1}') == {"a": 1}
    assert parse_json("no") is None
