"""Flights: equal work is done once, for all who wait for it, and only as long as somebody does."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

V = TypeVar("V")


class _Flight(Generic[V]):
    """Work in progress, and how many wait for it."""

    __slots__ = ("task", "waiting")

    def __init__(self, task: asyncio.Task[V]) -> None:
        self.task = task
        self.waiting = 0


class Flights(Generic[V]):
    """One flight for each key: equal requests wait for the same work, and share its result or failure.

    A caller who leaves does not cancel the work for the others; when the last one has left, it is cancelled.
    Nothing is kept after the end of a flight.
    """

    def __init__(self) -> None:
        self._flights: dict[str, _Flight[V]] = {}
        self._tasks: set[asyncio.Task[V]] = set()

    async def join(self, key: str, start: Callable[[], Coroutine[Any, Any, V]]) -> V:
        """Return the result of the flight under ``key``; ``start`` starts it when there is none."""
        if (flight := self._flights.get(key)) is None:
            flight = self._flights[key] = _Flight(asyncio.create_task(start()))
            self._tasks.add(flight.task)
            flight.task.add_done_callback(lambda _: self._land(key, flight))
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if not flight.waiting and not flight.task.done():
                self._forget(key, flight)  # whoever asks from now on starts anew
                flight.task.cancel()

    def __contains__(self, key: object) -> bool:
        return key in self._flights

    def __len__(self) -> int:
        return len(self._flights)

    async def close(self) -> None:
        """Cancel all flights and wait for their end."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _land(self, key: str, flight: _Flight[V]) -> None:
        self._forget(key, flight)
        self._tasks.discard(flight.task)
        if not flight.task.cancelled():
            flight.task.exception()  # seen, even when every caller has left

    def _forget(self, key: str, flight: _Flight[V]) -> None:
        if self._flights.get(key) is flight:
            del self._flights[key]
