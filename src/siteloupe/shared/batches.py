"""Questions of several requests that are sent to the store together.

Most of what one question costs is the way: a timer, a connection, system calls. A batch pays for it once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")

MAX_BATCH = 100
"""Most questions that are sent together."""


class Batches(Generic[Q, A]):
    """Sends questions with ``send``, which returns one answer for each, in order.

    One batch is under way at a time, and what is asked meanwhile goes with the next. So a question waits for
    at most one other batch, and a lone question for none.
    """

    def __init__(self, send: Callable[[Sequence[Q]], Awaitable[Sequence[A]]]) -> None:
        self._send = send
        self._waiting: list[tuple[Q, asyncio.Future[A]]] = []
        self._sending: asyncio.Task[None] | None = None

    async def ask(self, question: Q) -> A:
        """Return the answer to ``question``. Raises what ``send`` raises."""
        answer: asyncio.Future[A] = asyncio.get_running_loop().create_future()
        self._waiting.append((question, answer))
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())
        return await answer

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                batch = [each for each in self._waiting[:MAX_BATCH] if not each[1].done()]  # others have left
                del self._waiting[:MAX_BATCH]
                if batch:
                    await self._send_batch(batch)
        finally:
            self._sending = None

    async def _send_batch(self, batch: list[tuple[Q, "asyncio.Future[A]"]]) -> None:
        waiting = [answer for _, answer in batch]
        try:
            answers = await self._send([question for question, _ in batch])
        except Exception as error:  # noqa: BLE001 - it is raised where the answers are waited for
            for future in waiting:
                if not future.done():
                    future.set_exception(error)
            return
        for future, answer in zip(waiting, answers, strict=True):
            if not future.done():
                future.set_result(answer)
