"""Target text → answer: what is kept is given out, equal requests share one visit, the rest is admitted.

Everything that costs something stands behind the cache and the flights, so a kept answer or a refused URL
needs neither a place nor the network.
"""

import asyncio
import functools
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, Protocol

import msgspec

from siteloupe import log
from siteloupe.admission import Places
from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.judge import judge
from siteloupe.cache import Cache, Flights, Kept, MemoryCache, Shelf, Timer
from siteloupe.capture import Exchange, Need
from siteloupe.detect.site import Site
from siteloupe.errors import SiteloupeError, TimedOut, cause_of
from siteloupe.fetching import Bounds, Fetch
from siteloupe.gather.visit import visit
from siteloupe.judging import Judge, Judging, is_heavy, judge_in_thread
from siteloupe.metrics import Metrics
from siteloupe.net import open_fetch
from siteloupe.settings import Settings
from siteloupe.target import Target, parse
from siteloupe.tracing import OFF, Tracing, trace_fetch

WARM_UP = ("siteloupe.analyses.warm_up",)
"""Modules that a process for heavy pages imports before its first page."""

ANSWERED = frozenset({"complete", "unreadable"})
"""Outcomes of an analysis that are no failures."""

PARSED = 1000
"""Texts whose targets are remembered: parsing is pure, and costs more than finding a kept answer."""


class SiteVisit(Protocol):
    """One look at a page, from which every analysis can gather what it needs."""

    @property
    def refused(self) -> bool:
        """True when the page could not be read, and so is not kept."""

    @property
    def size(self) -> int:
        """Bytes that are held for it."""

    async def site(self, needs: frozenset[Need], deadline: float) -> Site:
        """The site with at least ``needs`` gathered. ``deadline`` is loop time."""


