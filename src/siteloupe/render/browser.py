"""The browser of a process: started when the first page needs it, kept, and started again after its death."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from siteloupe import log
from siteloupe.render.breaker import Breaker
from siteloupe.render.chromium import environment, find_chromium, flags, isolation
from siteloupe.render.dead_proxy import DeadProxy
from siteloupe.render.watch import ProcessWatch
from siteloupe.rendered import NotRendered
from siteloupe.settings import Settings

if TYPE_CHECKING:
    from playwright.async_api import Browser

START_SECONDS = 20.0
END_SECONDS = 4.0


class LiveBrowser:
    """A started browser, with the watch over its processes."""

    def __init__(self, browser: "Browser", watch: ProcessWatch, watching: "asyncio.Task[None]") -> None:
        self.browser = browser
        self.watch = watch
        self.watching = watching

    @property
    def is_usable(self) -> bool:
        """Whether it lives, and its processes are watched."""
        return self.browser.is_connected() and not self.watching.done()


class KeptBrowser:
    """The one browser that pages are opened in. Close it at the end.

    ``on_death`` is called when it is found dead. ``isolated``: it has a network namespace of its own, where
    the system allows that.
    """

    def __init__(
        self,
        settings: Settings,
        proxy: DeadProxy,
        *,
        on_death: Callable[[], None],
        breaker: Breaker,
        isolated: bool,
    ) -> None:
        self._settings = settings
        self._proxy = proxy
        self._on_death = on_death
        self._breaker = breaker
        self._isolated = isolated
        self._starting: asyncio.Task[LiveBrowser | NotRendered] | None = None
        self._live: LiveBrowser | None = None
        self._stack = AsyncExitStack()

    @property
    def watch(self) -> ProcessWatch | None:
        """The watch over the browser's processes; None without a browser."""
        return self._live.watch if self._live else None

    async def get(self) -> LiveBrowser | NotRendered:
        """Return the browser that lives, or a new one; NotRendered, with a sentence, if none can be started.

        Whoever stops waiting does not stop its start.
        """
        if self._live is not None and self._live.is_usable:
            return self._live
        if self._starting is None or self._starting.done():
            self._starting = asyncio.create_task(self._replace())
        return await asyncio.shield(self._starting)

    async def close(self) -> None:
        """End the browser, also one that is being started."""
        if self._starting is not None:
            await _cancel(self._starting)
        await self._end()

    async def _end(self) -> None:
        stack, self._stack, self._live = self._stack, AsyncExitStack(), None
        with suppress(Exception):
            async with asyncio.timeout(END_SECONDS):
                await stack.aclose()

    async def _replace(self) -> LiveBrowser | NotRendered:
        if self._live is not None:
            self._on_death()
            await self._end()
        if self._breaker.is_open:
            return NotRendered(
                "resting", "The page was not rendered: the browser could not be started of late."
            )
        try:
            self._live = await self._start()
        except _NotStarted as error:
            self._breaker.note_failure()
            await self._end()
            log.event("browser-not-started", {"text": str(error)[:500]})
            return NotRendered("not-started", str(error))
        self._breaker.note_success()
        return self._live

    async def _start(self) -> LiveBrowser:
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
        self._stack.push_async_callback(_cancel, watching)
        return LiveBrowser(browser, watch, watching)


class _NotStarted(Exception):
    """The browser could not be started; the text is for people."""


def _reason(text: str, *, sandbox: bool) -> str:
    if sandbox and ("sandbox" in text or "zygote" in text):
        return (
            "Pages are not rendered here: Chromium's sandbox cannot start. Run the service as a user who may "
            "make user namespaces, not as root, or set SITELOUPE_RENDER_SANDBOX=off."
        )
    return "Pages are not rendered here: Chromium could not be started."


async def _cancel(task: "asyncio.Task[Any]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
