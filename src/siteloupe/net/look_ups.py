"""How many names are looked up at once, in all and for one caller, and who is next.

A look-up of a silent nameserver holds its place for as long as it is waited for. Of those who wait, the
caller who has cost least lately comes first: who asks for many silent names delays hardly anybody else.
"""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from siteloupe.fair_queue import FairQueue
from siteloupe.fetching import FoundName
from siteloupe.ledger import LOOK_UP, Ledger, caller
from siteloupe.net.resolve import Resolve

AT_ONCE = 256
"""Look-ups at once. Each holds a socket or two, and takes no other connection's place."""

AT_ONCE_FOR_A_CALLER = 32
"""Look-ups at once for one caller: what two or three analyses of pages with many hosts need."""


class LookUps:
    """``resolve``, for as many at once as there are places. Each look-up is charged to its caller.

    Where there is one user only, all places are theirs.
    """

    def __init__(
        self,
        resolve: Resolve,
        ledger: Ledger,
        places: int = AT_ONCE,
        for_a_caller: int = AT_ONCE_FOR_A_CALLER,
    ) -> None:
        self._resolve = resolve
        self._ledger = ledger
        self._places = places
        self._for_a_caller = for_a_caller
        self._by_caller: Counter[str] = Counter()
        self._waiting = FairQueue(ledger)
        self.running = 0

    @property
    def queue_length(self) -> int:
        """How many look-ups wait for a place."""
        return len(self._waiting)

    async def __call__(self, host: str) -> FoundName:
        """See :data:`~siteloupe.net.resolve.Resolve`. Waits for a place as long as the caller does."""
        who = caller.get()
        async with self._place(who, host):
            self._ledger.charge(who, LOOK_UP)
            return await self._resolve(host)

    @asynccontextmanager
    async def _place(self, who: str, host: str) -> AsyncIterator[None]:
        if self._fits(who, host):
            self._take(who, host)
        else:
            await self._waiting.wait(who, host, lambda: self._release(who))
        try:
            yield
        finally:
            self._release(who)

    def _fits(self, who: str, _host: str) -> bool:
        return self.running < self._places and (not who or self._by_caller[who] < self._for_a_caller)

    def _take(self, who: str, _host: str) -> None:
        self.running += 1
        self._by_caller[who] += 1

    def _release(self, who: str) -> None:
        self.running -= 1
        self._by_caller[who] -= 1
        if not self._by_caller[who]:
            del self._by_caller[who]
        self._waiting.admit(self._fits, self._take)
