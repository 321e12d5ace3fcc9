"""A task is a pure function of a site with the type of its answer; a judge runs it off the event loop."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from siteloupe.capture import Capture

if TYPE_CHECKING:  # what judges is imported by who judges
    from siteloupe.detect.site import Site

T = TypeVar("T")

MAX_SITES = 8
"""Sites that a process remembers between the tasks of a visit."""

MAX_PAGE_BYTES = 512 * 1024
"""Bytes of all remembered pages together; the latest is kept whatever its size. Parsed, it is much larger."""


@dataclass(frozen=True, slots=True)
class Task(Generic[T]):
    """``function(site, *arguments)`` is pure and stands at the top of a module, so that a process finds it.

    ``answer`` is the type that msgspec reads its answer as: a process that has read hostile bytes is not
    trusted with pickles. ``is_last``: after it, a visit seldom has another task.
    """

    function: Callable[..., T]
    answer: Any
    is_last: bool = False

    @property
    def name(self) -> str:
        """The function's name, for logs and metrics."""
        return self.function.__name__.strip("_")


class Judge(Protocol):
    """Runs tasks elsewhere than on the event loop."""

    async def __call__(self, task: Task[T], capture: Capture, *arguments: Any, deadline: float) -> T:
        """The answer of ``task`` on the site of ``capture``, before ``deadline``, a time of the loop's clock.

        ``arguments`` are picklable. Tasks on captures of one page share what was read off it.
        Raises TooHeavy when the task computes for longer or takes more memory than it may, Busy when no
        process was free in time.
        """


class JudgeInTime(Protocol):
    """A Judge for the tasks of one analysis, which all have the deadline of that analysis."""

    async def __call__(self, task: Task[T], capture: Capture, *arguments: Any) -> T:
        """See :class:`Judge`."""


def judge_until(judge: Judge, deadline: float) -> JudgeInTime:
    """Return ``judge`` with a deadline, a time of the loop's clock. It raises what ``judge`` raises."""

    async def judge_in_time(task: Task[T], capture: Capture, *arguments: Any) -> T:
        return await judge(task, capture, *arguments, deadline=deadline)

    return judge_in_time


class Sites:
    """The sites that were judged last, by the number of their page: what was read off a page is kept."""

    def __init__(self) -> None:
        self._sites: OrderedDict[int, Site] = OrderedDict()

    def holds(self, number: int) -> bool:
        """Whether the page ``number`` is here, so that it need not be sent again."""
        return number in self._sites

    def site(self, number: int, capture: Capture) -> "Site":
        """The site of ``capture``; its page is the one that is here under ``number``, if there is one."""
        from siteloupe.detect.site import Site  # noqa: PLC0415 - here pages are judged

        if (known := self._sites.pop(number, None)) is None:
            site = Site(capture)
        else:
            site = known.with_capture(replace(capture, page=known.capture.page))
        self._sites[number] = site
        self._forget()
        return site

    def _forget(self) -> None:
        size = sum(len(site.capture.page.body) for site in self._sites.values())
        while len(self._sites) > 1 and (len(self._sites) > MAX_SITES or size > MAX_PAGE_BYTES):
            _, oldest = self._sites.popitem(last=False)
            size -= len(oldest.capture.page.body)


async def judge_in_thread(task: Task[T], capture: Capture, *arguments: Any, deadline: float) -> T:
    """A Judge without limits, for pages that are trusted: those of tests and benchmarks.

    Each task parses its page anew. Raises TimeoutError after ``deadline``, and what the task raises.
    """
    from siteloupe.detect.site import Site  # noqa: PLC0415 - here pages are judged

    async with asyncio.timeout_at(deadline):
        return await asyncio.to_thread(task.function, Site(capture), *arguments)
