"""Caches with limited entries and bytes.

Keys are text, bodies are bytes, and lifetimes are in seconds from now, so that a store of several machines
can have the same interface.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Generic, NamedTuple, Protocol, TypeVar

import msgspec

Timer = Callable[[], float]
V = TypeVar("V")


class Kept(msgspec.Struct, frozen=True, gc=False):
    """An encoded answer, and for how many more seconds it is fresh."""

    body: bytes
    fresh_for: float


class Cache(Protocol):
    """A cache of encoded answers."""

    async def get(self, key: str) -> Kept | None:
        """Return the fresh answer under ``key``, or None."""

    async def put(self, key: str, kept: Kept) -> None:
        """Keep the answer while it is fresh and there is room."""

    def turn(self, key: str, deadline: float) -> AbstractAsyncContextManager[Kept | None]:
        """Return the answer of another process; with None, this process must make it in the block.

        This waits for the other process at most until ``deadline``, a time of the running loop's clock.
        """


class _ShelfEntry(NamedTuple, Generic[V]):
    value: V
    charge: int
    expires: float


class Shelf(Generic[V]):
    """Values with a size and a lifetime; the least recently used are removed first.

    Both limits hold because an entry counts at least for an equal share of the bytes. What is no longer fresh
    is removed once nothing that was used before it is fresh.
    """

    def __init__(self, max_entries: int, max_bytes: int, timer: Timer = time.monotonic) -> None:
        self._timer = timer
        self._max_bytes = max_bytes
        self._share = -(-max_bytes // max_entries)
        self._entries: OrderedDict[str, _ShelfEntry[V]] = OrderedDict()
        self._bytes = 0

    def get(self, key: str) -> tuple[V, float] | None:
        """Return the value under ``key`` and its remaining seconds."""
        entry = self._entries.get(key)
        if entry is None or (seconds := entry.expires - self._timer()) <= 0:
            return None
        self._entries.move_to_end(key)
        return entry.value, seconds

    def put(self, key: str, value: V, size: int, seconds: float) -> None:
        """Keep ``value`` of ``size`` bytes for ``seconds``, unless it is larger than the shelf."""
        if key in self._entries:
            self._remove(key)
        charge = max(size, self._share)
        if seconds <= 0 or charge > self._max_bytes:
            return
        self._remove_stale()
        while self._bytes + charge > self._max_bytes:
            self._remove(next(iter(self._entries)))
        self._entries[key] = _ShelfEntry(value, charge, self._timer() + seconds)
        self._bytes += charge

    def __len__(self) -> int:
        self._remove_stale()
        return len(self._entries)

    def _remove_stale(self) -> None:
        now = self._timer()
        while self._entries:
            oldest = next(iter(self._entries))
            if self._entries[oldest].expires > now:
                return
            self._remove(oldest)

    def _remove(self, key: str) -> None:
        self._bytes -= self._entries.pop(key).charge


class MemoryCache:
    """A Cache in this process."""

    def __init__(self, max_entries: int, max_bytes: int, timer: Timer = time.monotonic) -> None:
        self._shelf: Shelf[bytes] = Shelf(max_entries, max_bytes, timer)

    async def get(self, key: str) -> Kept | None:
        """Return the fresh answer under ``key``, or None."""
        found = self._shelf.get(key)
        return None if found is None else Kept(found[0], found[1])

    async def put(self, key: str, kept: Kept) -> None:
        """Keep the answer while it is fresh and there is room."""
        self._shelf.put(key, kept.body, len(kept.body), kept.fresh_for)

    def turn(self, _key: str, _deadline: float) -> AbstractAsyncContextManager[Kept | None]:
        """Return None: no other process makes the answer."""
        return nullcontext()

    def __len__(self) -> int:
        return len(self._shelf)
