"""Whether the caller whom work is done for is still there."""

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from typing import Any, TypeVar

from siteloupe.errors import CallerLeft

V = TypeVar("V")


class Departure:
    """The departure of one caller: ``wait`` returns when it has happened, and is called once at most."""

    def __init__(self, wait: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._wait: Callable[[], Coroutine[Any, Any, None]] | None = wait
        self._departed: asyncio.Task[None] | None = None

    async def work(self, work: Coroutine[Any, Any, V]) -> V:
        """Return the result of ``work``. Cancels it, and raises CallerLeft, when the caller leaves before."""
        if self._departed is None:
            if self._wait is None:
                return await work
            self._departed = asyncio.create_task(self._wait())
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
        self._wait = None
        if self._departed is not None:
            self._departed.cancel()


departure: ContextVar[Departure | None] = ContextVar("departure", default=None)
"""That of the current caller; None where nobody can leave."""
