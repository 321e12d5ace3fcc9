"""Connections that are being opened, by where they lead, and who waits for one.

A request takes the first connection that comes free or open, not the one that was begun for it. So a
connection that was begun ahead saves round trips, and one that fails or hangs changes nothing: whoever waits
for it in vain begins their own, and only the failure of their own is the request's.

Chromium does the same: https://www.chromium.org/developers/design-documents/network-stack/ ("late binding").
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any

PATIENCE = 0.25
"""Seconds for which a request waits for a connection that was begun before it, until it begins its own."""

MOST_AHEAD = 24
"""Connections that are being opened in a process while another one may be opened ahead.

A handshake takes some 2 ms of CPU time, also where nothing uses it: a busy process has none to give away.
"""

Open = Callable[[], Coroutine[Any, Any, None]]
"""Opens a connection and keeps it for whoever is next."""


class Openings:
    """The connections of a process that are being opened."""

    def __init__(self) -> None:
        self._tasks: defaultdict[Hashable, list[asyncio.Task[None]]] = defaultdict(list)
        self._ahead: defaultdict[Hashable, list[asyncio.Task[None]]] = defaultdict(list)
        self._waiting: defaultdict[Hashable, list[asyncio.Future[None]]] = defaultdict(list)
        self._count = 0

    def count(self, place: Hashable) -> int:
        """How many connections are being opened to ``place``."""
        return len(self._tasks.get(place, ()))

    def open_ahead(self, place: Hashable, open_one: Open) -> Callable[[], object]:
        """Open a connection that nobody waits for yet, unless there are too many; return what ends that."""
        if self._count >= MOST_AHEAD:
            return lambda: None
        task = self._start(place, open_one)
        self._ahead[place].append(task)
        return task.cancel

    async def wait(
        self,
        place: Hashable,
        is_there: Callable[[], bool],
        open_one: Open,
        in_use: Callable[[], int] = lambda: 0,
    ) -> None:
        """Wait until ``is_there``, with a connection to ``place`` on its way for everybody who waits.

        ``in_use`` tells how many others will come free soon and count as well. Raises what ``open_one``
        raises, when it was called for this request.
        """
        loop = asyncio.get_running_loop()
        own: asyncio.Task[None] | None = None
        until = loop.time() + PATIENCE
        try:
            while not is_there():
                if own is not None and own.done():
                    own.result()
                    own = None  # another request has taken it
                is_late = loop.time() >= until
                coming = self.count(place) + in_use()
                if own is None and (is_late or len(self._waiting[place]) >= coming):
                    own = self._start(place, open_one)
                    if is_late and (ahead := self._ahead.get(place)):
                        ahead[0].cancel()  # it hangs, and a host has so many connections and no more
                await self._change(place, None if own else until - loop.time())
        except asyncio.CancelledError:
            if own is not None:
                own.cancel()
            raise
        finally:
            if not self._waiting[place]:
                del self._waiting[place]

    def tell(self, place: Hashable) -> None:
        """Tell those who wait that a connection to ``place`` has come free or open, or has failed."""
        for change in self._waiting.get(place, ()):
            if not change.done():
                change.set_result(None)

    def cancel(self) -> list[asyncio.Task[None]]:
        """End all of them; return what is to be waited for."""
        tasks = [task for several in self._tasks.values() for task in several]
        for task in tasks:
            task.cancel()
        return tasks

    async def _change(self, place: Hashable, seconds: float | None) -> None:
        """Wait for a change, for so many seconds at most."""
        change = asyncio.get_running_loop().create_future()
        self._waiting[place].append(change)
        try:
            await asyncio.wait((change,), timeout=seconds)
        finally:
            self._waiting[place].remove(change)

    def _start(self, place: Hashable, open_one: Open) -> asyncio.Task[None]:
        task = asyncio.create_task(open_one())
        self._tasks[place].append(task)
        self._count += 1
        task.add_done_callback(lambda _: self._end(place, task))
        return task

    def _end(self, place: Hashable, task: asyncio.Task[None]) -> None:
        self._count -= 1
        tasks = self._tasks[place]
        tasks.remove(task)
        if not tasks:
            del self._tasks[place]
        if task in (ahead := self._ahead.get(place, [])):
            ahead.remove(task)
            if not ahead:
                del self._ahead[place]
        if not task.cancelled():
            task.exception()  # seen: of one that was opened ahead, nobody is told
        self.tell(place)
