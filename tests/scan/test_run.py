"""The run: a window that moves over the list."""

import asyncio

import pytest

from siteloupe.scan.entries import Entry
from siteloupe.scan.politeness import Politeness, Turns
from siteloupe.scan.run import run


async def entries(count, asked=None):
    for line in range(1, count + 1):
        if asked is not None:
            asked.append(line)
        yield Entry(line, f"site-{line}.example")


async def test_every_entry_gets_its_record(record) -> None:
    kept = []

    async def look(entry):
        await asyncio.sleep(0)
        return record(entry.line, entry.text)

    await run(entries(1000), look, kept.append, window=7)
    assert sorted(each.line for each in kept) == list(range(1, 1001))


async def test_the_list_is_read_no_further_than_the_window(record) -> None:
    asked, kept, gate = [], [], asyncio.Event()

    async def look(entry):
        if entry.line > 1:
            await gate.wait()
        return record(entry.line)

    running = asyncio.create_task(run(entries(50, asked), look, kept.append, window=5))
    while not kept or len(asked) < 7:
        await asyncio.sleep(0)
    for _ in range(100):
        await asyncio.sleep(0)
    assert len(asked) == 7  # the one that is done, five in hand, and one that waits for room
    gate.set()
    await running
    assert len(kept) == 50


async def test_results_that_cannot_be_kept_end_the_run(record) -> None:
    async def look(entry):
        return record(entry.line)

    def full(_record):
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        await run(entries(50), look, full, window=5)


async def test_a_host_is_visited_in_turn_and_after_a_pause() -> None:
    turns, active, most = Turns(per_host=2, pause=0), 0, 0

    async def one():
        nonlocal active, most
        async with turns.turn("shop.example"):
            active += 1
            most = max(most, active)
            await asyncio.sleep(0)
            active -= 1

    await asyncio.gather(*(one() for _ in range(20)))
    assert most == 2


async def test_the_pause_is_kept_between_two_visits_of_a_host_and_not_of_two(monkeypatch) -> None:
    later, visited = [], []
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", lambda *call: later.append(call))
    turns = Turns(per_host=1, pause=60)

    async def visit(host):
        async with turns.turn(host):
            visited.append(host)

    await visit("shop.example")
    again = asyncio.create_task(visit("shop.example"))
    await visit("other.example")
    for _ in range(100):
        await asyncio.sleep(0)
    assert visited == ["shop.example", "other.example"]
    (seconds, release), _ = later
    assert seconds == 60
    release()
    await again
    assert visited == ["shop.example", "other.example", "shop.example"]


async def test_hosts_are_forgotten_once_their_pause_is_over() -> None:
    turns = Turns(per_host=1, pause=0)
    for number in range(100):
        async with turns.turn(f"site-{number}.example"):
            pass
    while len(turns):
        await asyncio.sleep(0)


def test_the_window_leaves_room_for_hosts_that_wait() -> None:
    assert Politeness(concurrency=10).window > 10
