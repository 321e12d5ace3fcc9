"""Which task a free process gets next, and which long task makes room.

Callers who have cost much of late, or wait for many tasks, rank behind others: one process is kept for those
others while they are there, and when all are busy, the long job of a caller with a worse rank makes room. A
process with a page gets the further tasks on it, unless it is busy for longer than another would need.
"""

from collections import Counter
from collections.abc import Mapping

from siteloupe.judging.process import JudgingProcess, Reservation
from siteloupe.judging.queue import Job, JobQueue
from siteloupe.ledger import Ledger

TICK = 0.05
"""Seconds between looks at jobs that wait for one process while another is free."""

PATIENCE = 0.1
"""Seconds that a job waits before it interrupts another caller's."""

LONG = 0.2
"""Seconds after which a job may be interrupted."""

COSTLY = 3.0
"""Seconds of CPU time, of late, that worsen a caller's rank by one."""

CROWD = 3
"""Tasks at a time that worsen a caller's rank by one. A visit has one at a time."""

KEPT_FREE = 1.0
"""Seconds for which a process is kept for callers with the best rank after one of them has come."""

HEAVY = 0.1
"""Seconds of CPU time after which a process waits for the next task on a page, for as long again."""

MAX_RESERVED = 1.0
"""Most seconds for which a process waits so."""


class Schedule:
    """The jobs of all callers. ``processes``, by their number, are those that there are at any time.

    Times are those of the loop's clock.
    """

    def __init__(self, ledger: Ledger, processes: Mapping[int, JudgingProcess]) -> None:
        self._ledger = ledger
        self._processes = processes
        self._queue = JobQueue(self._rank)
        self._tasks: Counter[str] = Counter()
        self._kept_until = 0.0

    def __len__(self) -> int:
        return len(self._queue)

    def enter(self, job: Job) -> None:
        """Let a new ``job`` wait, until :meth:`leave`."""
        self._tasks[job.caller] += 1
        self._queue.add(job)
        if self._rank(job.caller) == 0:
            self._kept_until = job.queued + KEPT_FREE

    def return_job(self, job: Job) -> None:
        """Let ``job`` wait again: its process ended before it did."""
        job.began = None
        self._queue.add(job)

    def leave(self, job: Job) -> None:
        """Forget ``job``: nobody waits for it any longer."""
        self._tasks[job.caller] -= 1
        if self._tasks[job.caller] <= 0:
            del self._tasks[job.caller]
        self._queue.remove(job)

    def next_job(self, process: JudgingProcess, now: float) -> Job | None:
        """Return the job that a free ``process`` should take now, which goes on waiting; None for no job."""
        is_kept = now < self._kept_until and self._is_last_free(process)

        def is_due(job: Job, rank: int) -> bool:
            return not (is_kept and rank > 0) and self._is_due(job, rank, process, now)

        return self._queue.first(is_due)

    def begin(self, job: Job, process: JudgingProcess, now: float) -> None:
        """Note that ``process`` does ``job`` from now on."""
        self._queue.remove(job)
        job.began = now
        job.home = process.number

    def longest_wait(self, now: float) -> float:
        """Return the seconds that the oldest job waits; 0 when none waits."""
        return self._queue.longest_wait(now)

    def _rank(self, caller: str) -> int:
        """Return 0 for callers who have cost little and wait for few tasks; more is worse."""
        return int(self._ledger.cost(caller) / COSTLY) + self._tasks[caller] // CROWD

    def _is_due(self, job: Job, rank: int, process: JudgingProcess, now: float) -> bool:
        """Whether ``process`` should take ``job``, and not wait for the process with its page."""
        if self._is_reserved(process, job, rank, now):
            return False
        home = self._processes.get(job.home) if job.home is not None else None
        if home is None or home is process or home.is_retired:
            return True
        busy_since = home.job.began if home.job is not None else None
        patience = TICK + home.page_seconds(job.page)
        return busy_since is not None and now - max(busy_since, job.queued) > patience

    def _is_reserved(self, process: JudgingProcess, job: Job, rank: int, now: float) -> bool:
        """Whether ``process`` waits for another task than ``job``, of a caller whose rank is no worse."""
        if (reserved := process.reserved) is None or now >= reserved.until or reserved.page == job.page:
            return False
        return rank >= self._rank(reserved.caller)

    def reserve(self, job: Job, now: float) -> None:
        """Let the process with the heavy page of ``job`` wait for the next task on it.

        Another heavy page would take its place, and it would be parsed again.
        """
        process = None if job.home is None else self._processes.get(job.home)
        if process is None:
            return
        seconds = process.page_seconds(job.page)
        process.reserved = None
        if seconds > HEAVY and not job.request.task.is_last:
            process.reserved = Reservation(job.page, job.caller, now + min(seconds, MAX_RESERVED))

    def _is_last_free(self, process: JudgingProcess) -> bool:
        """Whether all other processes are busy; never with a single process."""
        others = [each for each in self._processes.values() if each is not process]
        return bool(others) and all(each.job is not None or each.is_retired for each in others)

    def process_to_interrupt(self, now: float) -> JudgingProcess | None:
        """Return the process whose long job should make room for one with a better rank; None for none."""
        waiting = self._queue.first(lambda job, _: now - job.queued > PATIENCE)
        if waiting is None:
            return None
        long: list[JudgingProcess] = []
        for process in self._processes.values():
            job = process.job
            if job is None or process.is_retired:
                return None  # somebody is free, or soon will be
            if job.began is not None and now - job.began > LONG:
                long.append(process)
        worst = max(long, key=self._rank_of, default=None)
        makes_room = worst is not None and self._rank_of(worst) > self._rank(waiting.caller)
        return worst if makes_room else None

    def _rank_of(self, process: JudgingProcess) -> int:
        """Return the rank of the caller whose job runs."""
        return -1 if process.job is None else self._rank(process.job.caller)
