"""The same methods over standard input and output, for hosts that start their servers themselves.

One JSON message a line, in and out; nothing else goes to standard output.

Source: https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from itertools import chain
from typing import BinaryIO

from siteloupe.mcp import jsonrpc, progress
from siteloupe.mcp.jsonrpc import MAX_BODY, Code, Message, Notification, Request, RpcError
from siteloupe.mcp.methods import Methods
from siteloupe.mcp.running import CANCELLED
from siteloupe.mcp.versions import BATCH_VERSIONS, negotiate_version


async def serve(methods: Methods, source: BinaryIO, sink: BinaryIO, *, seconds: float = 25) -> None:
    """Answer the messages of ``source`` on ``sink``, until the source ends and all of them are answered.

    Answers come when they are ready, so that a ping does not wait for a slow site; ``seconds`` is the most
    that a call takes. Raises BrokenPipeError
    when the other end is closed.
    """
    conversation, is_read = _Conversation(methods, sink, seconds), True
    try:
        async with asyncio.TaskGroup() as tasks:
            async for line in _lines(source):
                if line.strip():
                    conversation.take(line, tasks)
    except* BrokenPipeError:
        is_read = False
    if not is_read:
        raise BrokenPipeError


class _Conversation:
    """The messages of one client, with the protocol version that it agreed on."""

    def __init__(self, methods: Methods, sink: BinaryIO, seconds: float) -> None:
        self._methods = methods
        self._seconds = seconds
        self._sink = sink
        self._has_batches = True
        self._running: dict[object, asyncio.Task[None]] = {}

    def take(self, line: bytes, tasks: asyncio.TaskGroup) -> None:
        """Start to answer one line."""
        try:
            message = self._parse(line)
        except RpcError as error:
            self._write(jsonrpc.error(None, error))
            return
        if isinstance(message, Notification) and message.method == CANCELLED:
            self._cancel(message)
            return
        task = tasks.create_task(self._answer(message))
        if isinstance(message, Request):
            self._remember(message, task)

    def _parse(self, line: bytes) -> Message | list[Message]:
        if len(line) > MAX_BODY:
            raise RpcError(Code.INVALID_REQUEST, f"The message is longer than {MAX_BODY:,} bytes.")
        message = jsonrpc.parse(line)
        if isinstance(message, list) and not self._has_batches:
            raise RpcError(Code.INVALID_REQUEST, "The protocol version that was agreed on has no batches.")
        return message

    async def _answer(self, message: Message | list[Message]) -> None:
        token = progress.token_of(message) if isinstance(message, Request) else None
        telling = None if token is None else asyncio.create_task(self._tell(token))
        try:
            if (answer := await self._methods.answer(message)) is not None:
                self._write(answer)
        finally:
            if telling is not None:
                telling.cancel()

    async def _tell(self, token: progress.Token) -> None:
        async def write(message: bytes) -> None:
            self._write(message)

        await progress.tell(write, token, self._seconds)

    def _remember(self, request: Request, task: asyncio.Task[None]) -> None:
        if request.method == "initialize":
            self._has_batches = negotiate_version(request.params) in BATCH_VERSIONS
            return  # it may not be cancelled
        self._running[request.id] = task
        task.add_done_callback(lambda _: self._running.pop(request.id, None))

    def _cancel(self, notification: Notification) -> None:
        """Cancel the named request; work that others wait for goes on.

        Source: https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/cancellation
        """
        params = notification.params
        id = params.get("requestId") if isinstance(params, dict) else None  # noqa: A001
        if isinstance(id, str | int | float) and (task := self._running.get(id)) is not None:
            task.cancel()

    def _write(self, answer: bytes) -> None:
        self._sink.write(answer + b"\n")
        self._sink.flush()


async def _lines(source: BinaryIO) -> AsyncIterator[bytes]:
    """Yield the lines of ``source``, cut at the limit.

    A thread reads them, because standard input may be a file, and event loops cannot wait for files. It is a
    daemon, because a waiting read cannot be ended.
    """
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[bytes | None] = asyncio.Queue()
    is_taken = threading.Semaphore()

    def read() -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits for lines
            for line in chain(_bounded_lines(source), (None,)):
                is_taken.acquire()
                loop.call_soon_threadsafe(lines.put_nowait, line)

    threading.Thread(target=read, name="standard-input", daemon=True).start()
    while (line := await lines.get()) is not None:
        is_taken.release()
        yield line


def _bounded_lines(source: BinaryIO) -> Iterator[bytes]:
    while line := source.readline(MAX_BODY + 1):
        yield line
        while len(line) > MAX_BODY and not line.endswith(b"\n"):
            line = source.readline(MAX_BODY + 1)
            if not line:
                return
