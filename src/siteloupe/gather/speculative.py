"""The stylesheets that the beginning of a page names, requested while the rest of it is on its way.

Browsers do the same: https://html.spec.whatwg.org/multipage/parsing.html#speculative-html-parsing. Only what
the whole page will be found to apply is requested: the beginning has to be that of a page with content, and
what is read of it stays as it is when more of it is there.
"""

import asyncio
import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from siteloupe.capture import Capture, Exchange
from siteloupe.detect.page.beginning import shows_content
from siteloupe.detect.styles.sheets import Reference, reference_of
from siteloupe.document import Link, Style
from siteloupe.errors import SiteloupeError
from siteloupe.fetching import Allowance, Beginning, Bounds, Fetch
from siteloupe.gather.stylesheets import StylesheetCrawl, split_off_sheets
from siteloupe.judging import JudgeInTime, Task
from siteloupe.settings import Settings

if TYPE_CHECKING:  # what judges is imported by who judges
    from siteloupe.detect.site import Site

MAX_BEGINNING = 64 * 1024
"""Most bytes of a page that are looked at."""

MAX_LOOKS = 3
"""Most times that a page is looked at, each time with more of it."""

GROWTH = 1.4
"""How much more of the page has to be there for another look."""

PAUSE = 0.005
"""Seconds from the arrival of bytes to a look: what is whole by then is not looked at."""

MOST_AT_ONCE = 4
"""Most pages that a process looks at early at once.

A look takes some 4 ms of CPU time, which a busy process has not to give away.
"""

_BODY = re.compile(rb"<body[\s>]", re.IGNORECASE)
_MAY_IMPORT = re.compile(r"@[iI\\]")
_UNSURE = re.compile(rb"[\0\x1b]")
"""Bytes of encodings in which ASCII characters are not themselves: UTF-16 and ISO-2022-JP."""

_looks: set[asyncio.Task[None]] = set()


class SpeculativeSheets:
    """The requests that a visit makes for sheets before its page is there.

    It hears of the page's body as a :class:`fetching.Listener`. ``bounds`` are those of the page: the share
    of sheets is taken out of its allowance when the first is requested.
    """

    def __init__(self, fetch: Fetch, settings: Settings, bounds: Bounds, judge: JudgeInTime) -> None:
        self._fetch = fetch
        self._settings = settings
        self._bounds = bounds
        self._total = bounds.allowance
        self._judge = judge
        self._url = ""
        self._looks = 0
        self._seen = 0
        self._timer: asyncio.TimerHandle | None = None
        self._look: asyncio.Task[None] | None = None
        self._crawl: StylesheetCrawl | None = None
        self._allowance: Allowance | None = None
        self._is_arriving = False

    def hear(self, beginning: Beginning) -> None:
        """Look at the page soon, unless it is whole by then."""
        if beginning.url != self._url:
            self.drop()
            self._url = beginning.url
        self._is_arriving = True
        is_looking = self._timer is not None or (self._look is not None and not self._look.done())
        if beginning.status == 200 and self._looks < MAX_LOOKS and self._crawl is None and not is_looking:
            self._timer = asyncio.get_running_loop().call_later(PAUSE, self._begin_look, beginning)

    def end(self) -> None:
        """Request nothing more: the page is whole, or failed."""
        self._is_arriving = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def claim(self, page: Exchange) -> tuple[StylesheetCrawl, Allowance] | None:
        """Return the requests that were made for ``page``, and the share of sheets; None without a request.

        They are the caller's from now on.
        """
        if page.url != self._url:
            self.drop()
        crawl, allowance, self._crawl, self._allowance = self._crawl, self._allowance, None, None
        return None if crawl is None or allowance is None else (crawl, allowance)

    def drop(self) -> None:
        """Cancel all requests, and give back what they leave of the share of sheets."""
        self.end()
        self._looks = self._seen = 0
        if self._look is not None:
            self._look.cancel()
            self._look = None
        if self._crawl is not None:
            self._crawl.cancel()
            self._crawl = None
        if self._allowance is not None:
            self._total.take_back(self._allowance)
            self._allowance = None

    def _begin_look(self, beginning: Beginning) -> None:
        self._timer = None
        body = beginning.read(MAX_BEGINNING)
        if len(body) < GROWTH * self._seen or len(_looks) >= MOST_AT_ONCE or _BODY.search(body) is None:
            return
        self._seen = len(body)
        self._looks += 1
        page = Exchange(beginning.url, beginning.url, beginning.status, beginning.headers, body)
        self._look = asyncio.create_task(self._look_at(page))
        _looks.add(self._look)
        self._look.add_done_callback(_looks.discard)

    async def _look_at(self, page: Exchange) -> None:
        try:
            found = await self._judge(_FIRST_SHEETS, Capture("", page), self._settings.max_stylesheets)
        except (SiteloupeError, TimeoutError):
            self._looks = MAX_LOOKS  # the whole page will tell what is wrong with it
            return
        if found and self._is_arriving:
            self._request(found)

    def _request(self, references: list[Reference]) -> None:
        self._allowance = split_off_sheets(self._total)
        bounds = replace(self._bounds, allowance=self._allowance)
        self._crawl = StylesheetCrawl(self._judge, self._fetch, self._settings, bounds)
        self._crawl.request_early(references)


def first_sheets(site: "Site", most: int) -> list[Reference]:
    """Return the first sheets of any page that begins like that of ``site``, at most ``most``, in order.

    Empty when it cannot be told yet whether it will be a page to read.
    """
    page = site.page
    if site.html.truncated or _UNSURE.search(site.html.body):
        return []
    if not shows_content(site.html, page, lambda: site.static_content):
        return []
    found: dict[str, Reference | None] = {}
    for element in page.styling:
        if isinstance(element, Style):
            if _MAY_IMPORT.search(element.text):
                break  # what it imports comes before the sheets behind it, and may not be there yet
        elif (reference := reference_of(element, page)) is not None:
            found.setdefault(reference.url, reference if _is_plain(element) else None)
    return [reference for reference in islice(found.values(), most) if reference is not None]


def _is_plain(link: Link) -> bool:
    """Whether ``link`` means the same in every encoding; the page may yet turn out to have another."""
    return all(value.isascii() for value in link.attributes.values())


_FIRST_SHEETS = Task(first_sheets, list[Reference], is_last=True)
