"""The store and the flights."""

import asyncio
import gc
from functools import partial

import pytest

from siteloupe.cache import Flights, Kept, MemoryCache, Shelf
from tests.visits import Clock


async def test_what_is_kept_counts_down_and_is_gone_at_its_end():
    clock = Clock()
    cache = MemoryCache(10, 10_000, clock)
    await cache.put("a", Kept(b"body", 300.0))
    clock.now += 100
    assert await cache.get("a") == Kept(b"body", 200.0)
    clock.now += 200
    assert await cache.get("a") is None


async def test_what_is_no_longer_fresh_is_not_kept():
    cache = MemoryCache(10, 10_000, Clock())
    await cache.put("a", Kept(b"body", 0.0))
    await cache.put("b", Kept(b"body", -5.0))
    assert len(cache) == 0


def test_a_shelf_never_holds_more_entries_than_it_may():
    shelf = Shelf(5, 1_000_000, Clock())
    for number in range(50):
        shelf.put(str(number), number, 1, 300)
    assert len(shelf) == 5
    assert shelf.get("49") == (49, 300.0)
    assert shelf.get("44") is None


def test_a_shelf_never_holds_more_bytes_than_it_may():
    shelf = Shelf(500, 100, Clock())
    for number in range(50):
        shelf.put(str(number), number, 30, 300)
    assert [key for key in map(str, range(50)) if shelf.get(key)] == ["47", "48", "49"]


def test_the_least_recently_used_goes_first():
    shelf = Shelf(2, 1000, Clock())
    shelf.put("a", 1, 1, 300)
    shelf.put("b", 2, 1, 300)
    shelf.get("a")
    shelf.put("c", 3, 1, 300)
    assert shelf.get("a") is not None
    assert shelf.get("b") is None


def test_what_is_larger_than_the_shelf_is_let_go_together_with_what_it_replaces():
    shelf = Shelf(10, 100, Clock())
    shelf.put("a", 1, 10, 300)
    shelf.put("a", 2, 101, 300)
    assert shelf.get("a") is None


async def test_equal_work_in_flight_is_done_once():
    flights, done, started = Flights(), asyncio.Event(), 0

    async def work():
        nonlocal started
        started += 1
        await done.wait()
        return started

    callers = [asyncio.create_task(flights.join("a", work)) for _ in range(20)]
    await asyncio.sleep(0)
    assert "a" in flights
    done.set()
    assert await asyncio.gather(*callers) == [1] * 20
    assert len(flights) == 0


async def test_a_caller_who_leaves_does_not_cancel_the_others():
    flights, done = Flights(), asyncio.Event()

    async def work():
        await done.wait()
        return "landed"

    first, second = (asyncio.create_task(flights.join("a", work)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait([first])
    assert first.cancelled()
    done.set()
    assert await second == "landed"


async def test_a_failure_is_shared_once_and_then_forgotten():
    flights, done, started = Flights(), asyncio.Event(), 0

    async def work():
        nonlocal started
        started += 1
        await done.wait()
        raise ValueError(started)

    callers = [asyncio.create_task(flights.join("a", work)) for _ in range(3)]
    await asyncio.sleep(0)
    done.set()
    failures = await asyncio.gather(*callers, return_exceptions=True)
    assert [error.args for error in failures] == [(1,)] * 3
    with pytest.raises(ValueError, match="2"):
        await flights.join("a", work)


async def test_a_failure_that_nobody_waits_for_is_no_warning():
    flights, done = Flights(), asyncio.Event()
    complaints = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))

    async def work():
        await done.wait()
        raise ValueError

    caller = asyncio.create_task(flights.join("a", work))
    await asyncio.sleep(0)
    caller.cancel()
    await asyncio.wait([caller])
    done.set()
    await flights.join("b", partial(asyncio.sleep, 0))
    assert len(flights) == 0
    gc.collect()
    assert complaints == []


async def test_closing_cancels_what_is_in_flight():
    flights = Flights()
    caller = asyncio.create_task(flights.join("a", asyncio.Event().wait))
    await asyncio.sleep(0)
    await flights.close()
    assert len(flights) == 0
    await asyncio.wait([caller])
    assert caller.cancelled()
