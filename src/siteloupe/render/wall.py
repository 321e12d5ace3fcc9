"""The answers to a page's requests: each is made by our own fetcher, through the address wall, or refused.

The page itself is not requested again: the visit has it. Redirects are followed by the fetcher, hop by hop.
"""

import asyncio
import contextvars
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from siteloupe.capture import Exchange
from siteloupe.errors import SiteloupeError
from siteloupe.fetching import Allowance, Bounds, Fetch
from siteloupe.settings import Settings
from siteloupe.target import parse

if TYPE_CHECKING:
    from playwright.async_api import Request, Route

ANSWERED_TYPES: Final = frozenset(
    {"document", "stylesheet", "script", "font", "xhr", "fetch", "other", "manifest"}
)
"""Kinds of requests that may be answered; images, media, text tracks, pings and sockets never are."""

MAX_NAVIGATIONS = 3
"""Most documents that a page may put in its own place."""

AT_ONCE = 8
"""Most answers that are fetched at once: it bounds how far over the limit of bytes they can come."""

_NOT_PASSED_ON = frozenset(
    {
        "alt-svc",
        "clear-site-data",
        "connection",
        "content-encoding",
        "content-length",
        "keep-alive",
        "link",
        "nel",
        "refresh",
        "report-to",
        "reporting-endpoints",
        "set-cookie",
        "speculation-rules",
        "strict-transport-security",
        "supports-loading-mode",
        "trailer",
        "transfer-encoding",
    }
)
"""Headers that describe the transfer, or make a browser ask for more or keep something."""

_ACCEPT: Mapping[str, str] = {
    "stylesheet": "text/css,*/*;q=0.1",
    "font": "font/woff2,font/woff;q=0.9,*/*;q=0.5",
}


@dataclass(slots=True)
class Traffic:
    """What a page has asked for: how many requests were answered and refused, and how many are open now."""

    answered: int = 0
    refused: int = 0
    waiting: int = 0
    bytes: int = 0
    last: float = field(default_factory=time.monotonic)

    def is_quiet(self, seconds: float) -> bool:
        """Whether no request is open, and none was for ``seconds``."""
        return not self.waiting and time.monotonic() - self.last >= seconds


class Wall:
    """Answers the requests of one page until ``deadline``, a time of the loop's clock.

    ``sheets`` are the stylesheets that it got, by URL; ``cut`` says that a limit kept something from it.
    ``note_left`` is called when the page has left too often, so that nothing is to be read of it.
    """

    def __init__(
        self, page: Exchange, fetch: Fetch, settings: Settings, allowance: Allowance, deadline: float
    ) -> None:
        self.traffic = Traffic()
        self.cut = False
        self.sheets: dict[str, Exchange] = {}
        self.note_left: Callable[[], None] = lambda: None
        self._page = page
        self._fetch = fetch
        self._settings = settings
        self._allowance = allowance
        self._deadline = deadline
        self._documents = 0
        self._places = asyncio.Semaphore(AT_ONCE)
        self._context = contextvars.copy_context()  # whose visit this is: costs are charged to its caller
        self._tasks: set[asyncio.Task[None]] = set()

    async def answer(self, route: "Route") -> None:
        """Answer one request, or refuse it. Never lets it go on to the network."""
        task = asyncio.create_task(self._answer(route), context=self._context.copy())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        with suppress(asyncio.CancelledError):
            await task

    async def close(self) -> None:
        """End all answers that nobody waits for any longer."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _answer(self, route: "Route") -> None:
        from playwright.async_api import Error  # noqa: PLC0415 - an extra

        traffic = self.traffic
        traffic.waiting += 1
        exchange: Exchange | None = None
        try:
            with suppress(asyncio.CancelledError):  # a request that is left open keeps its page from closing
                exchange = await self._exchange(route.request)
            with suppress(Error):  # the page may have gone
                if exchange is None:
                    traffic.refused += 1
                    await self._refuse(route)
                else:
                    traffic.answered += 1
                    body = b"" if route.request.method == "HEAD" else exchange.body
                    await route.fulfill(status=exchange.status, headers=headers_of(exchange), body=body)
        finally:
            traffic.waiting -= 1
            traffic.last = time.monotonic()

    async def _refuse(self, route: "Route") -> None:
        """Refuse a request. A page that wants to leave stays, unless it wants to again and again."""
        if self._is_page(route.request) and self._documents <= MAX_NAVIGATIONS:
            await route.fulfill(status=204)
            return
        await route.abort("blockedbyclient")
        if self._is_page(route.request):
            self.note_left()

    @staticmethod
    def _is_page(request: "Request") -> bool:
        return request.is_navigation_request() and request.frame.parent_frame is None

    async def _exchange(self, request: "Request") -> Exchange | None:
        """The answer for ``request``; None when it is refused, or nobody answered."""
        if request.method not in {"GET", "HEAD"} or request.resource_type not in ANSWERED_TYPES:
            return None
        if request.resource_type == "document":
            return await self._document(request)
        return await self._get(request)

    async def _document(self, request: "Request") -> Exchange | None:
        """The page, or another one of its host that takes its place; frames stay empty."""
        if not self._is_page(request):
            return None
        self._documents += 1
        if self._documents > MAX_NAVIGATIONS:
            return None
        if request.url.partition("#")[0] == self._page.url.partition("#")[0]:
            return self._page
        answer = await self._get(request)
        same = answer and parse(answer.url, self._settings.policy).host == self._host
        return answer if same else None

    async def _get(self, request: "Request") -> Exchange | None:
        async with self._places:
            return await self._get_within_bytes(request)

    async def _get_within_bytes(self, request: "Request") -> Exchange | None:
        room = self._settings.render_bytes - self.traffic.bytes
        if room <= 0 or request.url[:4].lower() != "http":
            self.cut = self.cut or room <= 0
            return None
        bounds = Bounds(
            self._deadline,
            min(room, self._settings.max_html),
            self._allowance,
            accept=_ACCEPT.get(request.resource_type, "*/*"),
        )
        try:
            target = parse(request.url, self._settings.policy)
            exchange = await self._fetch(target, bounds)
        except SiteloupeError:
            self.cut = self.cut or self._allowance.requests <= 0
            return None
        self.traffic.bytes += len(exchange.body)
        if request.resource_type == "stylesheet":
            self.sheets[request.url.partition("#")[0]] = exchange
        self.cut = self.cut or exchange.truncated
        return None if exchange.truncated else exchange

    @property
    def _host(self) -> str:
        return parse(self._page.url, self._settings.policy).host


def headers_of(exchange: Exchange) -> dict[str, str]:
    """Return the headers that the browser gets with an answer; several lines of one name are joined."""
    names = dict.fromkeys(name for name, _ in exchange.headers if name not in _NOT_PASSED_ON)
    passed = {name: exchange.headers.combined_value(name) or "" for name in names}
    return {name: value for name, value in passed.items() if value.isprintable()}


async def wait_until_quiet(traffic: Traffic, quiet: float, most: float) -> None:
    """Wait until the page has asked for nothing for ``quiet`` seconds, for ``most`` seconds at most."""
    end = time.monotonic() + most
    while time.monotonic() < end and not traffic.is_quiet(quiet):  # noqa: ASYNC110 - silence is no event
        await asyncio.sleep(0.05)
