"""Flights: shared while somebody waits for them."""

import asyncio
import gc
from functools import partial

import pytest

from siteloupe.flights import Flights


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


async def test_the_work_ends_when_its_last_caller_has_left():
    flights, ended = Flights(), asyncio.Event()

    async def work():
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    callers = [asyncio.create_task(flights.join("a", work)) for _ in range(2)]
    await asyncio.sleep(0)
    callers[0].cancel()
    await asyncio.wait(callers[:1])
    assert "a" in flights
    callers[1].cancel()
    await asyncio.wait(callers)
    assert "a" not in flights
    await ended.wait()


async def test_who_asks_after_the_last_has_left_gets_new_work():
    flights, started = Flights(), 0

    async def work():
        nonlocal started
        started += 1
        if started == 1:
            await asyncio.Event().wait()
        return started

    left = asyncio.create_task(flights.join("a", work))
    await asyncio.sleep(0)
    left.cancel()
    await asyncio.wait([left])
    assert await flights.join("a", work) == 2
    assert len(flights) == 0


async def test_a_failure_that_nobody_waits_for_is_no_warning():
    flights = Flights()
    complaints = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))

    async def work():
        try:
            await asyncio.Event().wait()
        finally:
            raise ValueError

    caller = asyncio.create_task(flights.join("a", work))
    await asyncio.sleep(0)
    caller.cancel()
    await asyncio.wait([caller])
    await flights.join("b", partial(asyncio.sleep, 0))
    await flights.close()
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
