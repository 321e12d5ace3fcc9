"""Admission: how many analyses run at once, how many may wait for a place, and for how long."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from siteloupe.errors import Busy


class Places:
    """So many places for analyses; ``taken`` and ``waiting`` say how many are in use and asked for."""

    def __init__(self, places: int, max_waiting: int, wait_seconds: float) -> None:
        self._free = asyncio.Semaphore(places)
        self._max_waiting = max_waiting
        self._wait_seconds = wait_seconds
        self.taken = 0
        self.waiting = 0

    @property
    def full(self) -> bool:
        """True when neither a place nor room to wait for one is left."""
        return self._free.locked() and self.waiting >= self._max_waiting

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Hold a place. Raises Busy when none comes free in time, or too many wait already."""
        if self._free.locked():
            await self._wait()
        else:
            await self._free.acquire()
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1
            self._free.release()

    async def _wait(self) -> None:
        if self.waiting >= self._max_waiting:
            raise _busy()
        self.waiting += 1
        try:
            async with asyncio.timeout(self._wait_seconds):
                await self._free.acquire()
        except TimeoutError:
            raise _busy() from None
        finally:
            self.waiting -= 1


def _busy() -> Busy:
    return Busy("The service is busy with other sites. Try again in a few seconds.")
