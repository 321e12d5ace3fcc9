"""Moving windows: the hits of the last seconds, by key."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Protocol

MAX_KEYS = 20_000
"""Most windows in memory; a new one replaces the window with the oldest admission."""


class Windows(Protocol):
    """Windows with the two methods of the ``limits`` library's."""

    async def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Record ``amount`` hits if that many fit into the window of ``expiry`` seconds."""

    async def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """Return the time of the oldest hit in the window, and the number of hits."""


class RollingMinutes:
    """Windows in memory with limited keys; those of ``limits`` have no limit and start a task a hit.

    A window has the times of admitted requests only, so a caller that continues after a refusal is admitted
    as soon as the oldest of them is a minute old.
    """

    def __init__(self, max_keys: int = MAX_KEYS, timer: Callable[[], float] = time.monotonic) -> None:
        self._max_keys = max_keys
        self._timer = timer
        self._windows: OrderedDict[str, deque[float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._windows)

    async def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Record ``amount`` hits if that many fit into the window of ``expiry`` seconds."""
        now = self._timer()
        window = self._window(key, now - expiry)
        if len(window) + amount > limit:
            return False
        window.extend([now] * amount)
        self._windows[key] = window
        self._windows.move_to_end(key)
        if len(self._windows) > self._max_keys:
            self._windows.popitem(last=False)
        return True

    async def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """Return the time of the oldest hit in the window, and the number of hits."""
        now = self._timer()
        window = self._window(key, now - expiry)
        return (window[0] if window else now), min(len(window), limit)

    def _window(self, key: str, start: float) -> deque[float]:
        if (window := self._windows.get(key)) is None:
            return deque()
        while window and window[0] <= start:
            window.popleft()
        return window
