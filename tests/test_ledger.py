"""What callers have cost: it adds up, halves with time, and is bounded in callers."""

import pytest

from siteloupe.ledger import HALF_LIFE, MAX_CALLERS, Ledger
from tests.visits import Clock


def test_costs_add_up():
    costs = Ledger(Clock())
    costs.charge("a", 1.0)
    costs.charge("a", 0.5)
    assert (costs.cost("a"), costs.cost("b")) == (1.5, 0.0)


def test_a_cost_halves_with_time():
    clock = Clock()
    costs = Ledger(clock)
    costs.charge("a", 8.0)
    clock.now += HALF_LIFE
    assert costs.cost("a") == pytest.approx(4.0)
    costs.charge("a", 4.0)
    clock.now += 2 * HALF_LIFE
    assert costs.cost("a") == pytest.approx(2.0)


def test_the_caller_who_was_quiet_for_longest_is_forgotten_first():
    costs = Ledger(Clock())
    costs.charge("first", 1.0)
    for number in range(MAX_CALLERS):
        costs.charge(str(number), 1.0)
    assert len(costs) == MAX_CALLERS
    assert costs.cost("first") == 0.0
    assert costs.cost("0") == 1.0
