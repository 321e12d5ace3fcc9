"""Look-ups are few at once, fair between callers, and end with whoever asked."""

import asyncio
from collections import Counter

import pytest

from siteloupe.errors import NameNotFound, TimedOut
from siteloupe.fetching import FoundName
from siteloupe.ledger import LOOK_UP, Ledger, caller
from siteloupe.net.look_ups import LookUps
from tests.servers.nameserver import nameserver
from tests.servers.raw import PUBLIC, answer, raw_server, site

FOUND = FoundName((), 60.0)


class Names:
    """A resolver whose names answer when the test says so."""

    def __init__(self):
        self.asked = []
        self._answers = {}

    async def __call__(self, host):
        self.asked.append(host)
        await self._answers.setdefault(host, asyncio.Event()).wait()
        return FOUND

    def answer(self, host):
        self._answers[host].set()


def start(look_ups, who, host):
    async def look_up():
        caller.set(who)
        return await look_ups(host)

    return asyncio.create_task(look_up())


async def settle():
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.fixture
async def names():
    return Names()


async def end(tasks):
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def test_a_caller_who_asks_for_many_names_leaves_places_to_others(names):
    look_ups = LookUps(names, Ledger(), places=10, for_a_caller=3)
    greedy = [start(look_ups, "greedy", f"silent{number}.test") for number in range(40)]
    await settle()
    other = start(look_ups, "other", "quick.test")
    await settle()
    assert names.asked == ["silent0.test", "silent1.test", "silent2.test", "quick.test"]
    assert (look_ups.running, look_ups.queue_length) == (4, 37)
    names.answer("quick.test")
    assert await other == FOUND
    await end(greedy)
    assert (look_ups.running, look_ups.queue_length) == (0, 0)


async def test_where_there_is_one_user_only_all_places_are_theirs(names):
    look_ups = LookUps(names, Ledger(), places=10, for_a_caller=3)
    tasks = [start(look_ups, "", f"name{number}.test") for number in range(12)]
    await settle()
    assert (look_ups.running, look_ups.queue_length) == (10, 2)
    await end(tasks)


async def test_of_those_who_wait_the_one_who_cost_least_is_next(names):
    ledger = Ledger()
    look_ups = LookUps(names, ledger, places=1, for_a_caller=1)
    tasks = [start(look_ups, "first", "first.test")]
    await settle()
    ledger.charge("dear", 5.0)
    tasks += [start(look_ups, who, f"{who}.test") for who in ("dear", "cheap")]
    await settle()
    for host in ("first.test", "cheap.test"):
        names.answer(host)
        await settle()
    assert names.asked == ["first.test", "cheap.test", "dear.test"]
    await end(tasks)


async def test_each_look_up_is_charged_to_its_caller(names):
    ledger = Ledger(lambda: 0.0)
    look_ups = LookUps(names, ledger)
    tasks = [start(look_ups, who, f"{who}.test") for who in ("a", "b", "a")]
    await settle()
    assert (ledger.cost("a"), ledger.cost("b")) == (2 * LOOK_UP, LOOK_UP)
    await end(tasks)


@pytest.mark.parametrize("error", [TimedOut("late"), OSError("no file left"), MemoryError()])
async def test_a_look_up_that_fails_takes_no_place_with_it(error):
    async def fail(_host):
        raise error

    look_ups = LookUps(fail, Ledger(), places=1, for_a_caller=1)
    for _ in range(3):
        with pytest.raises(type(error)):
            await start(look_ups, "a", "name.test")
    assert look_ups.running == 0


async def test_who_leaves_at_the_moment_of_being_admitted_takes_no_place(names):
    look_ups = LookUps(names, Ledger(), places=1, for_a_caller=1)
    first, second, third = (start(look_ups, who, f"{who}.test") for who in "abc")
    await settle()
    names.answer("a.test")
    await first
    second.cancel()
    await settle()
    assert names.asked[-1] == "c.test"
    assert (look_ups.running, look_ups.queue_length) == (1, 0)
    await end([third])


SECONDS = 60
"""For how long the answers of the nameserver below hold; the tests' own visit is shorter."""


def lasting(name, kind):
    return [f"{name} A {PUBLIC}"] if kind == "A" else []


async def test_a_visit_looks_each_name_up_once_and_the_next_visit_again(visiting):
    async with nameserver(lasting, ttl=SECONDS) as server, raw_server(site({"/": answer()})) as web:
        async with visiting(nameserver=server.setting, allow_ports=frozenset({web.port})) as visit:
            for _ in range(2):
                allowance = visit.allowance()
                urls = [f"http://{host}.test:{web.port}/" for host in ("a", "a", "b", "a")]
                await asyncio.gather(*(visit.get(url, allowance=allowance) for url in urls))
                await visit.get(urls[0], allowance=allowance)
    asked = Counter(name for name, kind in server.questions if kind == "A")
    assert asked == {"a.test.": 2, "b.test.": 2}


async def test_a_name_that_does_not_exist_is_looked_up_once_a_visit_too(visiting):
    async with nameserver(lambda *_: []) as server, visiting(nameserver=server.setting) as visit:
        allowance = visit.allowance()
        for _ in range(3):
            with pytest.raises(NameNotFound):
                await visit.get("http://none.test/", allowance=allowance)
    assert [kind for _, kind in server.questions].count("A") == 1


async def test_a_visit_that_ends_ends_its_look_ups(visiting):
    async with nameserver(lambda *_: None) as server, visiting(nameserver=server.setting) as visit:
        visits = [asyncio.create_task(visit.get(f"http://silent{number}.test/")) for number in range(20)]
        while len(server.questions) < 40:
            await asyncio.sleep(0)
        assert visit.wire.look_up.running == 20
        for each in visits:
            each.cancel()
        await asyncio.wait(visits)
        await settle()
        assert visit.wire.look_up.running == 0
