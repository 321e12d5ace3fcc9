"""Target text → answer: what is kept is given out, equal requests share one visit, the rest is admitted.

Everything that costs something stands behind the cache and the flights, so a kept answer or a refused URL
needs neither a place nor the network.
"""

import asyncio
import functools
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, Protocol

import msgspec

from siteloupe import log
from siteloupe.admission import Places
from siteloupe.analyses.analysis import Analysis, what_to_render
from siteloupe.analyses.judge import REPORTS
from siteloupe.cache import Cache, Kept, MemoryCache, Shelf, Timer
from siteloupe.capture import Capture, Need
from siteloupe.departure import departure
from siteloupe.errors import BadTarget, SiteloupeError, TimedOut, cause_of
from siteloupe.flights import Flights
from siteloupe.judging import Judge, judge_in_thread
from siteloupe.ledger import Ledger
from siteloupe.metrics import Metrics
from siteloupe.settings import Settings
from siteloupe.target import Target, parse
from siteloupe.tracing import OFF, Tracing

MANY = 16
"""Analyses at once with which CPU time matters more than a round trip: each has one connection to its site
where possible, as in a scan. A handshake takes about a fifth of the CPU time of a check-cms."""

ANSWERED = frozenset({"complete", "unreadable"})
"""Outcomes of an analysis that are no failures."""

PARSED = 1000
"""Texts whose targets are remembered: parsing is pure, and costs more than finding a kept answer."""


class SiteVisit(Protocol):
    """One look at a page, from which every analysis can gather what it needs."""

    @property
    def is_refused(self) -> bool:
        """True when the page could not be read, and so is not kept."""

    @property
    def size(self) -> int:
        """Bytes that are held for it."""

    async def capture(self, needs: frozenset[Need], deadline: float) -> Capture:
        """The capture with at least ``needs`` gathered. ``deadline`` is loop time."""


VisitSite = Callable[[Target, float, frozenset[Need]], Awaitable[SiteVisit]]
"""Fetch a page before a loop-time deadline; needs will follow. Raises BadTarget or Unreachable."""


class Answer(NamedTuple):
    """A report as it goes over the wire, and for how long it may be kept.

    ``fresh_for`` is in seconds; None for a page that could not be read, which nobody shall keep.
    """

    body: bytes
    kind: type[Any]
    fresh_for: float | None

    @property
    def report(self) -> Any:
        """The report as its Struct, exactly what ``body`` says."""
        return msgspec.json.decode(self.body, type=self.kind)


class _Wanted(NamedTuple):
    """The answer that is asked for."""

    analysis: Analysis
    target: Target
    full: bool

    @property
    def key(self) -> str:
        """What the report is kept under."""
        return f"{self.analysis.key}{'+full' * self.full} {self.target.url}"


