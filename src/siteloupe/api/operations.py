"""The pages for operators: health, metrics and the OpenAPI document."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.responses import Response

from siteloupe import metrics
from siteloupe.http.coding import VARIES_IN_CODING, Encoded, encode, respond
from siteloupe.http.front import App, Receive, Scope, Send


class Health:
    """Whether this process works, and whether it can take more requests.

    ``full`` returns true when another analysis would be refused at once, ``judging`` while pages can be
    judged.
    """

    def __init__(
        self, full: Callable[[], bool] = lambda: False, judging: Callable[[], bool] = lambda: True
    ) -> None:
        self.stopping = False
        self._full = full
        self._judging = judging

    async def health(self, scope: Scope, receive: Receive, send: Send) -> None:
        """``GET /healthz``: 200 while requests are served, 503 once the service is stopping."""
        await _state("stopping" if self.stopping else "ok", scope, receive, send)

    async def readiness(self, scope: Scope, receive: Receive, send: Send) -> None:
        """``GET /readyz``: 503 also while it is busy or judges no page: a balancer asks another."""
        word = "stopping" if self.stopping else "stuck" if not self._judging() else "ok"
        word = "busy" if word == "ok" and self._full() else word
        await _state(word, scope, receive, send)


async def _state(word: str, scope: Scope, receive: Receive, send: Send) -> None:
    status = 200 if word == "ok" else 503
    body = f'{{"status":"{word}"}}'
    await Response(body, status, {"Cache-Control": "no-store"}, "application/json")(scope, receive, send)


def metrics_page(counters: metrics.Metrics) -> App:
    """``GET /metrics``: the counters in Prometheus' text format."""
    return _page(counters.text, metrics.CONTENT_TYPE)


def openapi_page(document: Callable[[], Awaitable[bytes]]) -> App:
    """``GET /openapi.json``: the description of this API, made once, when it is first asked for."""
    body: Encoded | None = None
    headers = [
        (b"content-type", b"application/json"),
        (b"cache-control", b"public, max-age=300"),
        VARIES_IN_CODING,
    ]

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        nonlocal body
        if body is None:
            body = await asyncio.to_thread(encode, await document(), 9)
        await respond(scope, send, 200, headers, body)

    return app


def _page(body: Callable[[], bytes], media_type: str) -> App:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        response = Response(body(), 200, {"Cache-Control": "no-store"}, media_type)
        await response(scope, receive, send)

    return app
