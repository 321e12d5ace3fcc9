"""The clock of one hop: it bounds every phase, and remembers how long each took."""

import asyncio

from siteloupe.capture import Timing
from siteloupe.errors import TimedOut
from siteloupe.net import failure
from siteloupe.target import Target


class Watch:
    """Waiting for a place → connecting → asking → answered → finished, each at its time.

    ``timeout`` has to be entered around the whole hop; it moves as phases begin, never past ``deadline``.
    """

    def __init__(self, deadline: float, connect_seconds: float, first_byte_seconds: float) -> None:
        self._loop = asyncio.get_running_loop()
        self.timeout = asyncio.timeout_at(deadline)
        self._deadline = deadline
        self._connect_seconds = connect_seconds
        self._first_byte_seconds = first_byte_seconds
        self._phase_began = self._loop.time()
        self._late = failure.not_connected_in_time
        self._connect: float | None = None
        self._first_byte = 0.0

    def connecting(self) -> None:
        """A connection is about to be opened, rather than taken from the pool."""
        self._begin(self._connect_seconds)

    def connected(self) -> None:
        """The connection stands, TLS included."""
        self._connect = self._elapsed()

    def asking(self) -> None:
        """The request leaves on a connection; what is awaited now is the header block."""
        self._late = failure.not_answered_in_time
        self._begin(self._first_byte_seconds)

    def answered(self) -> None:
        """The header block is complete."""
        self._first_byte = self._elapsed()
        self._late = failure.not_finished_in_time
        self._begin(None)

    def finished(self) -> Timing:
        """The body is complete, or nothing more of it is wanted."""
        return Timing(connect=self._connect, first_byte=self._first_byte, download=self._elapsed())

    def timed_out(self, target: Target) -> TimedOut:
        """The failure of running out of time in the present phase."""
        return self._late(target)

    def _begin(self, seconds: float | None) -> None:
        self._phase_began = self._loop.time()
        if not self.timeout.expired():
            until = self._deadline if seconds is None else self._phase_began + seconds
            self.timeout.reschedule(min(until, self._deadline))

    def _elapsed(self) -> float:
        return (self._loop.time() - self._phase_began) * 1000
