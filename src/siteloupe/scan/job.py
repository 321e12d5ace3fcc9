"""A whole scan: the list, whoever looks, and where the records go."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from siteloupe.analyses.analysis import Analysis
from siteloupe.net import open_fetch
from siteloupe.scan.entries import Entries, Entry
from siteloupe.scan.look import Look
from siteloupe.scan.manners import Manners
from siteloupe.scan.record import Record
from siteloupe.scan.run import LookAt, run
from siteloupe.settings import Settings

Engine = Callable[[Settings, tuple[Analysis, ...], Manners], AbstractAsyncContextManager[LookAt]]
"""Who looks, for as long as a block lasts."""


class Results(Protocol):
    """Where records go."""

    def has(self, entry: Entry) -> bool:
        """Whether this line has its record already."""

    def append(self, record: Record) -> None:
        """Keep a record."""


@asynccontextmanager
async def here(settings: Settings, analyses: tuple[Analysis, ...], manners: Manners) -> AsyncIterator[LookAt]:
    """This process looks."""
    async with open_fetch(settings) as fetch:
        yield Look(fetch, settings, analyses, manners)


@asynccontextmanager
async def on_ray(
    settings: Settings, analyses: tuple[Analysis, ...], manners: Manners
) -> AsyncIterator[LookAt]:
    """The Ray cluster that this machine belongs to looks. Raises ImportError without the extra."""
    from siteloupe.scan.cluster import open_cluster  # noqa: PLC0415 - an extra, and slow to import

    async with open_cluster(settings, tuple(each.name for each in analyses), manners) as look:
        yield look


async def scan(
    entries: Entries,
    results: Results,
    look: LookAt,
    window: int,
    told: Callable[[Record], None],
) -> None:
    """Look at every entry that has no record yet; ``told`` hears of each new one once it is kept.

    Raises what :func:`~siteloupe.scan.run.run` does.
    """

    async def missing() -> AsyncIterator[Entry]:
        async for entry in entries:
            if not results.has(entry):
                yield entry

    def keep(record: Record) -> None:
        results.append(record)
        told(record)

    await run(missing(), look, keep, window)
