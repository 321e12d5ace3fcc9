"""One visit of a site: its page, and whatever the analyses need beyond it, each gathered once."""

import asyncio
import datetime as dt
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

from siteloupe.capture import Answer, Exchange, FontFile, Need, Sheet, ThemeFiles
from siteloupe.detect.site import Site
from siteloupe.errors import TimedOut
from siteloupe.fetching import Allowance, Bounds, Fetch
from siteloupe.gather.files import rest_root, theme_json
from siteloupe.gather.fonts import font_files
from siteloupe.gather.page import GatherPlan, fetch_page
from siteloupe.gather.stylesheets import stylesheets
from siteloupe.gather.theme import theme_files
from siteloupe.judging import Judge, judge_in_thread
from siteloupe.settings import Settings
from siteloupe.target import Target

KEPT_REQUESTS = 14
"""Requests that sheets leave to the rest: theme, theme.json and REST root take nine, redirects some more.

Who comes first must not decide what a visit holds, so each part has its own share. Font files, which wait
for the sheets to be there, may use what these have left.
"""

JUDGING_SHARE = 0.08
"""What fetching leaves of the total time to judging: a file that hangs is missing, and the page is judged."""


def utc_now() -> str:
    """The time now, UTC, ISO 8601 to the second with ``Z``."""
    return dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


async def visit(
    target: Target,
    fetch: Fetch,
    settings: Settings,
    deadline: float,
    now: Callable[[], str] = utc_now,
    *,
    judge: Judge = judge_in_thread,
) -> "Visit":
    """Fetch the page of ``target``, for an analysis to end at ``deadline``, a time of the loop's clock.

    Doorways are followed like redirects. Raises BadTarget when the target or a hop is refused, Unreachable
    when nothing answers.
    """
    at = now()
    allowance = Allowance(settings.max_requests)
    bounds = Bounds(
        _end_of_fetching(deadline, settings),
        settings.max_html,
        allowance,
        accept="text/html,application/xhtml+xml,*/*;q=0.8",
    )
    site, plan = await fetch_page(target, at, fetch=fetch, settings=settings, bounds=bounds, judge=judge)
    return Visit(site, plan, fetch=fetch, settings=settings, allowance=allowance, judge=judge)


async def visit_once(
    target: Target,
    needs: frozenset[Need],
    fetch: Fetch,
    settings: Settings,
    now: Callable[[], str] = utc_now,
) -> Site:
    """Visit ``target`` and gather ``needs``, all within the total time of one analysis, for one caller.

    Raises BadTarget when the target or a hop is refused, Unreachable when nothing answers in time.
    """
    deadline = asyncio.get_running_loop().time() + settings.total_seconds
    try:
        async with asyncio.timeout_at(deadline):
            seen = await visit(target, fetch, settings, deadline, now)
            return await seen.site(needs, deadline)
    except TimeoutError:
        raise TimedOut(f"{target.host} took longer than one analysis may take.") from None


