"""Fetching of the stylesheets of a page and of their imports, within one budget."""

import asyncio
from collections import deque
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from siteloupe.capture import Answer, Capture, Exchange, Missing, Sheet
from siteloupe.detect.styles.sheets import (
    OVER_BUDGET,
    Reference,
    applied_sheets,
    imports_of,
    is_css,
)
from siteloupe.document import Style
from siteloupe.errors import SiteloupeError
from siteloupe.fetching import Allowance, Bounds, Fetch
from siteloupe.gather.files import narrow, subresource
from siteloupe.judging import JudgeInTime, Task
from siteloupe.settings import Settings

if TYPE_CHECKING:  # what judges is imported by who judges
    from siteloupe.detect.site import Site

AT_ONCE = 12
"""Most requests at once: it limits the memory of sheets that arrive together near the end of the budget."""

EARLY_SHARE = 0.5
"""The part of the sheets that may be fetched within which imports are requested before their turn."""

KEPT_REQUESTS = 14
"""Requests that sheets leave to the rest: theme, theme.json, REST root and the directories take ten.

Redirects take some more. Who comes first must not decide what a visit holds, so each part has its own share.
Font files, which wait for the sheets to be there, may use what these have left.
"""

MAX_FOUND = 2000
"""Most sheets over the budget that are counted."""

PATIENCE = 2.0
"""Seconds after which the imports of other sheets no longer wait for a late sheet, where they have to."""


async def stylesheets(
    capture: Capture,
    fetch: Fetch,
    settings: Settings,
    bounds: Bounds,
    judge: JudgeInTime,
    *,
    begun: "StylesheetCrawl | None" = None,
) -> tuple[Sheet, ...]:
    """Fetch every sheet that the page applies, each URL once: linked sheets, then their imports by level.

    The order of a level is the order of the document, also when the budget is almost used up. A sheet that
    could not be fetched is a Missing, and leaves its room to the next; without a request, its cause is
    ``over-budget``. ``begun`` has the requests that were made before the whole page was there.
    """
    crawl = begun or StylesheetCrawl(judge, fetch, settings, bounds)
    try:
        encoding, first = await judge(_FIRST_LEVEL, capture)
        return await crawl.run(capture, encoding, first, bounds)
    finally:
        crawl.cancel()


def split_off_sheets(allowance: Allowance) -> Allowance:
    """Take the share of sheets and fonts out of the ``allowance`` of a visit whose page has come."""
    return allowance.split(max(0, allowance.requests - KEPT_REQUESTS))


def first_level(site: "Site") -> tuple[str, list[tuple[Reference, int]]]:
    """Return the page's encoding, and the sheets in its markup, with their depth of import."""
    from siteloupe.detect.styles.parsed_sheets import parse_block  # noqa: PLC0415 - only who judges needs it

    page = site.page
    named: list[tuple[Reference, int]] = []
    for element in applied_sheets(page):
        if isinstance(element, Style):
            named += [(each, 1) for each in imports_of(parse_block(element.text), page.base_url)]
        else:
            named.append((element, 0))
    return page.encoding, named


_FIRST_LEVEL = Task(first_level, tuple[str, list[tuple[Reference, int]]])


def _imports_of(_site: "Site", sheets: list[Exchange], encoding: str) -> list[list[Reference]]:
    """Return the imports of each of ``sheets``."""
    from siteloupe.detect.styles.parsed_sheets import parse_sheet  # noqa: PLC0415 - only who judges needs it

    return [list(imports_of(parse_sheet(sheet, encoding), sheet.url)) for sheet in sheets]


_IMPORTS = Task(_imports_of, list[list[Reference]])


class _Reading:
    """The imports of sheets, which a judge looks for while others are on their way.

    The judge keeps the parsed sheets for the report. It gets all that arrived since it was last asked, and
    nothing before the page is there, which :meth:`begin` says.
    """

    def __init__(self, judge: JudgeInTime) -> None:
        self._judge = judge
        self._page: asyncio.Future[tuple[Capture, str]] = asyncio.get_running_loop().create_future()
        self._arrived: list[Exchange] = []
        self._imports: dict[str, list[Reference]] = {}
        self._turn = asyncio.Lock()
        self._failure: SiteloupeError | None = None

    def begin(self, capture: Capture, encoding: str) -> None:
        """Read sheets of the page in ``capture``, which has the ``encoding``."""
        self._page.set_result((capture, encoding))

    async def read(self, sheet: Exchange) -> list[Reference]:
        """Return the imports of ``sheet``. Raises what the judge raises."""
        self._arrived.append(sheet)
        async with self._turn:
            capture, encoding = await asyncio.shield(self._page)
            if self._arrived and self._failure is None:
                await self._read_arrived(capture, encoding)
        if self._failure is not None:
            raise self._failure
        return self._imports[sheet.requested]

    async def _read_arrived(self, capture: Capture, encoding: str) -> None:
        sheets, self._arrived = self._arrived, []
        try:
            found = await self._judge(_IMPORTS, capture, sheets, encoding)
        except SiteloupeError as error:
            self._failure = error
        else:
            self._imports |= {sheet.requested: each for sheet, each in zip(sheets, found, strict=True)}


