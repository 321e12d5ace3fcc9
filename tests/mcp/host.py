"""A host of views that does just what a test tells it, in a real browser."""

from pathlib import Path
from typing import Any

from playwright.async_api import Frame, Page

PROTOCOL = "2026-01-26"
PAGE = (Path(__file__).parent / "host.html").read_text("utf-8")


class Host:
    """One view in a frame. ``sent`` is all that it said; what it must never do is collected in ``faults``."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text))
        page.on("request", lambda request: self.faults.append(f"asked the network for {request.url}"))

    async def open(
        self,
        html: str,
        *,
        capabilities: dict[str, Any] | None = None,
        context: dict[str, Any] | None = None,
        answers: dict[str, Any] | None = None,
    ) -> None:
        """Show ``html`` and wait until it has made itself known. ``answers`` are by method."""
        result = {
            "protocolVersion": PROTOCOL,
            "hostInfo": {"name": "host", "version": "1"},
            "hostCapabilities": capabilities or {},
            "hostContext": context or {},
        }
        given = {"ui/initialize": {"result": result}} | (answers or {})
        await self.page.set_content(PAGE)
        await self.page.evaluate("([html, given]) => open_(html, given)", [html, given])
        await self.until("ui/notifications/initialized")

    @property
    def view(self) -> Frame:
        return self.page.main_frame.child_frames[0]

    async def tell(self, method: str, params: dict[str, Any]) -> None:
        await self.page.evaluate("message => post(message)", {"method": method, "params": params})
        await self.settle()

    async def ask(
        self,
        method: str,
        params: dict[str, Any] | None = None,
        id: int | str = "h1",  # noqa: A002
    ) -> dict[str, Any]:
        """Ask the view, and give its whole response."""
        await self.page.evaluate(
            "message => post(message)", {"id": id, "method": method, "params": params or {}}
        )
        handle = await self.page.wait_for_function(
            "id => log.find(m => m.id === id && m.method === undefined)", arg=id
        )
        return await handle.json_value()

    async def result(
        self, report: dict[str, Any] | None, text: str = "Prose.", *, is_error: bool = False
    ) -> None:
        """Hand over a tool's result."""
        content = [{"type": "text", "text": text}]
        result = {"content": content, "isError": is_error} | (
            {} if report is None else {"structuredContent": report}
        )
        await self.tell("ui/notifications/tool-result", result)

    async def settle(self) -> None:
        """Wait until the view has taken what was posted to it."""
        await self.ask("ping", id=f"settle {len(await self.sent())}")

    async def sent(self, method: str | None = None) -> list[dict[str, Any]]:
        messages = await self.page.evaluate("log")
        return [message for message in messages if method is None or message.get("method") == method]

    async def until(self, method: str) -> dict[str, Any]:
        """The first message of the view that has ``method``."""
        handle = await self.page.wait_for_function("method => log.find(m => m.method === method)", arg=method)
        return await handle.json_value()

    async def text(self, selector: str = "body") -> str:
        return await self.view.locator(selector).inner_text()
