"""What a call through /mcp costs more than the same report through the HTTP API, in CPU time.

Both are asked in this process, as a server would ask the app, and both are answered from the kept report, so
that only the faces differ. The first call of a report also writes its prose. Each analysis is measured on a small page and on one whose report is as large as
an answer may be; what is printed is the median of rounds that take turns.
"""

import asyncio
import json
import statistics
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from siteloupe.analyses import ANALYSES
from siteloupe.analyses.analysis import Analysis
from siteloupe.api import example
from siteloupe.api.operations import Health
from siteloupe.asgi import front
from siteloupe.capture import Capture, Need
from siteloupe.http.front import Message, Scope
from siteloupe.metrics import Metrics
from siteloupe.service import Service
from siteloupe.settings import Settings
from siteloupe.target import Target

ROUNDS = 9
CALLS = 200
AIM_MS = 0.5
PADDING = b'<script src="/wp-content/plugins/plugin-%d/a.js?ver=1.%d"></script><i class="c%d" style="color:#%06x"></i>'

Ask = Callable[[], Awaitable[int]]


class Look:
    """A visit that has brought back one page."""

    refused = False
    size = 1000

    def __init__(self, capture: Capture) -> None:
        self._capture = capture

    async def capture(self, _needs: frozenset[Need], _deadline: float) -> Capture:
        """The capture."""
        return self._capture


def captures() -> dict[str, Capture]:
    """The example's visit, and one whose page says much more."""
    small = example.readable()
    more = b"".join(PADDING % (number, number, number, number * 4099) for number in range(2000))
    page = replace(small.page, body=small.page.body.replace(b"</body>", more + b"</body>"))
    return {"small": small, "large": replace(small, page=page)}


def asking(app: Callable[..., Awaitable[None]], method: str, path: str, query: bytes, body: bytes) -> Ask:
    """A function that asks ``app`` once and gives the size of the answer."""
    headers = [(b"host", b"127.0.0.1"), (b"user-agent", b"siteloupe-benchmark/1.0")]

    async def ask() -> int:
        scope: Scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query,
            "headers": headers,
        }
        size = 0

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            nonlocal size
            size += len(message.get("body", b""))

        await app(scope, receive, send)
        return size

    return ask


async def cost(ask: Ask) -> float:
    """Milliseconds of CPU time a call."""
    started = time.process_time()
    for _ in range(CALLS):
        await ask()
    return (time.process_time() - started) / CALLS * 1000


async def measure(analysis: Analysis, name: str, capture: Capture) -> float:
    """Print one line, and give the milliseconds that the call costs more."""

    async def visit(_target: Target, _deadline: float, _needs: frozenset[Need]) -> Look:
        return Look(capture)

    settings, metrics = Settings(rate_limits=None), Metrics()
    service = Service(settings, visit, metrics=metrics)
    app = front(settings, service, metrics, Health())
    params = {"name": analysis.tool, "arguments": {"url": example.URL}}
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
    report = asking(app, "GET", f"/{analysis.name}", f"url={example.URL}".encode(), b"")
    call = asking(app, "POST", "/mcp", b"", request)
    size = await report()
    started = time.process_time()
    assert await call() > size
    first = (time.process_time() - started) * 1000
    rounds = [(await cost(report), await cost(call)) for _ in range(ROUNDS)]
    await service.close()
    http, mcp = (statistics.median(each[side] for each in rounds) for side in (0, 1))
    print(
        f"{analysis.name:14} {name:6} {size:7} bytes   HTTP {http:6.3f} ms   /mcp {mcp:6.3f} ms   "
        f"{mcp - http:+.3f} ms   ratio {mcp / http:.1f}   first call {first:.2f} ms"
    )
    return mcp - http


async def main() -> None:
    """Measure every analysis, and print the most that any call costs more."""
    more = [
        await measure(analysis, name, capture)
        for analysis in ANALYSES
        for name, capture in captures().items()
    ]
    print(f"at most {max(more):.3f} ms more (aim: {AIM_MS} ms)")


if __name__ == "__main__":
    asyncio.run(main())
