"""Whether the caller whom work is done for is still there."""

import asyncio
from collections.abc import Coroutine
from contextvars import ContextVar
from typing import Any, TypeVar

from siteloupe.errors import CallerLeft

V = TypeVar("V")


class Departure:
    """The departure of one caller, for which a subclass waits."""

    _is_over = False
    _departed: asyncio.Task[None] | None = None

    async def wait(self) -> None:
        """Return when the caller has left. This is called once at most."""
        raise NotImplementedError

    async def work(self, work: Coroutine[Any, Any, V]) -> V:
        """Return the result of ``work``. Cancels it, and raises CallerLeft, when the caller leaves before."""
        if self._departed is None:
            if self._is_over:
                return await work
            self._departed = asyncio.create_task(self.wait())
        task = asyncio.create_task(work)
        try:
            await asyncio.wait((task, self._departed), return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            raise CallerLeft("The caller left before the answer.")
        finally:
            task.cancel()

    def close(self) -> None:
        """Wait no longer: the caller has the answer."""
        self._is_over = True
        if self._departed is not None:
            self._departed.cancel()


departure: ContextVar[Departure | None] = ContextVar("departure", default=None)
"""That of the current caller; None where nobody can leave."""
