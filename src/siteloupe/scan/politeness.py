"""The limits of a scan that protect the sites it visits."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

if TYPE_CHECKING:  # the help shows the limits, and need not wait for it
    import asyncio


@dataclass(frozen=True, slots=True)
class Politeness:
    """The number of visits at once, the visits to one host, and the retries. Times are in seconds."""

    concurrency: int = 32  # visits at once
    per_host: int = 1  # visits of one host at once
    pause: float = 1.0  # between the end of a visit and the next one of the same host
    retries: int = 2  # further visits to a site that gave no answer
    backoff: float = 2.0  # before the first of them; doubled before each further one

    @property
    def window(self) -> int:
        """Most unfinished lines: many lines of one host must not keep the other hosts waiting."""
        return 8 * self.concurrency


class Turns:
    """A semaphore for each host that is visited now or was visited less than a pause ago."""

    def __init__(self, per_host: int, pause: float) -> None:
        self._per_host = per_host
        self._pause = pause
        self._gates: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """Hold one of the host's places; it is free again a pause after the end of the block."""
        import asyncio  # noqa: PLC0415

        gate = self._gates.setdefault(host, asyncio.Semaphore(self._per_host))
        await gate.acquire()
        try:
            yield
        finally:
            # The timer has the last reference to the gate, which exists until the pause is over.
            asyncio.get_running_loop().call_later(self._pause, gate.release)

    def __len__(self) -> int:
        return len(self._gates)
