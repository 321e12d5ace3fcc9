"""The browser of a process: started when the first page needs it, kept, and started again after its death.

One context a visit, with nothing kept between two; a few at once. What goes wrong is a value:
the answer is then that of the page without a browser.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from siteloupe import log
from siteloupe.capture import Exchange
from siteloupe.fetching import Allowance, Fetch
from siteloupe.ledger import Ledger, caller
from siteloupe.render.breaker import Breaker
from siteloupe.render.chromium import environment, find_chromium, flags, isolation
from siteloupe.render.dead_proxy import DeadProxy, open_dead_proxy
from siteloupe.render.reading import read_page
from siteloupe.render.wall import Wall, wait_until_quiet
from siteloupe.render.watch import ProcessWatch
from siteloupe.rendered import NotRendered, Rendered, RenderResult
from siteloupe.settings import Settings

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

START_SECONDS = 20.0
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


class _LiveBrowser:
    """A started browser, with the watch over its processes."""

    def __init__(self, browser: "Browser", watch: ProcessWatch, watching: "asyncio.Task[None]") -> None:
        self.browser = browser
        self.watch = watch
        self.watching = watching

    @property
    def is_usable(self) -> bool:
        """Whether it lives, and its processes are watched."""
        return self.browser.is_connected() and not self.watching.done()


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
        self._breaker = breaker or Breaker()
        self._ledger = ledger or Ledger()
        self._isolated = isolated
        self._places = asyncio.Semaphore(settings.render_at_once)
        self._starting: asyncio.Task[_LiveBrowser | NotRendered] | None = None
        self._live: _LiveBrowser | None = None
        self._stack = AsyncExitStack()

    @property
    def watch(self) -> ProcessWatch | None:
        """The watch over the browser's processes; None without a browser."""
        return self._live.watch if self._live else None

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
        if self._starting is not None:
            await _end(self._starting)
        await self._end_browser()

    async def _end_browser(self) -> None:
        stack, self._stack, self._live = self._stack, AsyncExitStack(), None
        with suppress(Exception):
            async with asyncio.timeout(CLOSE_SECONDS * 2):
                await stack.aclose()

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
                live = await self._browser()
                if isinstance(live, NotRendered):
                    return live
                loop = asyncio.get_running_loop()
                until = min(deadline, loop.time() + self._settings.render_seconds)
                async with asyncio.timeout_at(until):
                    return await self._render(live, page, fetch, allowance, until)
        except TimeoutError:
            return NotRendered("timed-out", "The page was not rendered: it took too long.")

    async def _render(
        self, live: _LiveBrowser, page: Exchange, fetch: Fetch, allowance: Allowance, until: float
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
    async def _open_page(self, live: _LiveBrowser, wall: Wall) -> AsyncIterator["Page"]:
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

    async def _close_context(self, live: _LiveBrowser, context: Any) -> None:
        """Close a context; a browser that cannot do that in time is ended."""
        closing = asyncio.create_task(context.close())
        await asyncio.wait({closing}, timeout=CLOSE_SECONDS)
        if closing.done() and closing.exception() is None:
            return
        live.watch.kill_browser()
        await asyncio.gather(closing, return_exceptions=True)

    async def _browser(self) -> "_LiveBrowser | NotRendered":
        """The browser that lives, or a new one. Whoever stops waiting does not stop its start."""
        if self._live is not None and self._live.is_usable:
            return self._live
        if self._starting is None or self._starting.done():
            self._starting = asyncio.create_task(self._replace_browser())
        return await asyncio.shield(self._starting)

    async def _replace_browser(self) -> "_LiveBrowser | NotRendered":
        if self._live is not None:
            self._on_render("death", 0.0, 0)
            await self._end_browser()
        if self._breaker.is_open:
            return NotRendered(
                "resting", "The page was not rendered: the browser could not be started of late."
            )
        try:
            self._live = await self._start()
        except _NotStarted as error:
            self._breaker.note_failure()
            await self._end_browser()
            log.event("browser-not-started", {"text": str(error)[:500]})
            return NotRendered("not-started", str(error))
        self._breaker.note_success()
        return self._live

    async def _start(self) -> _LiveBrowser:
        """Start the browser. Raises _NotStarted, with a sentence."""
        settings = self._settings
        if find_spec("playwright") is None:
            raise _NotStarted("Pages are not rendered here: the Python package playwright is missing.")
        if (path := find_chromium(settings.chromium)) is None:
            raise _NotStarted("Pages are not rendered here: no Chromium was found.")
        from playwright.async_api import Error, async_playwright  # noqa: PLC0415

        profile = self._stack.enter_context(
            TemporaryDirectory(prefix="siteloupe-", ignore_cleanup_errors=True)
        )
        command = [*(await isolation() if self._isolated else []), path]
        try:
            playwright = await self._stack.enter_async_context(async_playwright())
            browser = await playwright.chromium.launch(
                executable_path=command[0],
                args=[
                    *command[1:],
                    *flags(Path(profile), self._proxy.address, sandbox=settings.render_sandbox),
                ],
                ignore_default_args=True,
                env=dict(environment()),
                timeout=1000 * START_SECONDS,
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
            )
            self._stack.push_async_callback(browser.close)
            session = await browser.new_browser_cdp_session()
        except Error as error:
            raise _NotStarted(_reason(str(error), sandbox=settings.render_sandbox)) from error
        watch = ProcessWatch(
            session, settings.render_cpu_seconds, settings.render_memory, settings.render_at_once
        )
        watching = asyncio.create_task(watch.run())
        self._stack.push_async_callback(_end, watching)
        return _LiveBrowser(browser, watch, watching)


class _NotStarted(Exception):
    """The browser could not be started; the text is for people."""


def _reason(text: str, *, sandbox: bool) -> str:
    if sandbox and ("sandbox" in text or "zygote" in text):
        return (
            "Pages are not rendered here: Chromium's sandbox cannot start. Run the service as a user who may "
            "make user namespaces, not as root, or set SITELOUPE_RENDER_SANDBOX=off."
        )
    return "Pages are not rendered here: Chromium could not be started."


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


async def _end(task: "asyncio.Task[Any]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


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
