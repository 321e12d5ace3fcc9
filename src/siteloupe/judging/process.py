"""One judging process as the service sees it: it is sent a job, answers, and may be ended at any time."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext, ForkServerContext
from multiprocessing.process import BaseProcess
from typing import NamedTuple

from siteloupe.judging.limits import OUT_OF_MEMORY, Limits
from siteloupe.judging.queue import Job
from siteloupe.judging.task import MAX_SITES
from siteloupe.judging.worker import ANSWERED, HEAD, LENGTH, UNKNOWN_PAGE, run

MAX_ANSWER = 64 * 1024 * 1024
"""Bytes of an answer; more than the largest that a task makes."""

_SERVER_LOST = 255
_CAUSES = {
    OUT_OF_MEMORY: "memory",
    -signal.SIGPROF: "cpu",
    -signal.SIGKILL: "killed",
    _SERVER_LOST: "killed",
}
"""Why a process ended, by its exit code. The kernel kills when the whole machine is out of memory; when the
server that forks was killed, nobody knows the code."""


@dataclass(frozen=True, slots=True)
class JobAnswer:
    """What a process sent for its job: whether the task returned, the answer, seconds of CPU time."""

    succeeded: bool
    body: bytes
    cpu_seconds: float


class Reservation(NamedTuple):
    """A process that waits for the next task on ``page``, of ``caller``, until a time of the loop's clock."""

    page: int
    caller: str
    until: float


