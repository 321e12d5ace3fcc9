"""One visit of a site: its page, and whatever the analyses need beyond it, each gathered once."""

import asyncio
import datetime as dt
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from siteloupe.capture import Answer, Capture, Exchange, FontFile, Need, Sheet, ThemeFiles
from siteloupe.detect.theme.page_marks import ThemeMarks
from siteloupe.errors import TimedOut
from siteloupe.fetching import Ahead, Allowance, Bounds, Fetch, NoteRefusal, Render
from siteloupe.flights import Flights
from siteloupe.gather.ahead import connections_ahead
from siteloupe.gather.files import rest_root, theme_json
from siteloupe.gather.fonts import font_files
from siteloupe.gather.page import GatherPlan, fetch_page
from siteloupe.gather.plugins import plugin_listings
from siteloupe.gather.speculative import SpeculativeSheets
from siteloupe.gather.stylesheets import StylesheetCrawl, split_off_sheets, stylesheets
from siteloupe.gather.theme import theme_files, theme_styles
from siteloupe.judging import Judge, judge_until
from siteloupe.rendered import Rendered, RenderResult
from siteloupe.settings import Settings
from siteloupe.target import Target

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
    *,
    judge: Judge,
    now: Callable[[], str] = utc_now,
    note_refusal: NoteRefusal = lambda _: None,
    render: Render | None = None,
    needs: frozenset[Need] = frozenset(),
) -> "Visit":
    """Fetch the page of ``target``, for an analysis to end at ``deadline``, a time of the loop's clock.

    Doorways are followed like redirects; ``note_refusal`` is as in Allowance. ``needs`` are what the visit
    will be asked for next: connections are opened ahead for them, and sheets are requested before the page is
    whole. Raises BadTarget when the target or a hop is refused, Unreachable when nothing answers.
    """
    at = now()
    ahead = connections_ahead(needs, settings)
    allowance = Allowance(settings.max_requests, note_refusal=note_refusal)
    bounds = Bounds(
        _end_of_fetching(deadline, settings),
        settings.max_html,
        allowance,
        accept="text/html,application/xhtml+xml,*/*;q=0.8",
        ahead=ahead,
    )
    in_time = judge_until(judge, deadline)
    speculative = SpeculativeSheets(fetch, settings, bounds, in_time)
    is_hasty = Need.STYLESHEETS in needs and settings.ahead > 0
    bounds = replace(bounds, is_page=True, listener=speculative if is_hasty else None)
    try:
        capture, plan = await fetch_page(
            target, at, fetch=fetch, settings=settings, bounds=bounds, judge=in_time
        )
    except BaseException:
        ahead.close()
        speculative.drop()
        raise
    if plan.refused:
        ahead.close()
        speculative.drop()
    return Visit(
        capture,
        plan,
        fetch=fetch,
        settings=settings,
        allowance=allowance,
        judge=judge,
        render=render,
        ahead=ahead,
        begun=speculative.claim(capture.page),
    )


async def visit_once(
    target: Target,
    needs: frozenset[Need],
    fetch: Fetch,
    settings: Settings,
    *,
    judge: Judge,
    now: Callable[[], str] = utc_now,
    render: Render | None = None,
) -> Capture:
    """Visit ``target`` and gather ``needs``, all within the total time of one analysis, for one caller.

    Raises BadTarget when the target or a hop is refused, Unreachable when nothing answers in time.
    """
    deadline = asyncio.get_running_loop().time() + settings.total_seconds
    try:
        async with asyncio.timeout_at(deadline):
            seen = await visit(
                target, fetch, settings, deadline, judge=judge, now=now, render=render, needs=needs
            )
            return await seen.capture(needs, deadline)
    except TimeoutError:
        raise TimedOut(f"{target.host} took longer than one analysis may take.") from None


