"""Rendering of one page: opened in a context of its own, loaded, waited for and read.

One context a visit, with nothing kept between two; a few at once. What goes wrong is a value:
the answer is then that of the page without a browser.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from siteloupe import log
from siteloupe.capture import Exchange
from siteloupe.fetching import Allowance, Fetch
from siteloupe.ledger import Ledger, caller
from siteloupe.render.breaker import Breaker
from siteloupe.render.browser import KeptBrowser, LiveBrowser
from siteloupe.render.dead_proxy import DeadProxy, open_dead_proxy
from siteloupe.render.reading import read_page
from siteloupe.render.wall import Wall, wait_until_quiet
from siteloupe.render.watch import ProcessWatch
from siteloupe.rendered import NotRendered, Rendered, RenderResult
from siteloupe.settings import Settings

if TYPE_CHECKING:
    from playwright.async_api import Page

QUIET_SECONDS = 0.5
SETTLE_SECONDS = 3.0
READ_SECONDS = 2.5
"""What waiting for a page leaves of its time to reading it."""

CLOSE_SECONDS = 2.0

RENDERING = 1.0
"""What one rendering costs its caller, in seconds of CPU time: what most pages take."""

WINDOW = {"width": 1440, "height": 900}

OnRender = Callable[[str, float, int], None]
"""Takes the outcome of a rendering, its seconds, and the connections that the dead proxy refused."""


class Renderer:
    """Renders pages with one browser. Close it, or use :func:`open_renderer`.

    ``isolated``: the browser has a network namespace of its own, where the system allows that.
    """

    def __init__(
        self,
        settings: Settings,
        proxy: DeadProxy,
        *,
        on_render: OnRender = lambda _outcome, _seconds, _refused: None,
        breaker: Breaker | None = None,
        ledger: Ledger | None = None,
        isolated: bool = True,
    ) -> None:
        self._settings = settings
        self._proxy = proxy
        self._on_render = on_render
        self._ledger = ledger or Ledger()
        self._places = asyncio.Semaphore(settings.render_at_once)
        self._browser = KeptBrowser(
            settings,
            proxy,
            on_death=lambda: on_render("death", 0.0, 0),
            breaker=breaker or Breaker(),
            isolated=isolated,
        )

    @property
    def watch(self) -> ProcessWatch | None:
        """The watch over the browser's processes; None without a browser."""
        return self._browser.watch

    async def __call__(
        self, page: Exchange, fetch: Fetch, allowance: Allowance, deadline: float
    ) -> RenderResult:
        """Render ``page`` before ``deadline``, a time of the loop's clock. What goes wrong is a value."""
        began, refused = time.monotonic(), self._proxy.refused
        result = await self._render_again(page, fetch, allowance, deadline)
        seconds = time.monotonic() - began
        if isinstance(result, Rendered):
            result = replace(result, milliseconds=round(1000 * seconds))
        outcome = "complete" if isinstance(result, Rendered) else result.cause
        self._on_render(outcome, seconds, self._proxy.refused - refused)
        self._ledger.charge(caller.get(), RENDERING)
        log.note(rendered=outcome)
        return result

    async def close(self) -> None:
        """End the browser, also one that is being started."""
        await self._browser.close()

    async def _render_again(
        self, page: Exchange, fetch: Fetch, allowance: Allowance, deadline: float
    ) -> RenderResult:
        """Render ``page``; once more when the browser died, which another page may have caused."""
        result = await self._render_in_time(page, fetch, allowance, deadline)
        if isinstance(result, NotRendered) and result.cause == "crashed":
            result = await self._render_in_time(page, fetch, allowance, deadline)
        return result

    async def _render_in_time(
        self, page: Exchange, fetch: Fetch, allowance: Allowance, deadline: float
    ) -> RenderResult:
        if page.truncated:
            return NotRendered("page-cut", "The page is larger than the limit, so it was not rendered.")
        try:
            async with asyncio.timeout_at(deadline), self._places:
                live = await self._browser.get()
                if isinstance(live, NotRendered):
                    return live
                loop = asyncio.get_running_loop()
                until = min(deadline, loop.time() + self._settings.render_seconds)
                async with asyncio.timeout_at(until):
                    return await self._render(live, page, fetch, allowance, until)
        except TimeoutError:
            return NotRendered("timed-out", "The page was not rendered: it took too long.")

    async def _render(
        self, live: LiveBrowser, page: Exchange, fetch: Fetch, allowance: Allowance, until: float
    ) -> RenderResult:
        from playwright.async_api import Error  # noqa: PLC0415 - an extra

        wall = Wall(page, fetch, self._settings, allowance, until)
        killed = len(live.watch.killed)
        try:
            async with self._open_page(live, wall) as tab:
                rendered = await _unless_gone(tab, wall, self._show(tab, page.url, wall, until))
        except (Error, ValueError) as error:
            if len(live.watch.killed) > killed:
                return NotRendered(
                    "heavy", "The page was not rendered: it took too much computing or memory."
                )
            dead = not live.is_usable
            log.event("render-failed", {"cause": type(error).__name__, "text": str(error)[:200]})
            return NotRendered(
                "crashed" if dead else "failed", "The page was not rendered: the browser gave it up."
            )
        return replace(
            rendered,
            engine=f"Chromium {live.browser.version}",
            requests=wall.traffic.answered,
            cut=rendered.cut or wall.cut,
        )

    async def _show(self, tab: "Page", url: str, wall: Wall, until: float) -> Rendered:
        """Load the page, wait until it is ready, and read it."""
        from playwright.async_api import TimeoutError as Late  # noqa: PLC0415

        left = until - asyncio.get_running_loop().time() - READ_SECONDS
        began = time.monotonic()
        with suppress(Late):  # what is there by then is read
            await tab.goto(url, wait_until="load", timeout=max(100.0, 1000 * left))
        left -= time.monotonic() - began
        await wait_until_quiet(wall.traffic, QUIET_SECONDS, max(0.0, min(SETTLE_SECONDS, left)))
        session = await tab.context.new_cdp_session(tab)
        return await read_page(session, self._settings, wall.sheets)

    @asynccontextmanager
    async def _open_page(self, live: LiveBrowser, wall: Wall) -> AsyncIterator["Page"]:
        """A page in a context of its own, every request of which ``wall`` answers."""
        context = await live.browser.new_context(
            accept_downloads=False,
            service_workers="block",
            viewport=WINDOW,  # type: ignore[arg-type]
            screen=WINDOW,  # type: ignore[arg-type]
            locale="en-US",
            timezone_id="UTC",
            reduced_motion="reduce",
            color_scheme="light",
        )
        try:
            await context.route("**/*", wall.answer)
            tab = await context.new_page()
            context.on("page", _close)
            yield tab
        finally:
            await wall.close()
            await self._close_context(live, context)

    async def _close_context(self, live: LiveBrowser, context: Any) -> None:
        """Close a context; a browser that cannot do that in time is ended."""
        closing = asyncio.create_task(context.close())
        await asyncio.wait({closing}, timeout=CLOSE_SECONDS)
        if closing.done() and closing.exception() is None:
            return
        live.watch.kill_browser()
        await asyncio.gather(closing, return_exceptions=True)


async def _unless_gone(tab: "Page", wall: Wall, showing: Coroutine[Any, Any, Rendered]) -> Rendered:
    """The result of ``showing``. Raises ValueError as soon as the page has left, or its process has died."""
    task = asyncio.create_task(showing)
    is_gone = False

    def end(*_: object) -> None:
        nonlocal is_gone
        is_gone = True
        task.cancel()

    tab.on("crash", end)
    wall.note_left = end
    try:
        return await task
    except asyncio.CancelledError:
        if not is_gone:
            raise
        raise ValueError("the page is gone") from None
    finally:
        task.cancel()


async def _close(page: "Page") -> None:
    with suppress(Exception):
        await page.close()


@asynccontextmanager
async def open_renderer(
    settings: Settings,
    on_render: OnRender = lambda _outcome, _seconds, _refused: None,
    ledger: Ledger | None = None,
) -> AsyncIterator[Renderer | None]:
    """A renderer until the block ends; its browser starts with the first page. None when rendering is off."""
    if settings.render == "off":
        yield None
        return
    async with open_dead_proxy() as proxy:
        renderer = Renderer(settings, proxy, on_render=on_render, ledger=ledger)
        try:
            yield renderer
        finally:
            await renderer.close()
