"""Admission: how many analyses run at once, how many may wait for a place, and for how long.

The last quarter of the places is for callers, and for sites, that have hardly any; so is the last quarter of
the room to wait in. Of those who wait, the caller who has cost least comes first.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from siteloupe.errors import Busy
from siteloupe.fair_queue import FairQueue
from siteloupe.ledger import Ledger, caller

OPEN_SHARE = 0.75
"""The part of the places that anybody may take."""

FEW = 2
"""With fewer places than this, a caller or site may take one of the others."""


class Places:
    """So many places for analyses; ``taken`` and ``queue_length`` say how many are in use and asked for."""

    def __init__(self, places: int, max_waiting: int, wait_seconds: float, ledger: Ledger) -> None:
        self._places = places
        self._max_waiting = max_waiting
        self._wait_seconds = wait_seconds
        self._by_caller: Counter[str] = Counter()
        self._by_host: Counter[str] = Counter()
        self._waiting = FairQueue(ledger)
        self.taken = 0

    @property
    def queue_length(self) -> int:
        """How many wait for a place."""
        return len(self._waiting)

    @property
    def is_full(self) -> bool:
        """True when neither a place nor room to wait for one is left."""
        return self.taken >= self._places and self.queue_length >= self._max_waiting

    @asynccontextmanager
    async def hold(self, host: str) -> AsyncIterator[None]:
        """Hold a place for the current caller's analysis of ``host``.

        Raises Busy when none comes free in time, or too many wait already.
        """
        who = caller.get()
        if self._fits(who, host):
            self._take(who, host)
        else:
            await self._wait(who, host)
        try:
            yield
        finally:
            self._release(who, host)

    def _fits(self, who: str, host: str) -> bool:
        """Whether there is a place for this caller and this site."""
        if self.taken < self._places * OPEN_SHARE:
            return True
        return self.taken < self._places and self._by_caller[who] < FEW and self._by_host[host] < FEW

    def _take(self, who: str, host: str) -> None:
        self.taken += 1
        self._by_caller[who] += 1
        self._by_host[host] += 1

    def _release(self, who: str, host: str) -> None:
        """Give the place back, and to whom it is due next."""
        self.taken -= 1
        for counter, key in ((self._by_caller, who), (self._by_host, host)):
            counter[key] -= 1
            if counter[key] <= 0:
                del counter[key]
        self._waiting.admit(self._fits, self._take)

    async def _wait(self, who: str, host: str) -> None:
        many = self._waiting.count(who) >= FEW
        if self.queue_length >= self._max_waiting * (OPEN_SHARE if many else 1):
            raise _busy()
        try:
            async with asyncio.timeout(self._wait_seconds):
                await self._waiting.wait(who, host, lambda: self._release(who, host))
        except TimeoutError:
            raise _busy() from None


def _busy() -> Busy:
    return Busy("The service is busy with other sites. Try again in a few seconds.")
