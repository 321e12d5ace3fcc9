"""What is worth keeping for a while: a store bounded in entries and bytes, and one flight for equal work.

Keys and bodies are plain text and bytes, and lifetimes are seconds left rather than clock readings, so that
a store shared by several machines can stand behind the same interface.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from cachetools import TLRUCache

Timer = Callable[[], float]
V = TypeVar("V")


class Kept(NamedTuple):
    """An encoded answer, and for how many more seconds it may be given out."""

    body: bytes
    fresh_for: float


class Cache(Protocol):
    """Where encoded answers are kept."""

    async def get(self, key: str) -> Kept | None:
        """What is kept under ``key`` and still fresh."""

    async def put(self, key: str, kept: Kept) -> None:
        """Keep until it is no longer fresh, or room is needed."""

    def turn(self, key: str, deadline: float) -> AbstractAsyncContextManager[Kept | None]:
        """What another process has kept or is making, else None: it is ours to make inside the block.

        Waits for the other process until ``deadline``, a time of the running loop's clock, at most.
        """


@dataclass(frozen=True, slots=True)
class _CacheEntry(Generic[V]):
    value: V
    size: int
    expires: float


class Shelf(Generic[V]):
    """Values with a size and a lifetime; the least recently used go first when room is needed.

    Both bounds hold because an entry is charged at least an even share of the bytes.
    """

    def __init__(self, max_entries: int, max_bytes: int, timer: Timer = time.monotonic) -> None:
        self._timer = timer
        self._share = -(-max_bytes // max_entries)
        self._entries: TLRUCache[str, _CacheEntry[V]] = TLRUCache(
            max_bytes, ttu=_expires, timer=timer, getsizeof=self._charge
        )

    def get(self, key: str) -> tuple[V, float] | None:
        """The value kept under ``key`` and the seconds it has left."""
        try:
            entry = self._entries[key]
        except KeyError:
            return None
        return entry.value, entry.expires - self._timer()

    def put(self, key: str, value: V, size: int, seconds: float) -> None:
        """Keep ``value``, ``size`` bytes large, for ``seconds``; what is larger than the shelf is let go."""
        entry = _CacheEntry(value, size, self._timer() + seconds)
        if self._charge(entry) > self._entries.maxsize:
            self._entries.pop(key, None)
        else:
            self._entries[key] = entry

    def __len__(self) -> int:
        return len(self._entries)

    def _charge(self, entry: _CacheEntry[V]) -> int:
        return max(entry.size, self._share)


def _expires(_key: str, entry: _CacheEntry[V], _now: float) -> float:
    return entry.expires


class MemoryCache:
    """A Cache in this process."""

    def __init__(self, max_entries: int, max_bytes: int, timer: Timer = time.monotonic) -> None:
        self._shelf: Shelf[bytes] = Shelf(max_entries, max_bytes, timer)

    async def get(self, key: str) -> Kept | None:
        """What is kept under ``key`` and still fresh."""
        found = self._shelf.get(key)
        return None if found is None else Kept(*found)

    async def put(self, key: str, kept: Kept) -> None:
        """Keep until it is no longer fresh, or room is needed."""
        self._shelf.put(key, kept.body, len(kept.body), kept.fresh_for)

    def turn(self, _key: str, _deadline: float) -> AbstractAsyncContextManager[Kept | None]:
        """Nobody else makes what this process does not have."""
        return nullcontext()

    def __len__(self) -> int:
        return len(self._shelf)


class Flights(Generic[V]):
    """One flight a key: equal requests wait for the same work, and share its result or its failure.

    A caller who leaves does not cancel the work for the others. Nothing is kept once it has landed.
    """

    def __init__(self) -> None:
        self._flights: dict[str, asyncio.Task[V]] = {}

    async def join(self, key: str, start: Callable[[], Coroutine[Any, Any, V]]) -> V:
        """The result of the flight under ``key``, started by ``start`` when there is none."""
        if (flight := self._flights.get(key)) is None:
            flight = asyncio.create_task(start())
            self._flights[key] = flight
            flight.add_done_callback(lambda landed: self._land(key, landed))
        return await asyncio.shield(flight)

    def __contains__(self, key: object) -> bool:
        return key in self._flights

    def __len__(self) -> int:
        return len(self._flights)

    async def close(self) -> None:
        """Cancel what is still in flight and wait until it is gone."""
        flights = tuple(self._flights.values())
        for flight in flights:
            flight.cancel()
        await asyncio.gather(*flights, return_exceptions=True)

    def _land(self, key: str, flight: asyncio.Task[V]) -> None:
        self._flights.pop(key, None)
        if not flight.cancelled():
            flight.exception()  # seen, even when every caller has left
