"""Caches with limited entries and bytes.

Keys are text, bodies are bytes, and lifetimes are in seconds from now, so that a store of several machines
can have the same interface.
"""

import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from cachetools import TLRUCache

Timer = Callable[[], float]
V = TypeVar("V")


class Kept(NamedTuple):
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


@dataclass(frozen=True, slots=True)
class _CacheEntry(Generic[V]):
    value: V
    size: int
    expires: float


class Shelf(Generic[V]):
    """Values with a size and a lifetime; the least recently used are removed first.

    Both limits hold because an entry counts at least for an equal share of the bytes.
    """

    def __init__(self, max_entries: int, max_bytes: int, timer: Timer = time.monotonic) -> None:
        self._timer = timer
        self._share = -(-max_bytes // max_entries)
        self._entries: TLRUCache[str, _CacheEntry[V]] = TLRUCache(
            max_bytes, ttu=_expires, timer=timer, getsizeof=self._charge
        )

    def get(self, key: str) -> tuple[V, float] | None:
        """Return the value under ``key`` and its remaining seconds."""
        try:
            entry = self._entries[key]
        except KeyError:
            return None
        return entry.value, entry.expires - self._timer()

    def put(self, key: str, value: V, size: int, seconds: float) -> None:
        """Keep ``value`` of ``size`` bytes for ``seconds``, unless it is larger than the shelf."""
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
        """Return the fresh answer under ``key``, or None."""
        found = self._shelf.get(key)
        return None if found is None else Kept(*found)

    async def put(self, key: str, kept: Kept) -> None:
        """Keep the answer while it is fresh and there is room."""
        self._shelf.put(key, kept.body, len(kept.body), kept.fresh_for)

    def turn(self, _key: str, _deadline: float) -> AbstractAsyncContextManager[Kept | None]:
        """Return None: no other process makes the answer."""
        return nullcontext()

    def __len__(self) -> int:
        return len(self._shelf)
