"""Colors of ordinary numbers are parsed by one regex; the result must be the same as word by word."""

import re
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css import color_components
from siteloupe.css.color_components import FORMS, parse_color_function
from siteloupe.css.color_mix import Point

NUMBERS = st.one_of(
    st.integers(-400, 400).map(str),
    st.floats(-400, 400).map("{:.3f}".format),
    st.sampled_from(["0", "-0", "+.5", "1e2", "none", ".25", "12345678", "1.", "x", ""]),
)
WORDS = st.builds(str.__add__, NUMBERS, st.sampled_from(["", "", "%", "deg", "rad", "px"]))
BETWEEN = st.sampled_from([" ", "  ", "\t", ",", ", ", " , ", " / ", "/"])


def word_by_word(name: str, arguments: str) -> Point | None:
    never = re.compile(r"(?!)")
    with mock.patch.multiple(color_components, _BY_SPACES=never, _BY_COMMAS=never):
        return parse_color_function(name, arguments)


@given(st.sampled_from(sorted(FORMS)), st.lists(st.tuples(WORDS, BETWEEN), min_size=2, max_size=5))
def test_fast_and_slow_parsing_of_numbers_agree(name, parts):
    arguments = "".join(word + between for word, between in parts[:-1]) + parts[-1][0]
    assert parse_color_function(name, arguments) == word_by_word(name, arguments)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("rgb", "1 2 3 / 50%"), ("hsl", "10deg, 20%, 30%, .5"), ("oklch", "70% .1 50"), ("rgba", "1%, 2%, 3%")],
)
def test_ordinary_colors_are_parsed_without_splitting(name, arguments):
    expected = word_by_word(name, arguments)
    with mock.patch.object(color_components, "make_point", side_effect=AssertionError("split")):
        assert parse_color_function(name, arguments) == expected
