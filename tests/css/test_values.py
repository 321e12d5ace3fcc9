import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.values import (
    Function,
    find_closing,
    parse_function,
    split_commas,
    split_slashes,
    split_words,
)


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        ("a, b ,c", ["a", "b", "c"]),
        ("'a,b',c", ["'a,b'", "c"]),
        ("f(a,b), c", ["f(a,b)", "c"]),
        ("f(g(a,b),c),d", ["f(g(a,b),c)", "d"]),
        ("url(a,b),c", ["url(a,b)", "c"]),
        ("[a,b],{c,d}", ["[a,b]", "{c,d}"]),
        (r"a\,b,c", [r"a\,b", "c"]),
        (",a,,b,", ["a", "b"]),
        ("f(a,b", ["f(a,b"]),
        ("a),b", ["a)", "b"]),
        ("f(a],b),c", ["f(a],b)", "c"]),
        ("", []),
        (" ", []),
    ],
)
def test_lists_split_at_top_level_commas(value, parts):
    assert split_commas(value) == parts


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("1px  solid\n red", ["1px", "solid", "red"]),
        ("12px/1.5 Arial,serif", ["12px", "/", "1.5", "Arial", ",", "serif"]),
        ("rgb(1 2 3 / 4) 'a b'", ["rgb(1 2 3 / 4)", "'a b'"]),
        ("a/**/b", ["a/**/b"]),
        (r"a\ b c", [r"a\ b", "c"]),
        ("", []),
    ],
)
def test_values_split_into_words(value, words):
    assert split_words(value) == words


def test_values_split_at_top_level_slashes():
    assert split_slashes("1 2 3 / calc(1 / 2)") == ["1 2 3", "calc(1 / 2)"]
    assert split_slashes("a") == ["a"]


@pytest.mark.parametrize(
    ("value", "call"),
    [
        ("Var( --x , 1 )", Function("var", "--x , 1")),
        ("f(g(1))", Function("f", "g(1)")),
        ("f(')')", Function("f", "')'")),
        ("f(a", Function("f", "a")),
        ("f(a) b", None),
        ("f", None),
        ("(a)", None),
        ("f (a)", None),
    ],
)
def test_a_single_function_is_parsed(value, call):
    assert parse_function(value) == call


@given(st.text(alphabet="ab,/ ()[]{}'\"\\", max_size=60))
def test_splitting_loses_only_spaces_and_separators(value):
    kept = "".join("".join(split_words(value)).split())
    assert kept == "".join(value.split())
    assert all(part == part.strip() and part for part in split_commas(value))


@given(st.text(alphabet="a()[]'\"\\", max_size=60))
def test_a_closing_bracket_is_found_or_the_end(inside):
    value = f"({inside}"
    end = find_closing(value, 0)
    assert end == len(value) or value[end] == ")"
