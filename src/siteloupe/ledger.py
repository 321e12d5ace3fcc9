"""What each caller has cost lately: who has cost least is served first, wherever callers wait.

One number stands for everything that a caller uses up: seconds of CPU time, bytes fetched, names looked up.
It halves every 30 seconds, so that a caller who waits is soon like one who never asked.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar

HALF_LIFE = 30.0
"""Seconds after which half of a cost is forgotten."""

FETCHED_BYTE = 1 / 20_000_000
"""Receiving and unpacking takes a second of CPU time for some 20 to 100 MB."""

LOOK_UP = 1 / 200

MAX_CALLERS = 10_000
"""Callers who are remembered; the one who was quiet for longest is forgotten first."""

caller: ContextVar[str] = ContextVar("caller", default="")
"""Whom the current work is done for: the key that limits count by. Empty where there is one user only."""


class Ledger:
    """The costs of all callers."""

    def __init__(self, timer: Callable[[], float] = time.monotonic) -> None:
        self._timer = timer
        self._costs: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def charge(self, who: str, cost: float) -> None:
        """Add ``cost`` to what ``who`` has cost, in seconds of CPU time."""
        now = self._timer()
        self._costs[who] = (self._current_cost(who, now) + cost, now)
        self._costs.move_to_end(who)
        while len(self._costs) > MAX_CALLERS:
            self._costs.popitem(last=False)

    def cost(self, who: str) -> float:
        """Return what ``who`` has cost of late, in seconds of CPU time."""
        return self._current_cost(who, self._timer())

    def _current_cost(self, who: str, now: float) -> float:
        cost, at = self._costs.get(who, (0.0, now))
        return cost * math.pow(0.5, (now - at) / HALF_LIFE)

    def __len__(self) -> int:
        return len(self._costs)
