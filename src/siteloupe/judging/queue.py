"""Jobs that wait for a process.

Callers with a lower rank come first. Among equal ranks, visits that have begun come before new ones, so that
some finish however many there are; then the nearest deadline decides.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from siteloupe.judging.worker import JudgeRequest


@dataclass(slots=True, eq=False)
class Job:
    """One task that somebody waits for. Times are those of the loop's clock.

    ``home`` is the number of the process that holds the page, None when no process does. ``began`` is None
    while the job waits. ``interrupted`` counts how often it had to make room.
    """

    request: JudgeRequest
    caller: str
    queued: float
    deadline: float
    answer: asyncio.Future[bytes]
    home: int | None = None
    began: float | None = None
    interrupted: int = 0

    @property
    def page(self) -> int:
        """The number of the page that the task is about."""
        return self.request.number

    def without_page(self) -> JudgeRequest:
        """The request for a process that holds the page."""
        capture = self.request.capture
        page = replace(capture.page, body=b"")
        return self.request._replace(has_page=False, capture=replace(capture, page=page))


Fits = Callable[[Job, int], bool]
"""Whether a job may be next, by itself and the rank of its caller."""


class JobQueue:
    """The jobs that wait; ``rank`` gives the rank of a caller."""

    def __init__(self, rank: Callable[[str], int]) -> None:
        self._rank = rank
        self._jobs: dict[Job, None] = {}

    def __len__(self) -> int:
        return len(self._jobs)

    def add(self, job: Job) -> None:
        """Let ``job`` wait."""
        self._jobs[job] = None

    def remove(self, job: Job) -> None:
        """Take ``job`` out, if it waits."""
        self._jobs.pop(job, None)

    def first(self, fits: Fits) -> Job | None:
        """The next job for which ``fits(job, rank)`` is true; None when there is none."""
        ranks = {caller: self._rank(caller) for caller in {job.caller for job in self._jobs}}
        first, least = None, None
        for job in self._jobs:
            rank = ranks[job.caller]
            order = (rank, job.home is None, job.deadline, job.queued)
            if (least is None or order < least) and fits(job, rank):
                first, least = job, order
        return first

    def longest_wait(self, now: float) -> float:
        """Seconds that the first of them has waited; 0 when none waits."""
        return max((now - job.queued for job in self._jobs), default=0.0)
