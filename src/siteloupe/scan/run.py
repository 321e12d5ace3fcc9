"""A whole scan: from the list to the records."""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial

from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.warm_up import warm_up
from siteloupe.judging import open_judges
from siteloupe.net import open_fetch
from siteloupe.render import open_renderer
from siteloupe.scan.entries import Entries, Entry
from siteloupe.scan.look import Look
from siteloupe.scan.politeness import Politeness
from siteloupe.scan.record import ScanRecord
from siteloupe.scan.results import Results
from siteloupe.scan.unfinished import UnfinishedLines, killed_record
from siteloupe.settings import Settings

LookAt = Callable[[Entry], Awaitable[ScanRecord]]
"""Returns the record of one entry, from this or another machine. Raises only what must end the run."""


async def run(
    entries: AsyncIterable[Entry],
    look: LookAt,
    keep: Callable[[ScanRecord], None],
    window: int,
    unfinished: UnfinishedLines | None = None,
) -> None:
    """Look at every entry, at most ``window`` at once, and ``keep`` each record as soon as it is there.

    Suspects of ``unfinished`` are looked at alone. The list is read only as fast as its lines are finished.
    Raises the first exception of ``look``, ``keep`` or the list; unfinished looks are then cancelled.
    """
    room = asyncio.Semaphore(window)
    hand = UnfinishedLines() if unfinished is None else unfinished

    async def look_and_keep(entry: Entry, places: int) -> None:
        try:
            hand.begin(entry)
            keep(await look(entry))
            hand.finish(entry)
        finally:
            for _ in range(places):
                room.release()

    try:
        async with asyncio.TaskGroup() as group:
            async for entry in entries:
                places = window if hand.is_suspect(entry) else 1
                for _ in range(places):
                    await room.acquire()
                group.create_task(look_and_keep(entry, places))
    except ExceptionGroup as raised:
        raise raised.exceptions[0] from raised


Engine = Callable[[Settings, tuple[Analysis, ...], Politeness], AbstractAsyncContextManager[LookAt]]
"""Opens something that looks at sites, until the block ends."""


@asynccontextmanager
async def look_here(
    settings: Settings, analyses: tuple[Analysis, ...], politeness: Politeness
) -> AsyncIterator[LookAt]:
    """Look at sites from this process."""
    async with (
        open_judges(settings, prepare=partial(warm_up, analyses)) as judge,
        open_fetch(settings) as fetch,
        open_renderer(settings) as render,
    ):
        yield Look(fetch, settings, analyses, politeness, judge=judge, render=render)


@asynccontextmanager
async def look_on_ray(
    settings: Settings, analyses: tuple[Analysis, ...], politeness: Politeness
) -> AsyncIterator[LookAt]:
    """Look at sites from the Ray cluster of this machine. Raises ImportError without the extra."""
    from siteloupe.scan.cluster import open_cluster  # noqa: PLC0415 - an extra, and slow to import

    async with open_cluster(settings, tuple(each.name for each in analyses), politeness) as look:
        yield look


async def scan(
    entries: Entries,
    results: Results,
    look: LookAt,
    window: int,
    *,
    on_record: Callable[[ScanRecord], None],
    unfinished: UnfinishedLines | None = None,
) -> None:
    """Look at every entry that has no record yet; ``on_record`` gets each new record after it is kept.

    A line with which the scan was killed twice gets its record without a visit.

    Raises what :func:`~siteloupe.scan.run.run` does.
    """

    async def entries_to_scan() -> AsyncIterator[Entry]:
        async for entry in entries:
            if results.has(entry):
                continue
            if unfinished is not None and unfinished.killed_twice(entry):
                keep(killed_record(entry))
            else:
                yield entry

    def keep(record: ScanRecord) -> None:
        results.append(record)
        on_record(record)

    await run(entries_to_scan(), look, keep, window, unfinished)