class Service:
    """Answers analyses. One per process; close it to end what is still in flight."""

    def __init__(
        self,
        settings: Settings,
        visit: VisitSite,
        *,
        metrics: Metrics | None = None,
        cache: Cache | None = None,
        judge: Judge = judge_in_thread,
        is_judging: Callable[[], bool] = lambda: True,
        ledger: Ledger | None = None,
        timer: Timer = time.monotonic,
        tracing: Tracing = OFF,
    ) -> None:
        self._settings = settings
        self._visit_site = visit
        self._timer = timer
        self._metrics = metrics or Metrics()
        self._tracing = tracing
        self._refusals = Refusals(self._metrics)
        self._parsed = functools.lru_cache(PARSED)(functools.partial(parse, policy=settings.policy))
        self._wanted = functools.lru_cache(PARSED)(self._find_wanted)
        self._answers: Cache = (
            MemoryCache(settings.cache_entries, settings.cache_bytes, timer) if cache is None else cache
        )
        self._visits: Shelf[SiteVisit] = Shelf(settings.cache_entries, settings.cache_bytes, timer)
        self._answer_flights: Flights[Answer] = Flights()
        self._visit_flights: Flights[tuple[SiteVisit, float]] = Flights()
        self._places = Places(
            settings.max_concurrent,
            settings.max_waiting,
            settings.wait_seconds,
            Ledger() if ledger is None else ledger,
        )
        self._metrics.watch(
            "places_taken", "Analyses that hold a place now.", lambda: float(self._places.taken)
        )
        self._metrics.watch(
            "places_awaited", "Analyses that wait for a place now.", lambda: float(self._places.queue_length)
        )
        self._metrics.watch(
            "visits_kept", "Visits at hand for further analyses.", lambda: float(len(self._visits))
        )
        self._judge = judge
        self._is_judging = is_judging

    async def answer(
        self,
        analysis: Analysis,
        text: str,
        *,
        inspect: bool | None = None,
        render: bool | None = None,
        full: bool = False,
    ) -> Answer:
        """The report of ``analysis`` on the page that ``text`` names.

        ``inspect``: look inside of files too, where the analysis can; None leaves it to the settings.
        ``render``: judge the page as a browser shows it, likewise.
        ``full``: everything, in place of the default answer.
        Raises BadTarget when the URL or a hop is refused, Unreachable when nothing answers within the total
        time, Busy when there is no place.
        """
        try:
            wanted, key = self._wanted(analysis, text, inspect, render, full)
        except BadTarget as error:
            self._refusals.note(error)
            raise
        if (kept := await self._answers.get(key)) is not None:
            self._note(wanted, "kept")
            return Answer(kept.body, analysis.report, kept.fresh_for)
        if key in self._answer_flights:
            self._note(wanted, "joined")
        flight = self._answer_flights.join(key, lambda: self._make(wanted, key))
        caller_departure = departure.get()
        return await (flight if caller_departure is None else caller_departure.work(flight))

    def host_of(self, text: str) -> str:
        """Return the host of the page that ``text`` names, in ASCII. Raises BadTarget."""
        return self._parsed(text).host

    @property
    def is_full(self) -> bool:
        """True when another analysis would be turned away at once."""
        return self._places.is_full

    @property
    def is_busy(self) -> bool:
        """True when so many analyses run that each should take less CPU time rather than fewer seconds."""
        return self._places.taken > MANY

    @property
    def is_judging(self) -> bool:
        """False while no page can be judged: no process could be started, or none answers."""
        return self._is_judging()

    async def close(self) -> None:
        """Cancel every flight."""
        await self._answer_flights.close()
        await self._visit_flights.close()

    def _find_wanted(
        self, analysis: Analysis, text: str, inspect: bool | None, render: bool | None, full: bool
    ) -> tuple["_Wanted", str]:
        """Return the answer that is asked for, and what it is kept under. Raises BadTarget."""
        target = self._parsed(text)
        variant = analysis.variant(
            inspect=self._settings.inspect_fonts if inspect is None else inspect,
            render=what_to_render(self._settings.render, asked=render),
        )
        wanted = _Wanted(variant, target, full)
        return wanted, wanted.key

    def _note(self, wanted: "_Wanted", source: str) -> None:
        log.note(target=wanted.target.host, source=source)
        self._metrics.count_source(wanted.analysis.name, source)

    async def _make(self, wanted: "_Wanted", key: str) -> Answer:
        """The answer that another process made, or our own; within the total time, waiting included."""
        deadline = asyncio.get_running_loop().time() + self._settings.total_seconds
        async with self._answers.turn(key, deadline) as kept:
            if kept is not None:
                self._note(wanted, "shared")
                return Answer(kept.body, wanted.analysis.report, kept.fresh_for)
            self._note(wanted, "started")
            answer = await self._analyze_and_count(wanted, deadline)
            if answer.fresh_for is not None:
                await self._answers.put(key, Kept(answer.body, answer.fresh_for))
            return answer

    async def _analyze_and_count(self, wanted: "_Wanted", deadline: float) -> Answer:
        """Run the analysis, and tell how it ended."""
        outcome, analysis, target = "failed", wanted.analysis, wanted.target
        about = {"siteloupe.analysis": analysis.name, "server.address": target.host}
        with self._tracing.span(f"analysis {analysis.name}", about) as span:
            try:
                answer = await self._analyze_in_time(wanted, deadline)
                outcome = "unreadable" if answer.fresh_for is None else "complete"
            except SiteloupeError as error:
                outcome = cause_of(error)
                raise
            except asyncio.CancelledError:
                outcome = "left"
                raise
            finally:
                self._metrics.count_analysis(analysis.name, outcome)
                span.say({"siteloupe.outcome": outcome})
                if outcome not in ANSWERED:
                    span.fail(outcome)
        return answer

    async def _analyze_in_time(self, wanted: "_Wanted", deadline: float) -> Answer:
        """Wait for a place, visit and judge, all before the deadline."""
        host = wanted.target.host
        try:
            async with asyncio.timeout_at(deadline), self._places.hold(host):
                return await self._analyze(wanted, deadline)
        except TimeoutError:
            raise TimedOut(f"{host} took longer than one analysis may take.") from None

    async def _analyze(self, wanted: "_Wanted", deadline: float) -> Answer:
        analysis, target, full = wanted
        visit, expires = await self._visit(target, deadline, analysis.needs)
        capture = await visit.capture(analysis.needs, deadline)
        with self._tracing.span("judge", {"siteloupe.analysis": analysis.name}):
            body, *parts = await self._judge(
                REPORTS,
                capture,
                (analysis, *analysis.parts),
                self._settings.max_answer,
                full,
                deadline=deadline,
            )
        if visit.is_refused:
            return Answer(body, analysis.report, None)
        self._keep(target, visit, expires)  # again: it may hold more now than when it was new
        for part, report in zip(analysis.parts, parts, strict=True):
            variant = part.variant(render=analysis.renders_what)
            await self._answers.put(_Wanted(variant, target, full).key, Kept(report, expires - self._timer()))
        return Answer(body, analysis.report, expires - self._timer())

    async def _visit(
        self, target: Target, deadline: float, needs: frozenset[Need]
    ) -> tuple[SiteVisit, float]:
        """The visit that all analyses of the target share, and when (on our timer) it is stale."""
        if (found := self._visits.get(target.url)) is not None:
            visit, fresh_for = found
            return visit, self._timer() + fresh_for
        return await self._visit_flights.join(target.url, lambda: self._visit_once(target, deadline, needs))

    async def _visit_once(
        self, target: Target, deadline: float, needs: frozenset[Need]
    ) -> tuple[SiteVisit, float]:
        expires = self._timer() + self._settings.cache_seconds
        async with asyncio.timeout_at(deadline):
            visit = await self._visit_site(target, deadline, needs)
        if not visit.is_refused:
            self._keep(target, visit, expires)
        return visit, expires

    def _keep(self, target: Target, visit: SiteVisit, expires: float) -> None:
        self._visits.put(target.url, visit, visit.size, expires - self._timer())


class Refusals:
    """Counts what the address wall refuses, and logs it by rule, each rule once a minute."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._events = log.SparseEvents()

    def note(self, error: BadTarget) -> None:
        """Note a refusal, unless the text was no URL at all."""
        if error.rule != "text":
            self._metrics.count_refusal(error.rule)
            self._events.event("refused-target", {"rule": error.rule}, kind=error.rule)
