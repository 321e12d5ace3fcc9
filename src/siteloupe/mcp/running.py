"""Calls that run now, so that a client that cancels one ends the work.

A server without sessions knows a client by its address and name alone; where two calls cannot be told apart,
neither is ended.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from siteloupe.mcp.jsonrpc import Code, Id, Notification, RpcError

V = TypeVar("V")

CANCELLED = "notifications/cancelled"

Client = tuple[str, str]
"""The address of a client, and the User-Agent that it sends."""


class RunningCalls:
    """The calls of this process."""

    def __init__(self) -> None:
        self._running: dict[tuple[Client, Id], set[asyncio.Task[Any]]] = {}

    async def run(self, client: Client, id: Id, work: Coroutine[Any, Any, V]) -> V:  # noqa: A002
        """Return the result of ``work``. Raises RpcError when the client cancels the call ``id``."""
        task = asyncio.create_task(work)
        tasks = self._running.setdefault((client, id), set())
        tasks.add(task)
        try:
            await asyncio.wait((task,))
            if task.cancelled():
                raise RpcError(Code.REFUSED, "The client cancelled this call.")
            return task.result()
        finally:
            task.cancel()
            tasks.discard(task)
            if not tasks:
                self._running.pop((client, id), None)

    def cancel(self, client: Client, notification: Notification) -> None:
        """End the call that the notification names, if it runs here and is the only one of its id."""
        params = notification.params
        id = params.get("requestId") if isinstance(params, dict) else None  # noqa: A001
        if isinstance(id, str | int | float):
            tasks = self._running.get((client, id), ())
            if len(tasks) == 1:
                next(iter(tasks)).cancel()

    def __len__(self) -> int:
        return len(self._running)