VisitSite = Callable[[Target, float], Awaitable[SiteVisit]]
"""Fetch a target's page before a loop-time deadline. Raises BadTarget or Unreachable."""


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
        timer: Timer = time.monotonic,
        tracing: Tracing = OFF,
    ) -> None:
        self._settings = settings
        self._visit_site = visit
        self._timer = timer
        self._metrics = metrics or Metrics()
        self._tracing = tracing
        self._parsed = functools.lru_cache(PARSED)(functools.partial(parse, policy=settings.policy))
        self._answers: Cache = (
            MemoryCache(settings.cache_entries, settings.cache_bytes, timer) if cache is None else cache
        )
        self._visits: Shelf[SiteVisit] = Shelf(settings.cache_entries, settings.cache_bytes, timer)
        self._answer_flights: Flights[Answer] = Flights()
        self._visit_flights: Flights[tuple[SiteVisit, float]] = Flights()
        self._places = Places(settings.max_concurrent, settings.max_waiting, settings.wait_seconds)
        self._metrics.watch(
            "places_taken", "Analyses that hold a place now.", lambda: float(self._places.taken)
        )
        self._metrics.watch(
            "places_awaited", "Analyses that wait for a place now.", lambda: float(self._places.waiting)
        )
        self._metrics.watch(
            "visits_kept", "Visits at hand for further analyses.", lambda: float(len(self._visits))
        )
        self._judge = judge

    async def answer(self, analysis: Analysis, text: str, *, inspect: bool | None = None) -> Answer:
        """The report of ``analysis`` on the page that ``text`` names.

        ``inspect``: look inside of files too, where the analysis can; None leaves it to the settings.
        Raises BadTarget when the URL or a hop is refused, Unreachable when nothing answers within the total
        time, Busy when there is no place.
        """
        target = self._parsed(text)
        variant = analysis.variant(inspect=self._settings.inspect_fonts if inspect is None else inspect)
        key = f"{variant.name}{'+inspect' if variant.inspects else ''} {target.url}"
        if (kept := await self._answers.get(key)) is not None:
            self._note(analysis, target, "kept")
            return Answer(kept.body, analysis.report, kept.fresh_for)
        if key in self._answer_flights:
            self._note(analysis, target, "joined")
        return await self._answer_flights.join(key, lambda: self._make(variant, target, key))

    @property
    def full(self) -> bool:
        """True when another analysis would be turned away at once."""
        return self._places.full

    async def close(self) -> None:
        """Cancel every flight."""
        await self._answer_flights.close()
        await self._visit_flights.close()

    def _note(self, analysis: Analysis, target: Target, source: str) -> None:
        log.note(target=target.host, source=source)
        self._metrics.count_source(analysis.name, source)

    async def _make(self, analysis: Analysis, target: Target, key: str) -> Answer:
        """The answer that another process made, or our own; within the total time, waiting included."""
        deadline = asyncio.get_running_loop().time() + self._settings.total_seconds
        async with self._answers.turn(key, deadline) as kept:
            if kept is not None:
                self._note(analysis, target, "shared")
                return Answer(kept.body, analysis.report, kept.fresh_for)
            self._note(analysis, target, "started")
            answer = await self._analyse(analysis, target, deadline)
            if answer.fresh_for is not None:
                await self._answers.put(key, Kept(answer.body, answer.fresh_for))
            return answer

    async def _analyse(self, analysis: Analysis, target: Target, deadline: float) -> Answer:
        """Run the analysis, and tell how it ended."""
        outcome = "failed"
        about = {"siteloupe.analysis": analysis.name, "server.address": target.host}
        with self._tracing.span(f"analysis {analysis.name}", about) as span:
            try:
                answer = await self._analyze_in_time(analysis, target, deadline)
                outcome = "unreadable" if answer.fresh_for is None else "complete"
            except SiteloupeError as error:
                outcome = cause_of(error)
                raise
            finally:
                self._metrics.count_analysis(analysis.name, outcome)
                span.say({"siteloupe.outcome": outcome})
                if outcome not in ANSWERED:
                    span.fail(outcome)
        return answer

    async def _analyze_in_time(self, analysis: Analysis, target: Target, deadline: float) -> Answer:
        """Wait for a place, visit and judge, all before the deadline."""
        try:
            async with asyncio.timeout_at(deadline), self._places.hold():
                return await self._analyze(analysis, target, deadline)
        except TimeoutError:
            raise TimedOut(f"{target.host} took longer than one analysis may take.") from None

    async def _analyze(self, analysis: Analysis, target: Target, deadline: float) -> Answer:
        visit, expires = await self._visit(target, deadline)
        site = await visit.site(analysis.needs, deadline)
        heavy = is_heavy(site.capture.page.body, site.capture.files)
        with self._tracing.span("judge", {"siteloupe.analysis": analysis.name}):
            body, seconds = await self._judge(heavy, _make_report, analysis, site, self._settings.max_answer)
        self._metrics.count_judging(seconds)
        if visit.refused:
            return Answer(body, analysis.report, None)
        self._keep(target, visit, expires)  # again: it may hold more now than when it was new
        return Answer(body, analysis.report, expires - self._timer())

    async def _visit(self, target: Target, deadline: float) -> tuple[SiteVisit, float]:
        """The visit that all analyses of the target share, and when (on our timer) it is stale."""
        if (found := self._visits.get(target.url)) is not None:
            visit, fresh_for = found
            return visit, self._timer() + fresh_for
        return await self._visit_flights.join(target.url, lambda: self._visit_once(target, deadline))

    async def _visit_once(self, target: Target, deadline: float) -> tuple[SiteVisit, float]:
        expires = self._timer() + self._settings.cache_seconds
        async with asyncio.timeout_at(deadline):
            visit = await self._visit_site(target, deadline)
        if not visit.refused:
            self._keep(target, visit, expires)
        return visit, expires

    def _keep(self, target: Target, visit: SiteVisit, expires: float) -> None:
        self._visits.put(target.url, visit, visit.size, expires - self._timer())


@asynccontextmanager
async def open_service(
    settings: Settings,
    metrics: Metrics | None = None,
    cache: Cache | None = None,
    tracing: Tracing = OFF,
) -> AsyncIterator[Service]:
    """A service on the live network, closed at the end of the block."""
    metrics = metrics or Metrics()
    async with open_fetch(settings) as fetch:
        observed = trace_fetch(_count_exchanges(fetch, metrics), tracing)
        judge = Judging(settings, WARM_UP)
        service = Service(
            settings,
            lambda target, deadline: visit(target, observed, settings, deadline, judge=judge),
            metrics=metrics,
            cache=cache,
            judge=judge,
            tracing=tracing,
        )
        try:
            yield service
        finally:
            await service.close()
            judge.close()


def _count_exchanges(fetch: Fetch, metrics: Metrics) -> Fetch:
    """``fetch``, with every exchange counted."""

    async def fetch_and_count(target: Target, bounds: Bounds) -> Exchange:
        try:
            exchange = await fetch(target, bounds)
        except SiteloupeError as error:
            metrics.count_failed_exchange(cause_of(error))
            raise
        metrics.count_exchange(exchange)
        return exchange

    return fetch_and_count


def _make_report(analysis: Analysis, site: Site, max_bytes: int) -> tuple[bytes, float]:
    """The report of ``site``, encoded, and the seconds it took."""
    began = time.perf_counter()
    body = msgspec.json.encode(judge(analysis, site, max_bytes))
    return body, time.perf_counter() - began
