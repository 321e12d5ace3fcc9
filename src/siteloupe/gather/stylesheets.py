"""Fetching the stylesheets of a page, and those that they import, within the budget of all together."""

import asyncio
from collections import deque

from siteloupe.capture import Answer, Exchange, Missing, Sheet
from siteloupe.detect.site import Site
from siteloupe.detect.styles.sheets import (
    OVER_BUDGET,
    Reference,
    applied_sheets,
    imports_of,
    is_css,
    parse_block,
    parse_sheet,
)
from siteloupe.document import Style
from siteloupe.fetching import Bounds, Fetch
from siteloupe.gather.files import narrow, subresource
from siteloupe.judging import Judge, is_heavy, judge_in_thread
from siteloupe.settings import Settings

AT_ONCE = 12
"""Sheets in flight: it bounds the memory of those that arrive together when the budget is almost used up."""

MAX_FOUND = 2000
"""Sheets that are counted, of those for which there is no room."""

PATIENCE = 2.0
"""Seconds after which a sheet that does not come no longer holds up what others import."""


async def stylesheets(
    site: Site, fetch: Fetch, settings: Settings, bounds: Bounds, judge: Judge = judge_in_thread
) -> tuple[Sheet, ...]:
    """Every sheet that the page applies, each URL once: linked ones, then level by level what they import.

    The order of a level is that of the document, and so is who comes first when the budget runs out. What
    could not be had is a Missing, and leaves its room to the next; one that was not even asked for has the
    cause ``over-budget``.
    """
    bounds = narrow(
        bounds, settings.stylesheet_seconds, max_body=settings.max_stylesheet, accept="text/css,*/*;q=0.1"
    )
    encoding, first = await judge(is_heavy(site.capture.page.body), _first_level, site)
    crawl = _Crawl(encoding, fetch, settings, bounds, judge)
    try:
        return await crawl.run(first)
    finally:
        crawl.cancel()


def _first_level(site: Site) -> tuple[str, list[tuple[Reference, int]]]:
    """The page's encoding, and the sheets that it names itself, with their depth of import."""
    page = site.page
    named: list[tuple[Reference, int]] = []
    for element in applied_sheets(page):
        if isinstance(element, Style):
            named += [(each, 1) for each in imports_of(parse_block(element.text), page.base_url)]
        else:
            named.append((element, 0))
    return page.encoding, named


def _imports_of(sheets: list[tuple[Exchange, int]], encoding: str) -> list[tuple[Reference, int]]:
    """What ``sheets``, each with its depth of import, import in turn."""
    return [
        (reference, depth + 1)
        for sheet, depth in sheets
        for reference in imports_of(parse_sheet(sheet, encoding), sheet.url)
    ]


class _Crawl:
    """One page's sheets on their way."""

    def __init__(self, encoding: str, fetch: Fetch, settings: Settings, bounds: Bounds, judge: Judge) -> None:
        self._encoding = encoding
        self._judge = judge
        self._fetch = fetch
        self._settings = settings
        self._bounds = bounds
        self._policy = settings.policy
        self._places = asyncio.Semaphore(AT_ONCE)
        self._found: dict[str, Answer | None] = {}
        self._depths: dict[str, int] = {}
        self._waiting: deque[str] = deque()
        self._flights: dict[asyncio.Task[Answer], str] = {}
        self._room = settings.max_stylesheets
        self._bytes = 0

    async def run(self, first: list[tuple[Reference, int]]) -> tuple[Sheet, ...]:
        """Fetch ``first`` and all that they import."""
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
        """Let go of what is still in flight."""
        for flight in self._flights:
            flight.cancel()

    def _start(self, named: list[tuple[Reference, int]]) -> None:
        """Put each sheet that is new in the queue, and ask for as many of it as there is room for."""
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
            self._flights[asyncio.create_task(self._answer(url))] = url

    async def _answer(self, url: str) -> Answer:
        async with self._places:
            late = asyncio.get_running_loop().time() >= self._bounds.deadline
            if late or self._bytes >= self._settings.max_css:
                return Missing(url, OVER_BUDGET)
            answer = await subresource(url, self._policy, self._fetch, self._bounds)
            self._bytes += _css_bytes(answer)
            return answer

    async def _imports_of(self, urls: list[str]) -> list[tuple[Reference, int]]:
        """What the sheets at ``urls`` import, in order."""
        answers = ((self._found[url], self._depths.get(url, 0)) for url in urls)
        sheets = [(each, depth) for each, depth in answers if isinstance(each, Exchange) and is_css(each)]
        heavy = is_heavy(b"", (sheet.body for sheet, _ in sheets))
        return await self._judge(heavy, _imports_of, sheets, self._encoding) if sheets else []

    def _fit_bytes(self) -> tuple[Sheet, ...]:
        """All sheets; those that arrived together and are too much together go, from the last one on."""
        sheets, room = [], self._settings.max_css
        for url, answer in self._found.items():
            size = _css_bytes(answer)
            fits = size <= room
            sheets.append(Sheet(url, answer if answer is not None and fits else Missing(url, OVER_BUDGET)))
            room -= size if fits else 0
        return tuple(sheets)


def _gives_way(answer: Answer) -> bool:
    """Whether a sheet that was asked for did not come, so that there is room for another."""
    return not is_css(answer) and not (isinstance(answer, Missing) and answer.cause == OVER_BUDGET)


def _css_bytes(answer: Answer | None) -> int:
    return len(answer.body) if isinstance(answer, Exchange) and is_css(answer) else 0
