"""Feature queries, as Chromium answers them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.supports import supports


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(display: grid)", True),
        ("not (display: grid)", False),
        ("(--css: variables)", True),
        ("selector(:focus-visible)", True),
        ("not selector(:focus-visible)", False),
        ("(color:color-mix(in lab,red,red))", True),
        ("(-webkit-backdrop-filter: none) or (backdrop-filter: none)", True),
        ("(-ms-ime-align: auto)", False),
        ("(-webkit-touch-callout: none)", False),
        ("not (-webkit-touch-callout: none)", True),
        ("(display: grid) and (not (display: inline-grid))", False),
        ("((-webkit-hyphens: none) and (not (margin-trim: inline))) or (-moz-orient: inline)", False),
        ("", False),
        ("(a) and (b) or (c)", False),
        ("not", False),
    ],
)
def test_a_feature_is_there_unless_only_others_have_it(condition, holds):
    assert supports(condition) is holds


@given(st.text(alphabet="()ando rt:-msx", max_size=200))
def test_no_condition_fails(text):
    assert supports(text) in {True, False}


def test_what_is_nested_too_deep_does_not_hold():
    assert not supports("(" * 500 + "display:grid" + ")" * 500)
