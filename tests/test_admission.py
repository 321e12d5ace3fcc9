"""Places: who gets one, who waits, and who is told that the service is busy."""

import asyncio
import itertools
from contextlib import AsyncExitStack

import pytest

from siteloupe import ledger
from siteloupe.admission import Places
from siteloupe.errors import Busy
from siteloupe.ledger import Ledger


def places(count=8, waiting=8, seconds=30.0, costs=None):
    return Places(count, waiting, seconds, Ledger() if costs is None else costs)


async def hold(stack, where, who, host):
    ledger.caller.set(who)
    await stack.enter_async_context(where.hold(host))


def ask(where, who, host, order):
    """A task that waits for a place, notes its name and gives the place back."""

    async def wait():
        ledger.caller.set(who)
        async with where.hold(host):
            order.append(who)

    return asyncio.create_task(wait())


async def test_a_place_is_held_for_a_block():
    where = places()
    async with where.hold("a.test"):
        assert where.taken == 1
    assert where.taken == 0


@pytest.mark.parametrize(("who", "host"), [("greedy", None), (None, "slow.test")], ids=["caller", "site"])
async def test_the_last_quarter_is_for_those_who_have_hardly_any(who, host):
    where, order = places(), []
    async with AsyncExitStack() as stack:
        for number in range(6):
            await hold(stack, where, who or f"c{number}", host or f"h{number}.test")
        turned_away = ask(where, who or "c9", host or "h9.test", order)
        await asyncio.sleep(0)
        assert where.queue_length == 1
        for number in range(2):
            await hold(stack, where, f"other{number}", f"other{number}.test")
        assert (where.taken, order) == (8, [])
    await turned_away
    assert where.taken == 0


async def test_of_one_caller_the_oldest_is_next_also_while_costs_fall():
    seconds, order = itertools.count(), []
    costs = Ledger(lambda: float(next(seconds)))
    costs.charge("dear", 5.0)
    where = places(1, costs=costs)

    async def wait(number):
        ledger.caller.set("dear")
        async with where.hold("a.test"):
            order.append(number)

    async with where.hold("a.test"):
        tasks = [asyncio.create_task(wait(number)) for number in range(3)]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert order == [0, 1, 2]


async def test_who_has_cost_least_is_next():
    costs, order = Ledger(), []
    costs.charge("dear", 5.0)
    where = places(1, costs=costs)
    async with where.hold("a.test"):
        tasks = [ask(where, who, "a.test", order) for who in ("dear", "cheap")]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert order == ["cheap", "dear"]


async def test_nobody_waits_for_longer_than_allowed():
    where = places(1, seconds=0.01)
    async with where.hold("a.test"):
        with pytest.raises(Busy):
            async with where.hold("b.test"):
                pass
    assert (where.taken, where.queue_length) == (0, 0)


async def test_the_room_to_wait_is_bounded_and_its_last_quarter_is_for_others():
    where, order = places(1, waiting=4), []
    async with where.hold("a.test"):
        tasks = [ask(where, "greedy", "a.test", order) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await ask(where, "greedy", "a.test", order)
        tasks.append(ask(where, "other", "b.test", order))
        await asyncio.sleep(0)
        assert where.is_full
        with pytest.raises(Busy):
            await ask(where, "another", "c.test", order)
    await asyncio.gather(*tasks)
    assert where.taken == 0


async def test_who_leaves_while_waiting_takes_no_place():
    where, order = places(1), []
    async with where.hold("a.test"):
        leaving = ask(where, "a", "a.test", order)
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.wait([leaving])
        assert where.queue_length == 0
    assert where.taken == 0


async def test_a_place_that_comes_just_when_its_caller_leaves_is_given_on():
    where, order = places(1), []
    async with AsyncExitStack() as stack:
        await hold(stack, where, "first", "a.test")
        leaving, staying = (ask(where, who, "a.test", order) for who in ("leaving", "staying"))
        await asyncio.sleep(0)
        await stack.aclose()
        leaving.cancel()
        await asyncio.wait([leaving, staying])
    assert order == ["staying"]
    assert where.taken == 0


async def test_no_place_is_lost_when_holder_and_waiter_leave_together():
    where, order = places(1), []

    async def hold_for_ever():
        async with where.hold("a.test"):
            await asyncio.Event().wait()

    holder = asyncio.create_task(hold_for_ever())
    await asyncio.sleep(0)
    waiter = ask(where, "a", "a.test", order)
    await asyncio.sleep(0)
    holder.cancel()
    waiter.cancel()
    await asyncio.wait([holder, waiter])
    assert (where.taken, where.queue_length) == (0, 0)
