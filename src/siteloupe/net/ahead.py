"""Connections that are being opened before anybody asks for them, by where they lead.

A request to the same place waits for one of them rather than opening another one: it began earlier, so it is open
earlier. One that is slower than usual is waited for only shortly, so that it delays a request by ``PATIENCE`` at
most and fails none.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any

PATIENCE = 0.25
"""Seconds for which a request waits for a connection that was begun before it."""

MOST = 64
"""Connections that a process opens ahead at the same time; past that, requests open their own."""


class Openings:
    """The connections of a process that are being opened ahead."""

    def __init__(self) -> None:
        self._tasks: defaultdict[Hashable, list[asyncio.Task[None]]] = defaultdict(list)
        self._waiting: Counter[Hashable] = Counter()
        self._count = 0

    def count(self, place: Hashable) -> int:
        """How many are being opened to ``place``."""
        return len(self._tasks.get(place, ()))

    def start(self, place: Hashable, opening: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
        """Start ``opening``, unless there are too many already; return what ends it."""
        if self._count >= MOST:
            return lambda: None
        task = asyncio.create_task(opening())
        self._tasks[place].append(task)
        self._count += 1
        task.add_done_callback(lambda _: self._end(place, task))
        return lambda: _cancel(task)

    async def wait(self, place: Hashable, is_there: Callable[[], bool]) -> None:
        """Wait until ``is_there``, as long as that may come of what is being opened to ``place``.

        Who has waited in vain takes one of the openings back, because they open a connection of their own.
        """
        until = asyncio.get_running_loop().time() + PATIENCE
        while not is_there() and self._waiting[place] < self.count(place):
            self._waiting[place] += 1
            try:
                seconds = until - asyncio.get_running_loop().time()
                done, _ = await asyncio.wait(
                    self._tasks[place], timeout=seconds, return_when=asyncio.FIRST_COMPLETED
                )
            finally:
                self._waiting[place] -= 1
            if not done:
                _cancel(next(iter(self._tasks[place]), None))
                break
        if not self._waiting[place]:
            del self._waiting[place]

    def cancel(self) -> list[asyncio.Task[None]]:
        """End all of them; return what is to be waited for."""
        tasks = [task for several in self._tasks.values() for task in several]
        for task in tasks:
            task.cancel()
        return tasks

    def _end(self, place: Hashable, task: asyncio.Task[None]) -> None:
        self._count -= 1
        tasks = self._tasks[place]
        tasks.remove(task)
        if not tasks:
            del self._tasks[place]
        if not task.cancelled():
            task.exception()  # seen: whoever asks next finds out in a connection of their own


def _cancel(task: asyncio.Task[None] | None) -> None:
    if task is not None:
        task.cancel()
