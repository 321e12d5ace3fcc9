"""What an operator asks: is it well, and what has it done."""

from collections.abc import Callable

from starlette.responses import Response

from siteloupe import metrics
from siteloupe.http.front import App, Receive, Scope, Send


class Health:
    """``GET /healthz``: 200 while requests are served, 503 once the service is stopping."""

    def __init__(self) -> None:
        self.stopping = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        status, word = (503, "stopping") if self.stopping else (200, "ok")
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
