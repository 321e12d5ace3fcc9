"""At-rules around a rule."""

import pytest

from siteloupe.css.conditions import hold
from siteloupe.css.rules import Condition

DARK = Condition("media", "(prefers-color-scheme: dark)")
GRID = Condition("supports", "(display: grid)")


@pytest.mark.parametrize(
    ("conditions", "light", "dark"),
    [
        ((), True, True),
        ((DARK,), False, True),
        ((GRID, DARK), False, True),
        ((Condition("supports", "not (display: grid)"),), False, False),
        ((Condition("layer", "base"), Condition("container", "(width > 30em)")), True, True),
        ((Condition("starting-style", ""),), False, False),
    ],
)
def test_a_rule_counts_when_all_around_it_hold(conditions, light, dark):
    assert (hold(conditions), hold(conditions, dark=True)) == (light, dark)
