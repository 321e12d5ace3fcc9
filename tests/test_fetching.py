"""What a visit may still ask for, and the names it knows."""

import asyncio

import pytest

from siteloupe.errors import OverBudget
from siteloupe.fetching import Allowance, FoundName, KnownNames
from tests.visits import Clock


async def test_a_name_is_kept_until_its_answer_expires():
    clock, asked = Clock(), []
    names = KnownNames(clock)

    async def look_up():
        asked.append(clock.now)
        return FoundName((), 30.0)

    for seconds in (0, 29, 30, 59, 61):
        clock.now = seconds
        await names.find("a.test", look_up)
    assert asked == [0, 30, 61]


async def test_an_answer_that_holds_for_no_time_is_shared_only_by_who_waits_for_it():
    names, asked = KnownNames(), []

    async def look_up():
        asked.append(1)
        return FoundName((), 0.0)

    await asyncio.gather(*(names.find("a.test", look_up) for _ in range(5)))
    await names.find("a.test", look_up)
    assert len(asked) == 2


async def test_what_is_split_off_an_allowance_is_no_longer_in_it_and_knows_the_same_names():
    whole = Allowance(10)
    part = whole.split(7)
    assert (whole.requests, part.requests) == (3, 7)
    assert part.names is whole.names
    for _ in range(3):
        whole.spend()
    with pytest.raises(OverBudget):
        whole.spend()
    part.spend()
