import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.calc import MAX_TOKENS, Quantity, evaluate, parse_quantity


def evaluate_text(text):
    return evaluate(text, parse_quantity)


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("12px", Quantity(12, "px")),
        ("-.5EM", Quantity(-0.5, "em")),
        ("+1e2", Quantity(100)),
        ("50%", Quantity(50, "%")),
        ("1e999", Quantity(1e9)),
        ("1.", None),
        ("px", None),
        ("1px2", None),
        ("٣px", None),
        ("9" * 200, None),
        ("", None),
    ],
)
def test_numbers_have_units(word, found):
    assert parse_quantity(word) == found


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("calc(1px + 2px)", Quantity(3, "px")),
        ("calc(1px - 2px)", Quantity(-1, "px")),
        ("calc(1px + -2px)", Quantity(-1, "px")),
        ("calc(2 * 3px)", Quantity(6, "px")),
        ("calc(2*3px)", Quantity(6, "px")),
        ("calc(6px / 3)", Quantity(2, "px")),
        ("calc(1 + 2 * 3)", Quantity(7)),
        ("calc((1 + 2) * 3)", Quantity(9)),
        ("calc(10 - 2 - 3)", Quantity(5)),
        ("calc(calc(1px) + (2px))", Quantity(3, "px")),
        ("min(1px, 2px, 3px)", Quantity(1, "px")),
        ("max(1px, 2px * 4)", Quantity(8, "px")),
        ("clamp(1px, 5px, 3px)", Quantity(3, "px")),
        ("clamp(4px, 1px, 3px)", Quantity(4, "px")),
        ("calc(1px + max(2px, 3px))", Quantity(4, "px")),
        ("abs(-2px)", Quantity(2, "px")),
        ("sign(-2px)", Quantity(-1)),
        ("round(7px, 5px)", Quantity(5, "px")),
        ("calc(1px+2px)", None),
        ("calc(1px +2px)", None),
        ("calc(1px + 2em)", None),
        ("calc(1px * 2px)", None),
        ("calc(1 / 0)", None),
        ("calc(1 / 2px)", None),
        ("calc(1px", None),
        ("calc(1px))", None),
        ("calc()", None),
        ("calc(1 2)", None),
        ("calc(1 +)", None),
        ("calc(* 1)", None),
        ("min()", None),
        ("min(1px, 2)", None),
        ("clamp(1px, 2px)", None),
        ("unknown(1)", None),
        ("calc(x)", None),
        ("calc(1 ; 2)", None),
    ],
)
def test_math_functions_have_their_value(expression, found):
    assert evaluate_text(expression) == found


def test_the_sum_of_many_is_bounded():
    assert evaluate_text("calc(1" + " + 1" * 50 + ")") == Quantity(51)
    assert evaluate_text("calc(1" + " + 1" * MAX_TOKENS + ")") is None


def test_parentheses_may_have_any_depth():
    assert evaluate_text("(" * 200 + "1" + ")" * 200) == Quantity(1)
    assert evaluate_text("(" * 100_000) is None


@given(st.text(alphabet="0123.+-*/(), pxcalminev%", max_size=60))
def test_any_text_has_a_value_or_none(expression):
    found = evaluate_text(expression)
    assert found is None or abs(found.value) <= 1e9
