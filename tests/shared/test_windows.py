"""Rate-limit windows that several processes fill together."""

import asyncio

import pytest

from siteloupe.errors import TooManyRequests
from siteloupe.limits import RateLimiter
from siteloupe.shared.secret import Secret
from siteloupe.shared.windows import LIMITS, SharedWindows
from siteloupe.windows import RollingMinutes

SECRET = "the secret of these tests"

pytestmark = pytest.mark.redis


async def kept_under(store, caller="192.0.2.1"):
    name = await SharedWindows(store, Secret(SECRET, store), RollingMinutes()).name(f"a/{caller}")
    return f"{LIMITS}:{name}"


def limiter(store, limit=10):
    return RateLimiter({"a": limit}, SharedWindows(store, Secret(SECRET, store), RollingMinutes()))


async def admitted(limits, caller="192.0.2.1"):
    try:
        await limits.admit("a", caller)
    except TooManyRequests:
        return False
    return True


async def test_two_processes_admit_as_many_together_as_one_alone(store, other_store):
    one, other = limiter(store), limiter(other_store)
    verdicts = await asyncio.gather(*(admitted(limits) for _ in range(40) for limits in (one, other)))
    assert sum(verdicts) == 10


async def test_what_one_process_admitted_the_other_counts(store, other_store):
    one, other = limiter(store, 2), limiter(other_store, 2)
    assert [await admitted(one), await admitted(other), await admitted(one), await admitted(other)] == [
        True,
        True,
        False,
        False,
    ]


async def test_a_caller_whose_own_window_is_full_is_refused_without_asking_the_store(store, client):
    limits = limiter(store, 1)
    assert await admitted(limits)
    before = client.info("stats")["total_commands_processed"]
    assert not any([await admitted(limits) for _ in range(20)])
    assert client.info("stats")["total_commands_processed"] == before + 1  # this very question


async def test_a_window_that_was_evicted_is_still_known_to_the_process_that_filled_it(store, client):
    limits = limiter(store, 3)
    assert all([await admitted(limits) for _ in range(3)])
    client.flushall()
    assert not await admitted(limits)


@pytest.mark.parametrize("put", [lambda c, k: c.set(k, "\x00 \xff"), lambda c, k: c.rpush(k, *"abcdef")])
async def test_garbage_under_a_callers_key_is_thrown_away(store, other_store, client, put):
    key = await kept_under(store)
    put(client, key)
    one, other = limiter(store, 2), limiter(other_store, 2)
    first = await admitted(one)  # our own window decides, and the garbage goes
    assert client.type(key) != b"string"
    verdicts = [first, *[await admitted(limits) for _ in range(5) for limits in (one, other)]]
    assert 2 <= sum(verdicts) <= 3
    assert not store.is_resting


async def test_a_full_store_leaves_each_process_its_own_windows(store, client):
    client.config_set("maxmemory", "1")
    try:
        limits = limiter(store, 3)
        assert [await admitted(limits) for _ in range(5)] == [True] * 3 + [False] * 2
        assert not store.is_resting  # it answers, it only takes nothing in
    finally:
        client.config_set("maxmemory", "0")
    assert not await admitted(limits)
    assert await admitted(limits, "192.0.2.2")
    assert client.exists(await kept_under(store, "192.0.2.2"))


async def test_the_store_does_not_see_who_asks(store, client):
    limits = limiter(store)
    for caller in ("192.0.2.1", "2001:db8::/64"):
        assert await admitted(limits, caller)
    stored = b"\n".join(client.scan_iter()).decode()
    assert stored.count(LIMITS) == 2
    assert "192.0.2" not in stored
    assert "2001:db8" not in stored


async def test_a_store_that_forgot_the_script_gets_it_again(store, client):
    limits = limiter(store, 5)
    assert await admitted(limits)
    client.script_flush()
    assert all(await asyncio.gather(*(admitted(limits) for _ in range(4))))
    assert not await admitted(limits)
    assert not store.is_resting


async def test_garbage_of_one_caller_does_not_touch_another_who_asks_at_the_same_moment(store, client):
    client.set(await kept_under(store, "192.0.2.1"), "no list")
    limits = limiter(store, 1)
    callers = ["192.0.2.1", "192.0.2.2"]
    assert await asyncio.gather(*(admitted(limits, caller) for caller in callers)) == [True, True]
    assert client.llen(await kept_under(store, "192.0.2.2")) == 1


async def test_callers_of_one_moment_share_the_way_to_the_store(store, client):
    limits = limiter(store, 1000)
    await admitted(limits)
    connected = client.info("clients")["connected_clients"]
    assert all(await asyncio.gather(*(admitted(limits, f"192.0.2.{n}") for n in range(50))))
    assert client.info("clients")["connected_clients"] == connected
