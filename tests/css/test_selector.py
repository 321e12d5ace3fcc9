"""Selectors have the specificity of the cascade; those that need a user action are not plain."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.selector import MAX_SELECTOR, parse_selector


@pytest.mark.parametrize(
    ("text", "specificity"),
    [
        ("*", (0, 0, 0)),
        ("p", (0, 0, 1)),
        ("ul li", (0, 0, 2)),
        ("p.a", (0, 1, 1)),
        (".a.b", (0, 2, 0)),
        ("#x .a p", (1, 1, 1)),
        ("a[href]", (0, 1, 1)),
        ('a[href="]x"]', (0, 1, 1)),
        ("li:first-child", (0, 1, 1)),
        ("li:nth-child(2n + 1)", (0, 1, 1)),
        (":is(h1, .a)", (0, 1, 0)),
        (":not(#x)", (1, 0, 0)),
        (":where(#x) p", (0, 0, 1)),
        (":where(:not(#x)) p", (0, 0, 1)),
        (":is(:not(#x)) p", (1, 0, 1)),
        (r".w-1\/2 p", (0, 1, 1)),
        (r"#\31 a", (1, 0, 0)),
    ],
)
def test_a_selector_has_its_specificity(text, specificity):
    assert parse_selector(text).specificity == specificity


@pytest.mark.parametrize(
    "text",
    [
        "*",
        "p",
        "a:link",
        ":root",
        "p:not(.a)",
        ":is(h1, h2) > a",
        "p:lang(en)",
        "a + b ~ c",
        ":is(:not(a))",
        "a:where(:not(.b):not(.c))",
    ],
)
def test_plain_selectors_match_without_any_user_action(text):
    assert parse_selector(text).plain


@pytest.mark.parametrize(
    "text",
    [
        "p::before",
        "p:before",
        "a:hover",
        "input:focus-visible",
        "a:visited",
        "::selection",
        "p::first-line",
        ":host",
        "p:has(a)",
        ":is(a b) p",
        ":not(a > b)",
        ":is(:not(a b))",
        f":is({':not(a)' * 9})",
        "",
        "a" * (MAX_SELECTOR + 1),
    ],
)
def test_others_are_not_plain(text):
    assert not parse_selector(text).plain


@pytest.mark.parametrize(
    ("text", "combinators"), [("p", 0), ("p.a", 0), ("ul li", 1), ("ul > li a", 2), ("a~b+c", 2)]
)
def test_combinators_are_counted(text, combinators):
    assert parse_selector(text).combinators == combinators


def test_names_that_must_occur_are_unescaped():
    assert parse_selector(r"#a .b.c > [d] p:not(.e) .w-1\/2").names == ("#a", "b", "c", "w-1/2")


@given(st.text(alphabet="a.#:[]()>+~ \\\"'*,-", max_size=80))
def test_any_selector_is_parsed_without_an_error(text):
    assert parse_selector(text).combinators >= 0
