"""A circuit breaker: what fails again and again is left alone for a while."""

import time
from collections.abc import Callable

FAILURES = 3
"""Failures in a row that open it."""

REST_SECONDS = 60.0
"""How long it stays open; then one more attempt is made."""


class Breaker:
    """Counts failures in a row of one thing."""

    def __init__(self, timer: Callable[[], float] = time.monotonic) -> None:
        self._timer = timer
        self._failures = 0
        self._rests_until = 0.0

    @property
    def is_open(self) -> bool:
        """Whether no attempt shall be made now."""
        return self._timer() < self._rests_until

    def note_success(self) -> None:
        """Forget all failures."""
        self._failures = 0

    def note_failure(self) -> None:
        """Count one failure; after ``FAILURES`` in a row, and after each further one, rest."""
        self._failures += 1
        if self._failures >= FAILURES:
            self._rests_until = self._timer() + REST_SECONDS
