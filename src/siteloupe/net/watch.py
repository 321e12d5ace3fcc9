"""The clock of one hop: it limits every phase and measures its time."""

import asyncio
from types import TracebackType
from typing import Self

from siteloupe.capture import Timing
from siteloupe.errors import TimedOut
from siteloupe.net import failure
from siteloupe.target import Target


class Watch:
    """The phases are: waiting for a place → connecting → requesting → answered → finished.

    It is a context manager around the whole hop, and raises TimeoutError when a phase takes too long. Most
    phases end early, so a new phase does not move the timer: a timer that fires too early is set again.
    """

    def __init__(self, deadline: float, connect_seconds: float, first_byte_seconds: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._timeout = asyncio.timeout(None)
        self._deadline = self._until = deadline
        self._connect_seconds = connect_seconds
        self._first_byte_seconds = first_byte_seconds
        self._phase_began = self._loop.time()
        self._late = failure.not_connected_in_time
        self._connect: float | None = None
        self._first_byte = 0.0

    async def __aenter__(self) -> Self:
        """The whole hop ends at the deadline."""
        await self._timeout.__aenter__()
        shortest = self._phase_began + min(self._connect_seconds, self._first_byte_seconds)
        self._alarm = self._loop.call_at(min(self._deadline, shortest), self._ring)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Raises TimeoutError when the hop was ended for its time."""
        self._alarm.cancel()
        await self._timeout.__aexit__(kind, error, trace)

    def start_connecting(self) -> None:
        """A new connection begins to open."""
        self._begin(self._connect_seconds)

    def end_connecting(self) -> None:
        """The connection is open, including TLS."""
        self._connect = self._milliseconds()

    def start_request(self) -> None:
        """The request is sent; the header block is next."""
        self._late = failure.not_answered_in_time
        self._begin(self._first_byte_seconds)

    def end_waiting(self) -> None:
        """The header block is complete."""
        self._first_byte = self._milliseconds()
        self._late = failure.not_finished_in_time
        self._begin(None)

    def end_download(self) -> Timing:
        """The body is complete, or no more of it is needed."""
        return Timing(connect=self._connect, first_byte=self._first_byte, download=self._milliseconds())

    def timeout_error(self, target: Target) -> TimedOut:
        """Return the failure for a time-out in the current phase."""
        return self._late(target)

    def _begin(self, seconds: float | None) -> None:
        self._phase_began = self._loop.time()
        until = self._deadline if seconds is None else self._phase_began + seconds
        self._until = min(until, self._deadline)
        if self._until < self._alarm.when():
            self._alarm.cancel()
            self._alarm = self._loop.call_at(self._until, self._ring)

    def _ring(self) -> None:
        if self._alarm.when() < self._until:
            self._alarm = self._loop.call_at(self._until, self._ring)
        else:
            self._timeout.reschedule(self._until)

    def _milliseconds(self) -> float:
        return (self._loop.time() - self._phase_began) * 1000
