"""Conditions of a rule: media queries for a desktop screen, feature queries as Chromium evaluates them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.conditions import conditions_hold, media_matches, supports
from siteloupe.css.rules import AtRule

DARK = AtRule("media", "(prefers-color-scheme: dark)")
GRID = AtRule("supports", "(display: grid)")


@pytest.mark.parametrize(
    ("conditions", "light", "dark"),
    [
        ((), True, True),
        ((DARK,), False, True),
        ((GRID, DARK), False, True),
        ((AtRule("supports", "not (display: grid)"),), False, False),
        ((AtRule("layer", "base"), AtRule("container", "(width > 30em)")), True, True),
        ((AtRule("starting-style", ""),), False, False),
    ],
)
def test_a_rule_applies_when_all_its_conditions_hold(conditions, light, dark):
    assert (conditions_hold(conditions), conditions_hold(conditions, dark=True)) == (light, dark)


@pytest.mark.parametrize(
    ("media", "light", "dark"),
    [
        ("", True, True),
        ("all", True, True),
        ("screen", True, True),
        ("Only Screen", True, True),
        ("print", False, False),
        ("not print", True, True),
        ("print, screen", True, True),
        ("speech", False, False),
        ("(min-width: 768px)", True, True),
        ("(min-width:2000px)", False, False),
        ("(max-width: 37.5em)", False, False),
        ("screen and (min-width:600px) and (max-width:1600px)", True, True),
        ("screen and (min-width:600px) and (max-width:900px)", False, False),
        ("(min-width: 2000px), (hover)", True, True),
        ("(width >= 600px)", True, True),
        ("(600px > width)", False, False),
        ("(400px < width <= 1440px)", True, True),
        ("(width = 1440px)", True, True),
        ("(orientation: portrait)", False, False),
        ("(prefers-color-scheme: dark)", False, True),
        ("(prefers-color-scheme: light)", True, False),
        ("not (prefers-color-scheme: dark)", True, False),
        ("not all and (prefers-color-scheme: dark)", True, False),
        ("(prefers-reduced-motion: reduce)", False, False),
        ("(prefers-reduced-motion)", False, False),
        ("(forced-colors: active)", False, False),
        ("((min-width: 600px) and (hover)) or (width < 1px)", True, True),
        ("(hover) and (min-width: 600px) or (color)", False, False),
        ("(-webkit-min-device-pixel-ratio: 0)", False, False),
        ("not (unknown: 1)", False, False),
        ("nonsense (", False, False),
        ("(min-width: calc(10px * 2))", True, True),
    ],
)
def test_media_queries_match_a_desktop_screen(media, light, dark):
    assert media_matches(media) is light
    assert media_matches(media, dark=True) is dark


@given(st.text(alphabet="andotr() :<>=,-1px", max_size=60))
def test_any_media_query_matches_or_not(media):
    assert media_matches(media) in {True, False}


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
def test_a_feature_is_supported_unless_only_other_browsers_have_it(condition, holds):
    assert supports(condition) is holds


@given(st.text(alphabet="()ando rt:-msx", max_size=200))
def test_no_feature_query_fails(text):
    assert supports(text) in {True, False}


def test_a_condition_nested_too_deep_does_not_hold():
    assert not supports("(" * 500 + "display:grid" + ")" * 500)
