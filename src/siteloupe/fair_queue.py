"""Those who wait for one of few places: of all who may have it, the caller who has cost least is next.

Places for analyses (``admission``) and for look-ups (``net.look_ups``) are given out by it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from siteloupe.ledger import Ledger


@dataclass(frozen=True, slots=True, eq=False)
class Waiter:
    """A caller who waits for a place, for work on ``host`` where that matters."""

    caller: str
    host: str
    admitted: asyncio.Future[None]


class FairQueue:
    """Callers who wait. Of equal costs, and of one caller's, the oldest is next."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._waiters: list[Waiter] = []

    def __len__(self) -> int:
        return len(self._waiters)

    def count(self, caller: str) -> int:
        """How often ``caller`` waits."""
        return sum(each.caller == caller for each in self._waiters)

    async def wait(self, caller: str, host: str, release: Callable[[], None]) -> None:
        """Wait until ``admit`` has taken a place for this caller.

        ``release`` gives the place back when it came just as the caller left.
        """
        waiter = Waiter(caller, host, asyncio.get_running_loop().create_future())
        self._waiters.append(waiter)
        try:
            await waiter.admitted
        except BaseException:
            if waiter in self._waiters:
                self._waiters.remove(waiter)
            else:
                release()
            raise

    def admit(self, fits: Callable[[str, str], bool], take: Callable[[str, str], None]) -> None:
        """Take a place for the next one whose caller and host fit, if there is one."""
        due = [
            each
            for each in self._waiters
            if not each.admitted.done() and fits(each.caller, each.host)  # who has left is done
        ]
        if due:
            # Once a caller: a cost falls with time, so of two looks at one caller the later finds less.
            costs = {caller: self._ledger.cost(caller) for caller in {each.caller for each in due}}
            waiter = min(due, key=lambda each: costs[each.caller])
            self._waiters.remove(waiter)
            take(waiter.caller, waiter.host)
            waiter.admitted.set_result(None)
