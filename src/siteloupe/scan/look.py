"""One line of a list → its record: one visit for all analyses, again when the site gave no answer."""

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import replace

import msgspec

import siteloupe.analyses.colors_report
import siteloupe.analyses.tech_stack_report  # noqa: F401 - processes that are forked from here need them
from siteloupe.analyses.analysis import Analysis, needs_of, what_to_render
from siteloupe.analyses.judge import judge
from siteloupe.detect.site import Site
from siteloupe.errors import (
    BadTarget,
    BrokenHttp,
    ConnectionFailed,
    NameNotFound,
    TimedOut,
    Unreachable,
)
from siteloupe.fetching import Fetch, Render
from siteloupe.gather.visit import visit_once
from siteloupe.judging import Judge, Task
from siteloupe.reports.inert import inert
from siteloupe.scan.entries import Entry
from siteloupe.scan.politeness import Politeness, Turns
from siteloupe.scan.record import ScanRecord
from siteloupe.settings import Settings
from siteloupe.target import Target, parse

PASSING = (ConnectionFailed, TimedOut, BrokenHttp, NameNotFound)
"""What may be otherwise a moment later; NameNotFound, because a nameserver in trouble says the same."""

Pause = Callable[[float], Awaitable[None]]


class Look:
    """Looks at sites. Never raises for anything a site or line does: that is what records say."""

    def __init__(
        self,
        fetch: Fetch,
        settings: Settings,
        analyses: tuple[Analysis, ...],
        politeness: Politeness,
        *,
        judge: Judge,
        render: Render | None = None,
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._fetch = fetch
        self._judge = judge
        self._render = render
        self._settings = replace(settings, ahead=0)  # a list is in no hurry, and what is left over costs
        self._analyses = analyses
        self._needs = needs_of(
            analyses, inspect=settings.inspect_fonts, render=what_to_render(settings.render)
        )
        self._policy = settings.policy
        self._politeness = politeness
        self._turns = Turns(politeness.per_host, politeness.pause)
        self._places = asyncio.Semaphore(politeness.concurrency)
        self._pause = pause

    async def __call__(self, entry: Entry) -> ScanRecord:
        """The record of ``entry``."""
        attempts = 0
        try:
            target = parse(entry.text, self._policy)
            while True:
                attempts += 1
                try:
                    return await self._visit(entry, target, attempts)
                except PASSING:
                    if attempts > self._politeness.retries:
                        raise
                await self._pause(_patience(target.host, attempts, self._politeness.backoff))
        except BadTarget as error:
            return _failure_record(entry, "refused", "bad-target", error.message, attempts)
        except Unreachable as error:
            return _failure_record(entry, "unreachable", error.cause, error.message, attempts)
        except Exception as error:  # noqa: BLE001 - one page that we fail on must not end the other lines
            return _failure_record(entry, "failed", type(error).__name__, inert(str(error)), attempts)

    async def _visit(self, entry: Entry, target: Target, attempts: int) -> ScanRecord:
        """One visit. Waiting for the host's turn takes no place from others."""
        async with self._turns.turn(target.host), self._places:
            capture = await visit_once(
                target, self._needs, self._fetch, self._settings, judge=self._judge, render=self._render
            )
            deadline = asyncio.get_running_loop().time() + self._settings.total_seconds
            judged = await self._judge(
                _JUDGE_SITE, capture, self._analyses, self._settings.max_answer, deadline=deadline
            )
            return _answered_record(entry, attempts, judged)


class _Judged(msgspec.Struct, frozen=True):
    """The reports of a site by analysis, why its page could not be read, and the codes of caveats."""

    reports: dict[str, bytes]
    reason: str | None
    note: str | None
    unseen: list[str]


def _judge_site(site: Site, analyses: tuple[Analysis, ...], max_bytes: int) -> _Judged:
    """Judge a site by every analysis."""
    reports = {each.name: judge(each, site, max_bytes) for each in analyses}
    blocked = next((report for report in reports.values() if report.blocked), None)
    return _Judged(
        {name: msgspec.json.encode(report) for name, report in reports.items()},
        None if blocked is None else blocked.reason,
        None if blocked is None else blocked.note,
        [*dict.fromkeys(each.code for report in reports.values() for each in report.coverage.caveats)],
    )


_JUDGE_SITE = Task(_judge_site, _Judged, is_last=True)


def _answered_record(entry: Entry, attempts: int, judged: _Judged) -> ScanRecord:
    return ScanRecord(
        line=entry.line,
        input=entry.text,
        outcome="answered" if judged.reason is None else "blocked",
        cause=judged.reason,
        message=judged.note,
        unseen=tuple(judged.unseen),
        attempts=attempts,
        reports={name: msgspec.Raw(report) for name, report in judged.reports.items()},
    )


def _failure_record(entry: Entry, outcome: str, cause: str, message: str, attempts: int) -> ScanRecord:
    fields = {"line": entry.line, "input": entry.text, "outcome": outcome}
    return msgspec.convert(
        {**fields, "cause": cause, "message": message, "attempts": attempts}, type=ScanRecord
    )


def _patience(host: str, attempts: int, backoff: float) -> float:
    """Seconds before the next visit: doubled each time, and spread, so that failures do not return as one.

    The spread is the host's own, half to all of the time, and so the same in every run.
    """
    spread = 0.5 + (zlib.crc32(host.encode()) % 1000) / 2000
    return backoff * 2.0 ** (attempts - 1) * spread
