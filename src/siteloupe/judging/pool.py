"""The judging processes of a service: warm ones, as many as cores, that share the jobs of all callers.

Which job is next, and which one has to make room, is up to the schedule; a job that made room starts again.
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import msgspec

from siteloupe import ledger, log
from siteloupe.capture import Capture, Exchange
from siteloupe.errors import Busy, TooHeavy
from siteloupe.judging.limits import Limits, can_enter
from siteloupe.judging.process import JobAnswer, JudgingProcess
from siteloupe.judging.queue import Job
from siteloupe.judging.schedule import TICK, Schedule
from siteloupe.judging.task import Task
from siteloupe.judging.worker import JudgeRequest
from siteloupe.ledger import Ledger
from siteloupe.settings import Settings

T = TypeVar("T")

MEMORY = 220 * 1024 * 1024
"""Bytes of data that one process may have; with the code of Python and libraries it stays under 250 MB."""

MODULES = ("siteloupe.analyses.preloaded", "siteloupe.gather.visit")
"""Modules that are imported once, before processes are forked: the tasks, and the data that they read."""

MAX_JOBS = 2_000
"""Jobs after which a process is replaced, so that nothing that pages left behind adds up."""

MAX_CPU_SECONDS = 20.0
"""CPU time after which a process is replaced before it gets another page, for the same reason."""

RESTARTS = {"interrupted": 2, "killed": 2}
"""How often a job starts again after its process ended for such a cause; then its caller is told. A process
may have been dead when it was given the job."""

MARGIN = 0.05
"""Seconds that are left to say so when a task was not done in time."""

STUCK = 5.0
"""Seconds without any job done after which the service counts as stuck, when a job has waited for as long, or
runs for so much longer than its CPU time allows."""

RETRY = 0.5
"""Seconds before another process is started after one could not be."""


def _ignore(*_: object) -> None:
    """Nobody wants to hear of it."""


class Judges:
    """A Judge with processes of its own; ``open_judges`` makes it.

    ``on_job`` hears of each job's task and CPU seconds, ``on_end`` of each process that ended and its cause.
    """

    def __init__(
        self,
        count: int,
        limits: Limits,
        ledger: Ledger,
        *,
        prepare: Callable[[], None] | None = None,
        on_job: Callable[[str, float], None] = _ignore,
        on_end: Callable[[str], None] = _ignore,
    ) -> None:
        self._count = count
        self._limits = limits
        self._prepare = prepare
        self._ledger = ledger
        self._on_job = on_job
        self._on_end = on_end
        self._processes: dict[int, JudgingProcess] = {}
        self._schedule = Schedule(ledger, self._processes)
        self._starting: set[asyncio.Task[None]] = set()
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="judges")
        self._pages: WeakKeyDictionary[Exchange, int] = WeakKeyDictionary()
        self._numbers = 0
        self._tick: asyncio.TimerHandle | None = None
        self._last_done = 0.0
        self._closing = False
        self._start_failed = False

    async def __call__(self, task: Task[T], capture: Capture, *arguments: Any, deadline: float) -> T:
        """See :class:`~siteloupe.judging.task.Judge`."""
        job = self._job(task, capture, arguments, deadline)
        self._schedule.enter(job)
        self._dispatch()
        try:
            async with asyncio.timeout_at(deadline - MARGIN):
                body = await job.answer
        except TimeoutError:
            raise _busy() if job.began is None else _too_heavy() from None
        finally:
            self._leave(job)
        return msgspec.msgpack.decode(body, type=task.answer)  # type: ignore[no-any-return]

    def _job(self, task: Task[Any], capture: Capture, arguments: tuple[Any, ...], deadline: float) -> Job:
        loop = asyncio.get_running_loop()
        page = self._pages.setdefault(capture.page, self._next_number())
        return Job(
            JudgeRequest(page, task, capture, arguments),
            ledger.caller.get(),
            loop.time(),
            deadline,
            loop.create_future(),
            home=next((number for number, each in self._processes.items() if each.holds(page)), None),
        )

    def _next_number(self) -> int:
        self._numbers += 1
        return self._numbers

    def _leave(self, job: Job) -> None:
        """Nobody waits for ``job`` any longer."""
        self._schedule.leave(job)
        for process in self._processes.values():
            if process.job is job:
                process.end("left")

    # ------------------------------------------------------------ processes

    def start(self) -> None:
        """Start as many processes as there should be."""
        while not self._closing and len(self._processes) + len(self._starting) < self._count:
            starting = asyncio.create_task(self._start_one(self._next_number()))
            self._starting.add(starting)
            starting.add_done_callback(self._starting.discard)

    async def wait_for_start(self) -> None:
        """Wait until the processes that are being started can take jobs, or have failed to start."""
        await asyncio.gather(*self._starting)

    async def _start_one(self, number: int) -> None:
        process = JudgingProcess(number, self._receive, self._bury)
        try:
            await process.start(MODULES, self._limits, self._executor, self._prepare)
        except (OSError, RuntimeError) as error:
            self._start_failed = True
            self._on_end("not-started")
            log.event("judge-not-started", {"note": str(error)}, logging.WARNING)
            asyncio.get_running_loop().call_later(RETRY, self.start)
        except asyncio.CancelledError:
            await process.close()
            raise
        else:
            self._start_failed = False
            self._processes[number] = process
            self._dispatch()

    def _bury(self, process: JudgingProcess, cause: str) -> None:
        """A process has ended."""
        self._processes.pop(process.number, None)
        self._charge(process)
        if cause != "retired":
            self._on_end(cause)
        if (job := process.job) is not None and not job.answer.done():
            if job.interrupted < RESTARTS.get(cause, 0):
                job.interrupted += 1
                self._schedule.return_job(job)
            else:
                job.answer.set_exception(_busy() if cause == "interrupted" else _too_heavy())
        self.start()
        self._dispatch()

    def _charge(self, process: JudgingProcess) -> None:
        """Charge the caller of a job that was ended for the time it ran."""
        if (job := process.job) is not None and job.began is not None:
            self._ledger.charge(job.caller, asyncio.get_running_loop().time() - job.began)

    @property
    def is_ready(self) -> bool:
        """False when no process could be started, or jobs are not being done."""
        now = asyncio.get_running_loop().time()
        began = [process.job.began or now for process in self._processes.values() if process.job is not None]
        waits = self._schedule.longest_wait(now) > STUCK
        hangs = now - min(began, default=now) > self._limits.cpu_seconds + STUCK
        is_stuck = now - self._last_done > STUCK and (waits or hangs)
        return not (is_stuck or self._closing or (self._start_failed and not self._processes))

    @property
    def queue_length(self) -> int:
        """How many jobs wait for a process."""
        return len(self._schedule)

    @property
    def alive(self) -> int:
        """How many processes there are."""
        return len(self._processes)

    async def close(self) -> None:
        """End every process."""
        self._closing = True
        if self._tick is not None:
            self._tick.cancel()
        for starting in self._starting:
            starting.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(process.close() for process in tuple(self._processes.values())))
        self._executor.shutdown(wait=False)

    # ------------------------------------------------------------ jobs

    def _dispatch(self) -> None:
        """Give jobs to the processes that are free, and look again soon while some wait."""
        if self._closing:
            return
        now = asyncio.get_running_loop().time()
        for process in list(self._processes.values()):
            if process.job is None and not process.is_retired:
                self._give_next(process, now)
        if len(self._schedule) and self._tick is None:
            self._tick = asyncio.get_running_loop().call_later(TICK, self._look_again)

    def _give_next(self, process: JudgingProcess, now: float) -> None:
        """Give ``process`` the next job. A worn one takes only jobs on the pages that it holds."""
        job = self._schedule.next_job(process, now)
        if job is None:
            return
        worn = process.jobs_done >= MAX_JOBS or process.cpu_seconds > MAX_CPU_SECONDS
        if worn and not process.holds(job.page):
            process.retire()
            return
        self._schedule.begin(job, process, now)
        process.give(job)

    def _look_again(self) -> None:
        self._tick = None
        if in_the_way := self._schedule.process_to_interrupt(asyncio.get_running_loop().time()):
            in_the_way.end("interrupted")
        self._dispatch()

    def _receive(self, job: Job, answer: JobAnswer) -> None:
        self._last_done = asyncio.get_running_loop().time()
        self._schedule.reserve(job, self._last_done)
        self._ledger.charge(job.caller, answer.cpu_seconds)
        self._on_job(job.request.task.name, answer.cpu_seconds)
        if not job.answer.done():
            if answer.succeeded:
                job.answer.set_result(answer.body)
            else:
                job.answer.set_exception(_failure(answer.body))
        self._dispatch()


@asynccontextmanager
async def open_judges(
    settings: Settings,
    ledger: Ledger | None = None,
    *,
    count: int | None = None,
    prepare: Callable[[], None] | None = None,
    on_job: Callable[[str, float], None] = _ignore,
    on_end: Callable[[str], None] = _ignore,
) -> AsyncIterator[Judges]:
    """Judges until the block ends, ``count`` or as many as the settings say.

    With ``prepare`` this process forks itself, if it has no other thread then, and each process does that
    first.
    """
    if settings.judges_cgroup is not None and not can_enter(settings.judges_cgroup):
        log.event("judges-cgroup-refused", {"note": settings.judges_cgroup}, logging.WARNING)
    judges = Judges(
        count or settings.judges or max(2, _cores() // settings.workers),
        Limits(settings.judging_seconds, MEMORY, settings.judges_cgroup),
        Ledger() if ledger is None else ledger,
        prepare=prepare,
        on_job=on_job,
        on_end=on_end,
    )
    judges.start()
    if prepare is not None:  # it has begun before the caller imports and starts more
        await judges.wait_for_start()
    try:
        yield judges
    finally:
        await judges.close()


def _cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _too_heavy() -> TooHeavy:
    return TooHeavy("This page takes more computing than one analysis may use.")


def _busy() -> Busy:
    return Busy("The service is busy with other pages. Try again in a few seconds.")


def _failure(body: bytes) -> RuntimeError:
    """What a task raised, as the caller's side raises it: a mistake of ours."""
    return RuntimeError(f"a task failed:\n{msgspec.msgpack.decode(body, type=str)}")