class Visit:
    """A page that was fetched, and the site behind it for further needs.

    Several analyses may ask one visit at once: each need is gathered by the first that wants it.
    """

    def __init__(
        self,
        site: Site,
        plan: GatherPlan,
        *,
        fetch: Fetch,
        settings: Settings,
        allowance: Allowance,
        judge: Judge,
    ) -> None:
        self.refused = plan.refused
        self._site = site
        self._plan = plan
        self._fetch = fetch
        self._judge = judge
        self._settings = settings
        self._sheet_allowance = Allowance(max(0, allowance.requests - KEPT_REQUESTS))
        self._allowance = Allowance(allowance.requests - self._sheet_allowance.requests)
        self._flights: dict[Need, asyncio.Task[Any]] = {}

    @property
    def url(self) -> str:
        """The final URL of the page."""
        return self._site.capture.page.url

    @property
    def size(self) -> int:
        """Bytes of bodies held so far, for the cache that keeps visits."""
        return len(self._site.capture.page.body) + sum(
            _body_bytes(flight) for flight in self._flights.values()
        )

    async def site(self, needs: frozenset[Need], deadline: float) -> Site:
        """The site with everything that was asked for; what could not be had is a Missing in its capture.

        ``deadline`` is when the analysis has to end, so that gathering ends some time before.
        """
        if self.refused:
            return self._site
        deadline = _end_of_fetching(deadline, self._settings)
        gathered = await asyncio.gather(*(self._start(need, deadline) for need in needs))
        parts = dict(zip(needs, gathered, strict=True))
        capture = replace(
            self._site.capture,
            theme=parts.get(Need.THEME),
            rest_root=parts.get(Need.REST_ROOT),
            stylesheets=parts.get(Need.STYLESHEETS) or (),
            theme_json=parts.get(Need.THEME_JSON),
            font_files=parts.get(Need.FONT_FILES),
        )
        return self._site.with_capture(capture)

    def _start(self, need: Need, deadline: float) -> Awaitable[Any]:
        if need not in self._flights or _has_failed(self._flights[need]):
            self._flights[need] = asyncio.create_task(self._gather(need, deadline))
        return asyncio.shield(self._flights[need])

    def _gather(self, need: Need, deadline: float) -> Coroutine[Any, Any, Any]:
        if need is Need.THEME:
            return self._theme(deadline)
        if need is Need.REST_ROOT:
            return self._rest_root(deadline)
        if need is Need.THEME_JSON:
            return self._theme_json(deadline)
        if need is Need.FONT_FILES:
            return self._font_files(deadline)
        return self._stylesheets(deadline)

    async def _theme(self, deadline: float) -> ThemeFiles | None:
        if self._plan.theme is None:
            return None
        return await theme_files(self._plan.theme, self._fetch, self._settings, self._bounds(deadline))

    async def _rest_root(self, deadline: float) -> Answer | None:
        if self._plan.rest_root is None:
            return None
        return await rest_root(self._plan.rest_root, self._fetch, self._settings, self._bounds(deadline))

    async def _theme_json(self, deadline: float) -> Answer | None:
        files = await self._start(Need.THEME, deadline)
        return await theme_json(files, self._fetch, self._settings, self._bounds(deadline))

    async def _stylesheets(self, deadline: float) -> tuple[Sheet, ...]:
        bounds = Bounds(deadline, self._settings.max_stylesheet, self._sheet_allowance)
        return await stylesheets(self._site, self._fetch, self._settings, bounds, self._judge)

    async def _font_files(self, deadline: float) -> tuple[FontFile, ...]:
        sheets = await self._start(Need.STYLESHEETS, deadline)
        bounds = Bounds(deadline, self._settings.max_font_file, self._sheet_allowance)
        site = self._site.with_capture(replace(self._site.capture, stylesheets=sheets))
        return await font_files(site, self._fetch, self._settings, bounds, self._judge)

    def _bounds(self, deadline: float) -> Bounds:
        return Bounds(deadline, self._settings.max_json, self._allowance)


def _end_of_fetching(deadline: float, settings: Settings) -> float:
    return deadline - JUDGING_SHARE * settings.total_seconds


def _has_failed(flight: "asyncio.Task[Any]") -> bool:
    return flight.done() and (flight.cancelled() or flight.exception() is not None)


def _body_bytes(flight: "asyncio.Task[Any]") -> int:
    """Bytes of the bodies that a finished flight brought back."""
    if not flight.done() or _has_failed(flight):
        return 0
    return _size(flight.result())


def _size(part: ThemeFiles | Answer | Sheet | FontFile | tuple[Sheet | FontFile, ...] | None) -> int:
    if isinstance(part, Exchange):
        return len(part.body)
    if isinstance(part, tuple):
        return sum(map(_size, part))
    if isinstance(part, Sheet | FontFile):
        return _size(part.answer)
    if isinstance(part, ThemeFiles):
        held = (part.style, part.parent_style, part.directory, part.parent_directory)
        return sum(map(_size, held))
    return 0