class Visit:
    """A page that was fetched, and what further needs ask of its site.

    Several analyses may ask one visit at once: each need is gathered by the first that wants it.
    """

    def __init__(
        self,
        page: Capture,
        plan: GatherPlan,
        *,
        fetch: Fetch,
        settings: Settings,
        allowance: Allowance,
        judge: Judge,
        render: Render | None = None,
        ahead: Ahead | None = None,
        begun: tuple[StylesheetCrawl, Allowance] | None = None,
    ) -> None:
        self._ahead = ahead or Ahead()
        self._begun_sheets = begun[0] if begun else None
        self.is_refused = plan.refused
        self._page = page
        self._plan = plan
        self._fetch = fetch
        self._judge = judge
        self._render = render
        self._settings = settings
        self._allowance = allowance
        self._sheet_allowance = begun[1] if begun else split_off_sheets(allowance)
        self._parts: dict[Need, Any] = {}
        self._styles: ThemeFiles | None = None
        self._flights: Flights[Any] = Flights()

    @property
    def url(self) -> str:
        """The final URL of the page."""
        return self._page.page.url

    @property
    def size(self) -> int:
        """Bytes of bodies held so far, for the cache that keeps visits."""
        return len(self._page.page.body) + sum(map(_size, self._parts.values()))

    async def capture(self, needs: frozenset[Need], deadline: float) -> Capture:
        """The capture with everything that was asked for; what could not be had is a Missing in it.

        ``deadline`` is when the analysis has to end, so that gathering ends some time before.
        """
        if self.is_refused:
            return self._page
        # In the order of Need: what others wait for is asked for first.
        ordered = [need for need in Need if need in needs]
        try:
            gathered = await asyncio.gather(*(self._part(need, deadline) for need in ordered))
        finally:
            self._ahead.close()
            if self._begun_sheets is not None:  # nobody wanted them after all
                self._begun_sheets.cancel()
                self._begun_sheets = None
        parts = dict(zip(ordered, gathered, strict=True))
        return replace(
            self._page,
            theme=parts.get(Need.THEME),
            rest_root=parts.get(Need.REST_ROOT),
            plugins=parts.get(Need.PLUGINS),
            stylesheets=parts.get(Need.STYLESHEETS) or (),
            theme_json=parts.get(Need.THEME_JSON),
            font_files=parts.get(Need.FONT_FILES),
            rendered=parts.get(Need.RENDERED) or parts.get(Need.RENDERED_SHELL),
        )

    async def _part(self, need: Need, deadline: float) -> Any:
        """What ``need`` asks for: kept, or gathered while somebody waits for it."""
        if need not in self._parts:
            self._parts[need] = await self._flights.join(need, lambda: self._gather(need, deadline))
        return self._parts[need]

    def _gather(self, need: Need, deadline: float) -> Coroutine[Any, Any, Any]:
        gather: dict[Need, Callable[[float], Coroutine[Any, Any, Any]]] = {
            Need.THEME: self._theme,
            Need.REST_ROOT: self._rest_root,
            Need.PLUGINS: self._plugins,
            Need.THEME_JSON: self._theme_json,
            Need.STYLESHEETS: self._stylesheets,
            Need.FONT_FILES: self._font_files,
            Need.RENDERED: self._rendered_page,
            Need.RENDERED_SHELL: self._rendered_shell,
        }
        return gather[need](deadline)

    async def _theme(self, deadline: float) -> ThemeFiles | None:
        if self._plan.theme is None:
            return None
        return await theme_files(
            self._theme_styles(self._plan.theme, deadline),
            self._plan.theme,
            fetch=self._fetch,
            settings=self._settings,
            bounds=self._bounds(deadline),
        )

    async def _theme_styles(self, marks: ThemeMarks, deadline: float) -> ThemeFiles:
        """The theme's files without what the directory says, which nothing else of a site depends on."""
        if self._styles is None:
            self._styles = await self._flights.join(
                "theme-styles",
                lambda: theme_styles(
                    self._page,
                    marks,
                    fetch=self._fetch,
                    settings=self._settings,
                    bounds=self._bounds(deadline),
                    judge=judge_until(self._judge, deadline),
                ),
            )
        return self._styles

    async def _rest_root(self, deadline: float) -> Answer | None:
        if self._plan.rest_root is None:
            return None
        return await rest_root(self._plan.rest_root, self._fetch, self._settings, self._bounds(deadline))

    async def _plugins(self, deadline: float) -> Answer | None:
        capture = replace(self._page, rest_root=await self._part(Need.REST_ROOT, deadline))
        judge = judge_until(self._judge, deadline)
        return await plugin_listings(capture, self._fetch, self._settings, self._bounds(deadline), judge)

    async def _theme_json(self, deadline: float) -> Answer | None:
        marks = self._plan.theme
        files = None if marks is None else await self._theme_styles(marks, deadline)
        return await theme_json(files, self._fetch, self._settings, self._bounds(deadline))

    async def _stylesheets(self, deadline: float) -> tuple[Sheet, ...]:
        bounds = self._bounds_of_files(deadline, self._settings.max_stylesheet)
        judge = judge_until(self._judge, deadline)
        begun, self._begun_sheets = self._begun_sheets, None
        return await stylesheets(self._page, self._fetch, self._settings, bounds, judge, begun=begun)

    async def _font_files(self, deadline: float) -> tuple[FontFile, ...]:
        sheets = await self._part(Need.STYLESHEETS, deadline)
        bounds = self._bounds_of_files(deadline, self._settings.max_font_file)
        judge = judge_until(self._judge, deadline)
        capture = replace(self._page, stylesheets=sheets)
        return await font_files(capture, self._fetch, self._settings, bounds, judge)

    async def _rendered_page(self, deadline: float) -> RenderResult | None:
        """The page as a browser shows it; its requests are in a budget of their own."""
        if self._render is None:
            return None
        allowance = Allowance(
            self._settings.render_requests, self._allowance.names, self._allowance.note_refusal
        )
        until = _end_of_fetching(deadline, self._settings)
        return await self._render(self._page.page, self._fetch, allowance, until)

    async def _rendered_shell(self, deadline: float) -> RenderResult | None:
        return await self._part(Need.RENDERED, deadline) if self._plan.is_shell else None

    def _bounds(self, deadline: float) -> Bounds:
        until = _end_of_fetching(deadline, self._settings)
        return Bounds(until, self._settings.max_json, self._allowance, ahead=self._ahead)

    def _bounds_of_files(self, deadline: float, max_body: int) -> Bounds:
        until = _end_of_fetching(deadline, self._settings)
        return Bounds(until, max_body, self._sheet_allowance, ahead=self._ahead)


def _end_of_fetching(deadline: float, settings: Settings) -> float:
    return deadline - JUDGING_SHARE * settings.total_seconds


_Part = ThemeFiles | Answer | Sheet | FontFile | RenderResult


def _size(part: _Part | tuple[Sheet | FontFile, ...] | None) -> int:
    if isinstance(part, Rendered):
        return part.size
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
