"""What an operator asks: is it well, and what has it done."""

from collections.abc import Callable

from starlette.responses import Response

from siteloupe import metrics
from siteloupe.http.front import App, Receive, Scope, Send


class Health:
    """Whether this process is well, and whether more should be sent to it.

    ``full`` says that another analysis would be turned away at once.
    """

    def __init__(self, full: Callable[[], bool] = lambda: False) -> None:
        self.stopping = False
        self._full = full

    async def well(self, scope: Scope, receive: Receive, send: Send) -> None:
        """``GET /healthz``: 200 while requests are served, 503 once the service is stopping."""
        await _state("stopping" if self.stopping else "ok", scope, receive, send)

    async def ready(self, scope: Scope, receive: Receive, send: Send) -> None:
        """``GET /readyz``: 503 also while the service is busy, so that a balancer asks another."""
        word = "stopping" if self.stopping else "busy" if self._full() else "ok"
        await _state(word, scope, receive, send)


async def _state(word: str, scope: Scope, receive: Receive, send: Send) -> None:
    status = 200 if word == "ok" else 503
    body = f'{{"status":"{word}"}}'
    await Response(body, status, {"Cache-Control": "no-store"}, "application/json")(scope, receive, send)


def metrics_page(counters: metrics.Metrics) -> App:
    """``GET /metrics``: the counters in Prometheus' text format."""
    return _page(counters.text, metrics.CONTENT_TYPE)


def openapi_page(document: bytes) -> App:
    """``GET /openapi.json``: the description of this API, the same for as long as the process runs."""
    return Response(document, 200, {"Cache-Control": "public, max-age=300"}, "application/json")


def _page(body: Callable[[], bytes], media_type: str) -> App:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        response = Response(body(), 200, {"Cache-Control": "no-store"}, media_type)
        await response(scope, receive, send)

    return app
