"""A whole scan: the list, whoever looks at its sites, and where the records go."""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from siteloupe.analyses.analysis import Analysis
from siteloupe.net import open_fetch
from siteloupe.scan.entries import Entries, Entry
from siteloupe.scan.look import Look
from siteloupe.scan.politeness import Politeness
from siteloupe.scan.record import ScanRecord
from siteloupe.scan.results import Results
from siteloupe.settings import Settings

LookAt = Callable[[Entry], Awaitable[ScanRecord]]
"""The record of one entry, made here or on another machine. Raises only what must end the run."""


async def run(
    entries: AsyncIterable[Entry], look: LookAt, keep: Callable[[ScanRecord], None], window: int
) -> None:
    """Look at every entry, at most ``window`` at once, and ``keep`` each record as soon as it is there.

    The list is read no faster than it is worked off. Raises what ``look``, ``keep`` or reading the list
    raised first; what was in hand then is given up.
    """
    room = asyncio.Semaphore(window)

    async def look_and_keep(entry: Entry) -> None:
        try:
            keep(await look(entry))
        finally:
            room.release()

    try:
        async with asyncio.TaskGroup() as group:
            async for entry in entries:
                await room.acquire()
                group.create_task(look_and_keep(entry))
    except ExceptionGroup as raised:
        raise raised.exceptions[0] from raised


Engine = Callable[[Settings, tuple[Analysis, ...], Politeness], AbstractAsyncContextManager[LookAt]]
"""Who looks, for as long as a block lasts."""


@asynccontextmanager
async def here(
    settings: Settings, analyses: tuple[Analysis, ...], politeness: Politeness
) -> AsyncIterator[LookAt]:
    """This process looks."""
    async with open_fetch(settings) as fetch:
        yield Look(fetch, settings, analyses, politeness)


@asynccontextmanager
async def on_ray(
    settings: Settings, analyses: tuple[Analysis, ...], politeness: Politeness
) -> AsyncIterator[LookAt]:
    """The Ray cluster that this machine belongs to looks. Raises ImportError without the extra."""
    from siteloupe.scan.cluster import open_cluster  # noqa: PLC0415 - an extra, and slow to import

    async with open_cluster(settings, tuple(each.name for each in analyses), politeness) as look:
        yield look


async def scan(
    entries: Entries,
    results: Results,
    look: LookAt,
    window: int,
    on_record: Callable[[ScanRecord], None],
) -> None:
    """Look at every entry that has no record yet; ``on_record`` hears of each new one once it is kept.

    Raises what :func:`~siteloupe.scan.run.run` does.
    """

    async def missing() -> AsyncIterator[Entry]:
        async for entry in entries:
            if not results.has(entry):
                yield entry

    def keep(record: ScanRecord) -> None:
        results.append(record)
        on_record(record)

    await run(missing(), look, keep, window)