class StylesheetCrawl:
    """The downloads of the sheets of one page."""

    def __init__(self, judge: JudgeInTime, fetch: Fetch, settings: Settings, bounds: Bounds) -> None:
        self._reading = _Reading(judge)
        self._fetch = fetch
        self._settings = settings
        self._bounds = _narrow(bounds, settings)
        self._policy = settings.policy
        self._places = asyncio.Semaphore(AT_ONCE)
        self._hosts: dict[str, asyncio.Semaphore] = {}
        self._reads: dict[str, asyncio.Task[list[Reference]]] = {}
        self._early: dict[str, asyncio.Task[Answer]] = {}
        self._found: dict[str, Answer | None] = {}
        self._depths: dict[str, int] = {}
        self._waiting: deque[str] = deque()
        self._flights: dict[asyncio.Task[Answer], str] = {}
        self._room = settings.max_stylesheets
        self._bytes = 0

    def request_early(self, references: list[Reference]) -> None:
        """Request sheets that :meth:`run` will be asked for when the whole page is there."""
        for reference in references:
            self._early[reference.url] = asyncio.create_task(self._answer(reference.url))

    async def run(
        self, capture: Capture, encoding: str, first: list[tuple[Reference, int]], bounds: Bounds
    ) -> tuple[Sheet, ...]:
        """Fetch the ``first`` sheets of the page in ``capture``, and all that they import."""
        self._bounds = _narrow(bounds, self._settings)
        self._reading.begin(capture, encoding)
        self._start(first)
        while self._flights:
            done, _ = await asyncio.wait(self._flights, timeout=PATIENCE)
            landed = [flight for flight in self._flights if flight in done]
            urls = [self._flights.pop(flight) for flight in landed]
            for url, flight in zip(urls, landed, strict=True):
                self._found[url] = flight.result()
                self._room += _gives_way(flight.result())
            self._start(await self._imports_of(urls))
        return self._fit_bytes()

    def cancel(self) -> None:
        """Cancel the open requests."""
        for task in (*self._flights, *self._early.values(), *self._reads.values()):
            task.cancel()

    def _start(self, named: list[tuple[Reference, int]]) -> None:
        """Queue each new sheet, and request as many as there is room for."""
        for reference, depth in named:
            url = reference.url
            if url in self._found or len(self._found) >= MAX_FOUND:
                continue
            self._found[url] = Missing(url, OVER_BUDGET)
            self._depths[url] = depth
            if depth <= self._settings.max_import_depth:
                self._waiting.append(url)
        while self._room > 0 and self._waiting:
            self._room -= 1
            url = self._waiting.popleft()
            self._found[url] = None
            flight = self._early.pop(url, None) or asyncio.create_task(self._answer(url))
            self._flights[flight] = url

    async def _answer(self, url: str) -> Answer:
        answer = await self._fetch_in_turn(url)
        if isinstance(answer, Exchange) and is_css(answer):
            self._reads[url] = asyncio.create_task(self._read(url, answer))
        return answer

    async def _read(self, url: str, sheet: Exchange) -> list[Reference]:
        imports = await self._reading.read(sheet)
        self._ask_early(imports, self._depths.get(url, 0) + 1)
        return imports

    def _ask_early(self, imports: list[Reference], depth: int) -> None:
        """Request what a sheet imports while the others of its level are on their way.

        Nothing where the budget might have no room for it: what the others import comes first in order.
        """
        for reference in imports:
            url = reference.url
            if depth > self._settings.max_import_depth or url in self._found or url in self._early:
                continue
            if len(self._found) + len(self._early) >= self._settings.max_stylesheets * EARLY_SHARE:
                return
            self._depths[url] = depth
            self._early[url] = asyncio.create_task(self._answer(url))

    async def _fetch_in_turn(self, url: str) -> Answer:
        """Fetch ``url`` when its host has a place, and then there is one at all: none holds up others."""
        host = self._hosts.setdefault(urlsplit(url).netloc, asyncio.Semaphore(self._settings.per_host))
        async with host, self._places:
            late = asyncio.get_running_loop().time() >= self._bounds.deadline
            if late or self._bytes >= self._settings.max_css:
                return Missing(url, OVER_BUDGET)
            answer = await subresource(url, self._policy, self._fetch, self._bounds)
            self._bytes += _css_bytes(answer)
            return answer

    async def _imports_of(self, urls: list[str]) -> list[tuple[Reference, int]]:
        """Return the imports of the sheets at ``urls``, in order, each with its depth."""
        return [
            (reference, self._depths.get(url, 0) + 1)
            for url in urls
            if url in self._reads
            for reference in await self._reads[url]
        ]

    def _fit_bytes(self) -> tuple[Sheet, ...]:
        """Return all sheets; when they are too large together, the last ones become Missing."""
        sheets, room = [], self._settings.max_css
        for url, answer in self._found.items():
            size = _css_bytes(answer)
            fits = size <= room
            sheets.append(Sheet(url, answer if answer is not None and fits else Missing(url, OVER_BUDGET)))
            room -= size if fits else 0
        return tuple(sheets)


def _narrow(bounds: Bounds, settings: Settings) -> Bounds:
    return narrow(
        bounds, settings.stylesheet_seconds, max_body=settings.max_stylesheet, accept="text/css,*/*;q=0.1"
    )


def _gives_way(answer: Answer) -> bool:
    """Whether a requested sheet failed, so that there is room for another."""
    return not is_css(answer) and not (isinstance(answer, Missing) and answer.cause == OVER_BUDGET)


def _css_bytes(answer: Answer | None) -> int:
    return len(answer.body) if isinstance(answer, Exchange) and is_css(answer) else 0
