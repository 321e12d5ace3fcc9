"""Reports in the store, behind this process's own memory, and one process at a time making each."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from siteloupe.cache import Cache, Kept
from siteloupe.shared.seal import SIZE, digest, seal, unseal
from siteloupe.shared.store import PREFIX, Store

LEASE = 2000
"""Milliseconds for which a process says that it is at work; said again while it is. What a killed one held is
free after that long."""

FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.2
"""Seconds between looks at whether another process has finished."""


class SharedReports:
    """A Cache whose second level is the store.

    A report read from there is given out only when its seal is right, for as long as the store still keeps
    it, and never longer than it may be.
    """

    def __init__(self, store: Store, own: Cache, max_body: int, seconds: float) -> None:
        self._store = store
        self._seconds = seconds
        self._own = own
        self._max_value = max_body + SIZE

    async def get(self, key: str) -> Kept | None:
        """What this process has at hand under ``key``; the store is asked by :meth:`turn`."""
        return await self._own.get(key)

    async def put(self, key: str, kept: Kept) -> None:
        """Keep here and in the store until it is no longer fresh, or room is needed."""
        await self._own.put(key, kept)
        milliseconds = int(kept.fresh_for * 1000)
        if milliseconds > 0:
            name, value = _report(key), seal(key, kept.body)
            await self._store.ask(lambda: self._store.client.set(name, value, px=milliseconds))

    @asynccontextmanager
    async def turn(self, key: str, deadline: float) -> AsyncIterator[Kept | None]:
        """The report if the store has it or another process is making it, else None: make it now.

        Waits for the other process, at most until the loop-time ``deadline`` and only while it lives.
        """
        seen = await self._look_until(key, deadline)
        if seen.report is not None:
            await self._own.put(key, seen.report)
        lease = asyncio.create_task(self._hold(key)) if seen.ours else None
        try:
            yield seen.report
        finally:
            if lease is not None:
                lease.cancel()
                await self._store.ask(lambda: self._store.client.delete(_lease(key)))

    async def _look_until(self, key: str, deadline: float) -> "_StoreLook":
        """Look until there is a report, or it is ours to make."""
        loop, pause = asyncio.get_running_loop(), FIRST_PAUSE
        while True:
            seen = await self._look(key)
            if seen.report is not None or seen.ours or loop.time() + pause >= deadline:
                return seen
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _look(self, key: str) -> "_StoreLook":
        """Look for the report, and take the lease if it is free; in one go, so nothing lands in between."""
        report, lease = _report(key), _lease(key)

        async def question() -> list[Any]:
            pipeline = self._store.client.pipeline(transaction=False)
            pipeline.set(lease, b"", nx=True, px=LEASE)
            pipeline.pttl(lease)
            pipeline.getrange(report, 0, self._max_value - 1)  # however large a stranger's value may be
            pipeline.pttl(report)
            return await pipeline.execute()

        answers = await self._store.ask(question, garbage=report)
        if answers is None:
            return _StoreLook(None, ours=True)
        taken, lease_left, value, report_left = answers
        ours = bool(taken) or not 0 <= lease_left <= LEASE  # a lease that does not end is none of ours
        body = unseal(key, value) if report_left > 0 else None
        fresh_for = min(report_left / 1000, self._seconds)
        return _StoreLook(None if body is None else Kept(body, fresh_for), ours)

    async def _hold(self, key: str) -> None:
        """Renew the lease until cancelled.

        It bears no name: were it lost to another process, both would make the report, and no more.
        """
        while True:
            await asyncio.sleep(LEASE / 1000 / 3)
            await self._store.ask(lambda: self._store.client.pexpire(_lease(key), LEASE))


class _StoreLook(NamedTuple):
    """A report that is there, and whether it has become ours to make one."""

    report: Kept | None
    ours: bool


def _report(key: str) -> str:
    return f"{PREFIX}report:{digest(key)}"


def _lease(key: str) -> str:
    return f"{PREFIX}lease:{digest(key)}"