class JudgingProcess:
    """A process with a ``number``. It has one job at a time, or None.

    ``on_answer(job, answer)`` is called for each answer, ``on_end(process, cause)`` once. ``cause``
    is ``cpu``, ``memory``, ``killed``, ``crashed``, or what :meth:`end` was told.
    """

    def __init__(
        self,
        number: int,
        on_answer: Callable[[Job, JobAnswer], None],
        on_end: Callable[["JudgingProcess", str], None],
    ) -> None:
        self.number = number
        self.job: Job | None = None
        self.jobs_done = 0
        self.cpu_seconds = 0.0
        self.reserved: Reservation | None = None
        self._on_answer = on_answer
        self._on_end = on_end
        self._pages: OrderedDict[int, float] = OrderedDict()
        self._cause: str | None = None
        self._process: BaseProcess | None = None
        self._requests: asyncio.WriteTransport | None = None
        self._answers: asyncio.ReadTransport | None = None
        self._reading: asyncio.Task[None] | None = None

    async def start(
        self,
        modules: Sequence[str],
        limits: Limits,
        executor: Executor,
        prepare: Callable[[], None] | None = None,
    ) -> None:
        """Fork it from a process that has imported ``modules``.

        With ``prepare`` that is this process, without another thread: it saves half a second, and
        ``prepare`` is what the new process does first. Otherwise forking this process would copy the locks
        that its threads hold, and a server without threads forks. Raises OSError when the system has no room.
        """
        loop = asyncio.get_running_loop()
        is_alone = prepare is not None and threading.active_count() == 1 and sys.platform == "linux"
        context: ForkContext | ForkServerContext = multiprocessing.get_context("fork")
        if not is_alone:
            context = multiprocessing.get_context("forkserver")
            context.set_forkserver_preload(["__main__", *modules])
        child_requests, requests = context.Pipe(duplex=False)
        answers, child_answers = context.Pipe(duplex=False)
        with requests, answers:
            with child_requests, child_answers:
                forked = (os.getpid(), prepare) if is_alone else ()
                about = (child_requests, child_answers, limits, *forked)
                process = context.Process(target=run, args=about, daemon=True)
                self._process = process
                try:
                    if is_alone:
                        process.start()
                    else:
                        await _wait_to_the_end(loop.run_in_executor(executor, process.start))
                except EOFError as error:  # the server died meanwhile
                    raise OSError("no process could be forked") from error
            await self._connect(requests, answers, executor)

    async def _connect(self, requests: Connection, answers: Connection, executor: Executor) -> None:
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(MAX_ANSWER)
        self._answers, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(os.dup(answers.fileno()), "rb")
        )
        self._requests, _ = await loop.connect_write_pipe(
            asyncio.BaseProtocol, os.fdopen(os.dup(requests.fileno()), "wb")
        )
        self._reading = asyncio.create_task(self._read(reader, executor))

    def _disconnect(self) -> None:
        if self._requests is not None and not self._requests.is_closing():
            self._requests.abort()
        if self._answers is not None and not self._answers.is_closing():
            self._answers.close()

    def give(self, job: Job) -> None:
        """Send ``job``, without its page where the process holds that."""
        self.job = job
        held = job.page in self._pages
        self._remember(job.page)
        self._send(job.without_page().encode() if held else job.request.encode())

    def holds(self, page: int) -> bool:
        """Whether the process was sent the page ``page`` lately."""
        return page in self._pages

    def page_seconds(self, page: int) -> float:
        """Return the CPU seconds of the tasks on ``page``: another process may need as much."""
        return self._pages.get(page, 0.0)

    def end(self, cause: str) -> None:
        """End the process at once."""
        if self._cause is None:
            self._cause = cause
        if self._process is not None and self._process.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGKILL)

    async def close(self) -> None:
        """End the process, and wait until it is gone."""
        self.end("closed")
        if self._reading is None:
            self._disconnect()
        else:
            await self._reading

    def retire(self) -> None:
        """Let the process end by itself; it has no job."""
        self._cause = "retired"
        self._send(b"")  # closing the pipe is not enough: a forked process holds this side of it as well
        if self._requests is not None:
            self._requests.close()

    @property
    def is_retired(self) -> bool:
        """Whether the process is ending, and takes no more jobs."""
        return self._cause is not None

    def _remember(self, page: int) -> None:
        self._pages.setdefault(page, 0.0)
        self._pages.move_to_end(page)
        while len(self._pages) > MAX_SITES:
            self._pages.popitem(last=False)

    def _send(self, message: bytes) -> None:
        if self._requests is not None:
            self._requests.write(LENGTH.pack(len(message)) + message)  # one write wakes the process once

    async def _read(self, reader: asyncio.StreamReader, executor: Executor) -> None:
        """Hand on answers until the process is gone."""
        try:
            while True:
                (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
                if length > MAX_ANSWER:
                    self.end("crashed")
                    break
                self._receive(await reader.readexactly(length))
        except (asyncio.IncompleteReadError, OSError):
            pass
        self._disconnect()
        cause = await asyncio.get_running_loop().run_in_executor(executor, self._find_cause)
        self._on_end(self, cause)

    def _receive(self, answer: bytes) -> None:
        kind, seconds = HEAD.unpack_from(answer)
        if (job := self.job) is None:
            return
        if kind == UNKNOWN_PAGE:
            self._send(job.request.encode())
            return
        self.job = None
        self.jobs_done += 1
        self.cpu_seconds += seconds
        if job.page in self._pages:
            self._pages[job.page] += seconds
        self._on_answer(job, JobAnswer(kind == ANSWERED, answer[HEAD.size :], seconds))

    def _find_cause(self) -> str:
        """Why the process ended; waits until it has."""
        process = self._process
        if process is None:
            return self._cause or "crashed"
        process.join(1)
        code = process.exitcode
        if code is None:  # it closed its pipe, and lives on
            self.end("crashed")
            process.join(1)
        return self._cause or _CAUSES.get(code if code is not None else 0, "crashed")


async def _wait_to_the_end(starting: asyncio.Future[None]) -> None:
    """Wait for ``starting`` also when cancelled: its thread sends the ends of pipes by their numbers.

    When they were closed earlier, the new process would get other files of those numbers, and never end.
    """
    try:
        await asyncio.shield(starting)
    except asyncio.CancelledError:
        await asyncio.wait([starting])
        starting.exception()
        raise
