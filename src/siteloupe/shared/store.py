"""The store itself: asked only as long as it answers, and quickly."""

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
"""Begins every key, so that a store may hold other things too."""

REST = 3.0
"""Seconds for which a store that failed is left alone."""

CONNECTIONS = 16

TROUBLE = (RedisError, OSError, TimeoutError, ValueError)


class Store:
    """Redis or Valkey behind a circuit: after a failure nobody waits for it until it has rested.

    Then one question goes through; when it is answered, so are all others again. ``patience`` is how many
    seconds one question may take, connecting included.
    """

    def __init__(
        self, client: "Redis", patience: float, metrics: Metrics, timer: Callable[[], float] = time.monotonic
    ) -> None:
        self.client = client
        self._patience = patience
        self._metrics = metrics
        self._timer = timer
        self._turnstile = asyncio.Semaphore(CONNECTIONS)
        self._rests_until: float | None = None
        metrics.watch(
            "stores_resting",
            "Workers that leave the shared store alone because it failed.",
            lambda: float(self.resting),
        )

    @property
    def resting(self) -> bool:
        """True from a failure until a question is answered again."""
        return self._rests_until is not None

    async def ask(self, question: Callable[[], Awaitable[T]], garbage: str | None = None) -> T | None:
        """The answer to ``question``, or None when there is none to be had now.

        ``garbage`` names the key that is thrown away when it turns out to hold what nobody here wrote.
        """
        if self._rests_until is not None:
            if self._timer() < self._rests_until:
                self._metrics.count_store_question("skipped")
                return None
            self._rests_until = self._timer() + REST  # this question is the one that tries
        try:
            async with _patience(self._patience), self._turnstile:
                answer = await question()
        except ResponseError as error:
            self._note_refusal(error)
            if garbage is not None and _is_garbage(error):
                await self.ask(lambda: self.client.unlink(garbage))
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
            log.event("store-answers-again", {})

    def _note_refusal(self, error: ResponseError) -> None:
        """The store is there, but would not: it is full, read-only, or holds something else."""
        self._note_answer()
        self._metrics.count_store_question("refused")
        log.event("store-refused", {"error": str(error)}, logging.WARNING)

    async def _note_failure(self, error: Exception) -> None:
        self._metrics.count_store_question("failed")
        if self._rests_until is None:
            log.event("store-failed", {"error": repr(error)}, logging.WARNING)
        self._rests_until = self._timer() + REST
        # A store that was restarted has forgotten the connections that are open to it.
        await self.client.connection_pool.disconnect(inuse_connections=False)


@asynccontextmanager
async def _patience(seconds: float) -> AsyncIterator[None]:
    """A time-out that leaves out of account how late this process's own event loop is.

    A loop that was held up finds its answers and its alarms together, and would believe the alarms.
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
    """A value of another type, or one on which the limits' script fails.

    Source: https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors
    """
    return str(error).startswith("WRONGTYPE") or "user_script" in str(error)


@asynccontextmanager
async def open_store(url: str, patience: float, metrics: Metrics) -> AsyncIterator[Store]:
    """The store at ``url`` until the block ends. Connects when it is first asked, not before."""
    pool = ConnectionPool.from_url(
        url.replace("valkey", "redis", 1) if url.startswith("valkey") else url,
        max_connections=2 * CONNECTIONS,
        retry=Retry(NoBackoff(), 0),
        socket_timeout=None,  # one time-out around each question, here, is enough and cheaper
        socket_connect_timeout=None,
        protocol=2,
    )
    client = Redis.from_pool(pool)
    try:
        yield Store(client, patience, metrics)
    finally:
        await client.aclose()
