"""The circuit around the store: nobody waits for one that is down or slow, and it is found again."""

import asyncio
import time

import pytest

from siteloupe.metrics import Metrics
from siteloupe.shared import store as store_module
from siteloupe.shared.store import CONNECTIONS, REST, Store, open_store
from tests.servers.raw import raw_server, say
from tests.servers.redis import IMPATIENCE, PATIENCE, RedisServer, free_port, road
from tests.visits import Clock

pytestmark = pytest.mark.redis


def asking(store, clock=None):
    if clock is not None:
        store._timer = clock
    return lambda: store.ask(store.client.ping)


async def test_a_store_that_is_down_is_asked_once_and_then_left_alone():
    metrics = Metrics()
    async with open_store(f"redis://127.0.0.1:{free_port()}", PATIENCE, metrics) as store:
        ping = asking(store, Clock())
        assert [await ping() for _ in range(5)] == [None] * 5
    assert b'siteloupe_store_questions_total{outcome="failed"} 1.0' in metrics.text()
    assert b'siteloupe_store_questions_total{outcome="skipped"} 4.0' in metrics.text()


async def test_after_its_rest_one_question_tries_and_all_others_follow_when_it_is_answered():
    clock = Clock()
    with RedisServer() as server:
        async with open_store(server.url, PATIENCE, Metrics()) as store:
            ping = asking(store, clock)
            assert await ping()
            server.stop()
            assert await ping() is None
            assert store.is_resting
            server.start()
            assert await ping() is None  # it rests
            clock.now += REST
            assert await ping()
            assert not store.is_resting
            assert all(await asyncio.gather(*(ping() for _ in range(3 * CONNECTIONS))))


async def test_while_one_question_tries_the_others_do_not_wait():
    clock = Clock()
    with RedisServer() as server:
        async with road(server.port) as way, open_store(way.url, PATIENCE, Metrics()) as store:
            ping = asking(store, clock)
            server.stop()
            assert await ping() is None
            server.start()
            way.close()
            clock.now += REST
            trying = asyncio.create_task(ping())
            await asyncio.sleep(0)
            assert await ping() is None
            assert not trying.done()
            way.open()
            assert await trying


async def test_a_slow_store_is_not_waited_for_longer_than_its_patience(server):
    async with road(server.port) as way, open_store(way.url, IMPATIENCE, Metrics()) as store:
        ping = asking(store)
        way.close()
        async with asyncio.timeout(60):  # all wait at once, not one after the other
            answers = await asyncio.gather(*(ping() for _ in range(20 * CONNECTIONS)))
        assert answers == [None] * len(answers)
        assert store.is_resting


async def test_a_process_that_was_held_up_itself_does_not_blame_the_store(store):
    store._patience = IMPATIENCE
    assert await store.ask(store.client.ping)
    asked = asyncio.create_task(store.ask(store.client.ping))
    await asyncio.sleep(0)  # on its way
    time.sleep(2 * IMPATIENCE)  # noqa: ASYNC251
    assert await asked
    assert not store.is_resting


async def test_what_is_no_redis_at_all_counts_as_down():
    async with raw_server(
        say(b"HTTP/1.1 400 Bad Request\r\n\r\n"), "127.0.0.1", expects_http=False
    ) as server:
        async with open_store(f"redis://127.0.0.1:{server.port}", PATIENCE, Metrics()) as store:
            assert await asking(store)() is None
            assert store.is_resting


async def test_trouble_and_recovery_are_logged_once_each(log_lines):
    clock = Clock()
    with RedisServer() as server:
        async with open_store(server.url, PATIENCE, Metrics()) as store:
            ping = asking(store, clock)
            server.stop()
            for _ in range(3):
                await ping()
                clock.now += REST
            server.start()
            await ping()
            await ping()
    assert [line["event"] for line in log_lines()] == ["store-failed", "store-answers-again"]


async def test_a_caller_who_leaves_leaves_no_answer_for_the_next(store):
    async def asked_and_left():
        await store.ask(lambda: store.client.execute_command("BLPOP", "nothing", "0"))

    leaving = asyncio.create_task(asked_and_left())
    for _ in range(20):
        await asyncio.sleep(0)
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    assert [await store.ask(lambda n=n: store.client.echo(str(n))) for n in range(5)] == [
        str(n).encode() for n in range(5)
    ]


@pytest.mark.parametrize("scheme", ["redis", "valkey"])
async def test_a_valkey_url_is_a_redis_url(server, scheme):
    url = server.url.replace("redis", scheme)
    async with open_store(url, PATIENCE, Metrics()) as store:
        assert isinstance(store, Store)
        assert await asking(store)()
    assert store_module.PREFIX == "siteloupe:"
