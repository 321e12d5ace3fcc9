"""The store: it is used only while it answers quickly."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError

from siteloupe import log
from siteloupe.metrics import Metrics

T = TypeVar("T")

PREFIX = "siteloupe:"
"""The start of every key, so that a store can have other keys too."""

REST = 3.0
"""Seconds without requests after a failure of the store."""

CONNECTIONS = 16

TROUBLE = (RedisError, OSError, TimeoutError, ValueError)


class Store:
    """Redis or Valkey with a circuit breaker: after a failure it gets no requests for some time.

    Then one request is a test; when it succeeds, all others are sent again. ``patience`` is the time limit of
    one request in seconds, including the connection.
    """

    def __init__(
        self, client: "Redis", patience: float, metrics: Metrics, timer: Callable[[], float] = time.monotonic
    ) -> None:
        self.client = client
        self._patience = patience
        self._metrics = metrics
        self._timer = timer
        self._places = asyncio.Semaphore(CONNECTIONS)
        self._rests_until: float | None = None
        self._events = log.SparseEvents(timer=timer)
        metrics.watch(
            "stores_resting",
            "Workers that leave the shared store alone because it failed.",
            lambda: float(self.is_resting),
        )

    @property
    def is_resting(self) -> bool:
        """Whether the store failed and did not answer since."""
        return self._rests_until is not None

    async def ask(self, question: Callable[[], Awaitable[T]], garbage: str | None = None) -> T | None:
        """Return the answer to ``question``, or None when the store cannot answer now.

        ``garbage`` is the key to delete when it has a value that siteloupe did not write.
        """
        if self._rests_until is not None:
            if self._timer() < self._rests_until:
                self._metrics.count_store_question("skipped")
                return None
            self._rests_until = self._timer() + REST  # this question is the test
        try:
            async with _patience(self._patience), self._places:
                answer = await question()
        except ResponseError as error:
            await self.refuse(error, garbage)
            return None
        except TROUBLE as error:
            await self._note_failure(error)
            return None
        self._note_answer()
        return answer

    def _note_answer(self) -> None:
        self._metrics.count_store_question("answered")
        if self._rests_until is not None:
            self._rests_until = None
            self._events.event("store-answers-again", {})

    async def refuse(self, error: ResponseError, garbage: str | None = None) -> None:
        """Note that the store refused: it is full, read-only, or has another type of value.

        ``garbage`` is the key to delete when it has a value that siteloupe did not write.
        """
        self._note_answer()
        self._metrics.count_store_question("refused")
        self._events.event("store-refused", {"error": str(error)}, logging.WARNING)
        if garbage is not None and _is_garbage(error):
            await self.ask(lambda: self.client.unlink(garbage))

    async def _note_failure(self, error: Exception) -> None:
        self._metrics.count_store_question("failed")
        self._events.event("store-failed", {"error": repr(error)}, logging.WARNING)
        self._rests_until = self._timer() + REST
        # A restarted store no longer knows its open connections.
        await self.client.connection_pool.disconnect(inuse_connections=False)


@asynccontextmanager
async def _patience(seconds: float) -> AsyncIterator[None]:
    """A time-out that ignores the delay of this process's own event loop.

    A late loop finds answers and expired timers at the same time, and would handle the timers first.
    """
    loop = asyncio.get_running_loop()
    due = loop.time() + seconds
    async with asyncio.timeout(None) as timeout:
        alarm = loop.call_at(due, lambda: timeout.reschedule(2 * loop.time() - due))
        try:
            yield
        finally:
            alarm.cancel()


def _is_garbage(error: ResponseError) -> bool:
    """Whether the key has another type, or a value on which the limits' script fails.

    Source: https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors
    """
    return str(error).startswith("WRONGTYPE") or "user_script" in str(error)


@asynccontextmanager
async def open_store(url: str, patience: float, metrics: Metrics) -> AsyncIterator[Store]:
    """Open the store at ``url`` until the block ends. The first question connects."""
    pool = ConnectionPool.from_url(
        url.replace("valkey", "redis", 1) if url.startswith("valkey") else url,
        max_connections=2 * CONNECTIONS,
        retry=Retry(NoBackoff(), 0),
        socket_timeout=None,  # one time-out around each question is enough, and cheaper
        socket_connect_timeout=None,
        protocol=2,
    )
    client = Redis.from_pool(pool)
    try:
        yield Store(client, patience, metrics)
    finally:
        await client.aclose()
