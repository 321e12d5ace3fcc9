"""Where pages are judged: ordinary ones in a thread, heavy ones in a process of their own.

A parser that is given megabytes holds the interpreter's lock for up to a second, and the garbage collector
that looks through what was made of them for a quarter of one; all other callers wait. Nor can a thread be
ended. A process holds up nobody and can be; but it starts anew each time, and knows no sheet from before.
"""

import asyncio
import contextlib
import gc
import math
import multiprocessing
import os
import resource
import signal
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Protocol, TypeVar

from siteloupe.errors import Busy, TooHeavy
from siteloupe.settings import Settings

T = TypeVar("T")

LIGHT_PAGE = 512 * 1024
"""Bytes of a light page: 98 % of real ones have less, and one of attributes alone holds the lock 20 ms."""

LIGHT_FILES = 1024 * 1024
"""Bytes of light stylesheets, all together, and of font files where they are looked into."""

LIGHT_MARKS = 40_000
"""Tags and colons of what is light: roughly its elements and declarations, which is what judging takes its
time for. So many tags hold the lock for 10 ms, so many declarations take up to a second. Of 581 real pages
one has 20,000 tags, the others less than half; a megabyte of real CSS has as many colons as this."""

THREADS = 1
"""Threads that judge what is light: more judge no faster, as there is one lock, and those who answer callers
wait for each of them. With one, cached answers take 25 ms at p95 while the costliest light pages are judged;
with two 100 ms, with six 500."""

PROCESSES = 1
"""Processes at once that judge what is heavy, for each that serves: who has cores to spare has more workers.
The costliest pages known take 2 seconds and 150 MB."""

MAX_DATA = 512 * 1024 * 1024
"""Bytes that such a process may take before it is ended, what it has from its start included."""

_MODEST = 5
"""How far a process stands back behind those that answer callers: to a third of their share (see nice(2))."""


def is_heavy(page: bytes, files: Iterable[bytes] = ()) -> bool:
    """Whether judging a page, with its sheets and font files, may hold up others."""
    bodies = (page, *files)
    size = sum(map(len, bodies))
    if size <= LIGHT_MARKS:  # a mark is a byte at least
        return False
    if len(page) > LIGHT_PAGE or size - len(page) > LIGHT_FILES:
        return True
    # One pass for both marks of the page: counting one by one takes nearly twice as long.
    marks = len(page) - len(page.translate(None, b"<:"))
    return marks + sum(body.count(b":") for body in bodies[1:]) > LIGHT_MARKS


class Judge(Protocol):
    """Runs a pure function elsewhere than on the event loop."""

    async def __call__(self, heavy: bool, function: Callable[..., T], /, *arguments: Any) -> T:
        """What ``function`` returns. When ``heavy``, it and its arguments have to be picklable.

        Raises TooHeavy when it computes for longer, or takes more memory, than it may.
        """


async def judge_in_thread(_heavy: bool, function: Callable[..., T], /, *arguments: Any) -> T:
    """A Judge for a process that serves nobody else."""
    return await asyncio.to_thread(function, *arguments)


class Judging:
    """The Judge of a service; close it to end what is still judged.

    ``warm_up`` names modules that each process shall have imported already. Nothing is started before the
    first heavy page.
    """

    def __init__(self, settings: Settings, warm_up: Sequence[str] = ()) -> None:
        self._seconds = settings.judging_seconds
        # What a process imports by itself at its start, the main module, is in there too.
        self._warm_up = ["__main__", *warm_up]
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="judging")
        self._waiting = ThreadPoolExecutor(PROCESSES, thread_name_prefix="judging-elsewhere")
        self._works: set[_Work] = set()

    async def __call__(self, heavy: bool, function: Callable[..., T], /, *arguments: Any) -> T:
        """See :class:`Judge`."""
        loop = asyncio.get_running_loop()
        if not heavy:
            return await loop.run_in_executor(self._threads, function, *arguments)
        work = _Work(self._seconds, function, arguments)
        self._works.add(work)
        try:
            return await loop.run_in_executor(self._waiting, work.run, self._warm_up)
        finally:
            self._works.discard(work)
            work.end()

    def close(self) -> None:
        """End every process, and let the threads go."""
        for work in self._works:
            work.end()
        for threads in (self._threads, self._waiting):
            threads.shutdown(wait=False, cancel_futures=True)


class _Work:
    """One call in a process of its own."""

    def __init__(self, seconds: float, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self._call = (seconds, function, arguments)
        self._process: BaseProcess | None = None
        self._over = False

    def run(self, warm_up: list[str]) -> Any:
        """Wait for what the call returns. Raises what it raises, TooHeavy when the process was ended."""
        # Forking this process would copy the locks that its threads hold; the server that forks has none.
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(warm_up)
        answer, result = context.Pipe(duplex=False)
        with answer:
            with result:
                process = context.Process(target=_judge, args=(result, *self._call), daemon=True)
                _start(process)
            self._process = process
            if self._over:
                self.end()
            try:
                succeeded, value = answer.recv()
            except EOFError:
                raise TooHeavy("This page takes more computing than one analysis may use.") from None
            finally:
                process.join()
        if not succeeded:
            raise value
        return value

    def end(self) -> None:
        """End the process, if it still runs."""
        self._over = True
        if self._process is not None:
            self._process.kill()


def _start(process: BaseProcess) -> None:
    """Start it. Raises Busy when the system has no room for another."""
    try:
        process.start()
    except (OSError, EOFError) as error:
        raise Busy("The service has no room for so large a page now. Try again in a few seconds.") from error


def _judge(
    result: Connection, seconds: float, function: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    """What the process does; the kernel ends it when it has computed for ``seconds``."""
    limit = math.ceil(time.process_time() + seconds)  # what it took to start is not the page's
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_DATA, MAX_DATA))
    with contextlib.suppress(PermissionError):  # not everywhere may a process choose to stand back
        os.nice(_MODEST)
    # Ctrl-C and a service manager's SIGTERM reach it too, but are for the service, which lets answers finish.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    gc.disable()  # everything ends with the process
    try:
        outcome = (True, function(*arguments))
    except MemoryError:
        return
    except Exception as error:  # noqa: BLE001 - it is raised again on the other side
        outcome = (False, error)
    result.send(outcome)
