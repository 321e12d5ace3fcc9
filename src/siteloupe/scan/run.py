"""The run itself: a window over the list, as many lines in hand as it is wide."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable

from siteloupe.scan.entries import Entry
from siteloupe.scan.record import Record

LookAt = Callable[[Entry], Awaitable[Record]]
"""The record of one entry, made here or on another machine. Raises only what must end the run."""


async def run(
    entries: AsyncIterable[Entry], look: LookAt, keep: Callable[[Record], None], window: int
) -> None:
    """Look at every entry, at most ``window`` at once, and ``keep`` each record as soon as it is there.

    The list is read no faster than it is worked off. Raises what ``look``, ``keep`` or reading the list
    raised first; what was in hand then is given up.
    """
    room = asyncio.Semaphore(window)

    async def one(entry: Entry) -> None:
        try:
            keep(await look(entry))
        finally:
            room.release()

    try:
        async with asyncio.TaskGroup() as group:
            async for entry in entries:
                await room.acquire()
                group.create_task(one(entry))
    except ExceptionGroup as raised:
        raise raised.exceptions[0] from raised
