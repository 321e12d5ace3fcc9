"""The same look on the machines of a Ray cluster: https://docs.ray.io/en/latest/ray-core/actors.html.

This needs the extra ``ray``, and siteloupe installed on every node. The list and the results stay
on the machine that scans. When a node dies, the other nodes get its unfinished sites, so nothing is lost.
"""

import asyncio
import logging
import math
import zlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any

import msgspec
import ray
from ray.exceptions import ObjectLostError, RayActorError

from siteloupe.analyses import ANALYSES
from siteloupe.errors import ClusterLost
from siteloupe.judging import open_judges
from siteloupe.net import open_fetch
from siteloupe.process import tune_for_pages
from siteloupe.scan.entries import Entry
from siteloupe.scan.look import Look
from siteloupe.scan.politeness import Politeness
from siteloupe.scan.record import ScanRecord
from siteloupe.scan.run import LookAt
from siteloupe.settings import Settings


@asynccontextmanager
async def open_cluster(
    settings: Settings, analyses: tuple[str, ...], politeness: Politeness, address: str = "auto"
) -> AsyncIterator[LookAt]:
    """Open one worker for each CPU of the cluster at ``address``, until the block ends.

    All sites of a host go to the same worker while it runs, so ``politeness`` applies to the whole cluster.
    Raises ConnectionError when there is no cluster; a look raises ClusterLost when no worker is left.
    """
    ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    try:
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        count = max(int(resources.get("CPU", 1)), 1)
        each = replace(politeness, concurrency=math.ceil(politeness.concurrency / count))
        worker: Any = ray.remote(_RayWorker)
        worker = worker.options(num_cpus=1, scheduling_strategy="SPREAD", max_concurrency=each.window)
        yield RayCluster([worker.remote(settings, analyses, each) for _ in range(count)])
    finally:
        ray.shutdown()


class _RayWorker:
    """One process of the cluster: an event loop with its own network."""

    def __init__(self, settings: Settings, analyses: tuple[str, ...], politeness: Politeness) -> None:
        self._settings = settings
        self._analyses = tuple(each for each in ANALYSES if each.name in analyses)
        self._politeness = politeness
        self._open = AsyncExitStack()
        self._look: asyncio.Task[Look] | None = None
        tune_for_pages()

    async def look(self, line: int, text: str) -> bytes:
        """Return the record of one entry, encoded."""
        if self._look is None:
            self._look = asyncio.create_task(self._open_look())
        return msgspec.json.encode(await (await self._look)(Entry(line, text)))

    async def _open_look(self) -> Look:
        fetch = await self._open.enter_async_context(open_fetch(self._settings))
        judge = await self._open.enter_async_context(open_judges(self._settings, count=1))
        return Look(fetch, self._settings, self._analyses, self._politeness, judge=judge)


class RayCluster:
    """Gives each entry to a running worker."""

    def __init__(self, workers: list[Any]) -> None:
        self._workers = dict(enumerate(workers))

    async def __call__(self, entry: Entry) -> ScanRecord:
        """See :data:`~siteloupe.scan.run.LookAt`."""
        while self._workers:
            number = self.worker_of(entry)
            try:
                answer = await self._workers[number].look.remote(entry.line, entry.text)
            except RayActorError:
                self.lose(number)
            except ObjectLostError:  # the worker answered, but its node died before the answer was read
                continue
            else:
                return msgspec.json.decode(answer, type=ScanRecord)
        raise ClusterLost("No worker of the cluster is left. Run the same command to resume.")

    def lose(self, number: int) -> None:
        """Remove a worker that died."""
        self._workers.pop(number, None)

    def worker_of(self, entry: Entry) -> int:
        """Return the number of the worker for a host; when a worker is lost, only its hosts move to others.

        This is rendezvous hashing: https://en.wikipedia.org/wiki/Rendezvous_hashing
        """
        host = _host(entry.text)
        return max(self._workers, key=lambda number: zlib.crc32(f"{number} {host}".encode()))


def _host(text: str) -> str:
    """Return the text at the position of the host; it is only a key, so it need not be valid."""
    return (text.partition("://")[2] or text).partition("/")[0].lower()
