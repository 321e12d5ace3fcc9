"""Brackets are counted as CSS counts them, however many there are."""

import pytest

from siteloupe.css.brackets import MAX_OPEN, find_mark


@pytest.mark.parametrize(
    ("text", "marks", "found"),
    [
        ("a:b;c", ";{}", 3),
        ("a{b", ";{}", 1),
        ("a}b", ";{}", 1),
        ("a:(;{});", ";{}", 7),
        ("a:((;)(;));", ";{}", 10),
        ("a:(((;)));", ";{}", 9),
        ("a:[(;]);];", ";{}", 9),
        ("a:(];);", ";{}", 6),
        ("a:)];", ";{}", 4),
        ("--a:{b;c};", ";}", 9),
        ("--a:{{b}};", ";}", 9),
        ("--a:{b}}", ";}", 7),
        ("a:';';", ";{}", 5),
        ("a:url(;);", ";{}", 8),
        ("a:/*;*/;", ";{}", 7),
        (r"a:\;;", ";{}", 4),
        ("a{b:c;d{e}}f}g}", "}", 12),
        ("a{(}b})}c}", "}", 9),
        ("a:(;", ";{}", 4),
        ("", ";{}", 0),
    ],
)
def test_a_mark_outside_of_brackets_is_found(text, marks, found):
    assert find_mark(text, 0, marks) == found


def test_marks_before_the_start_do_not_count():
    assert find_mark("a;b;c", 2, ";") == 3


def test_a_run_of_closing_brackets_closes_no_more_than_is_open():
    assert find_mark("{{}}}", 0, "}") == 4
    assert find_mark("({{}}})}", 0, "}") == 7


def test_brackets_of_one_kind_may_be_as_deep_as_they_like():
    assert find_mark("(" * 100_000 + ")" * 100_000 + ";", 0, ";") == 200_000


def test_brackets_of_changing_kinds_end_nowhere_below_the_limit():
    pairs = MAX_OPEN // 2
    assert find_mark("([" * pairs + "])" * pairs + ";", 0, ";") == 4 * pairs
    deeper = pairs + 1
    assert find_mark("([" * deeper + "])" * deeper + ";", 0, ";") == 4 * deeper + 1
