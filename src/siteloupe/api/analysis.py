"""An analysis as an ASGI app: the gate, then ``url``, then the report.

Raw ASGI, since most answers are kept ones and cost little else.
"""

from siteloupe.analyses.row import Analysis
from siteloupe.http.gate import Gate
from siteloupe.http.query import url_of
from siteloupe.http.front import Receive, Scope, Send
from siteloupe.service import Answer, Service


class AnalysisApp:
    """Answers ``GET /<analysis>?url=…`` with the report as JSON. Raises SiteloupeError."""

    def __init__(self, analysis: Analysis, service: Service, gate: Gate, cache_seconds: float) -> None:
        self._analysis = analysis
        self._service = service
        self._gate = gate
        self._cache_seconds = int(cache_seconds)

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._gate.admit(scope, self._analysis.name)
        answer = await self._service.answer(self._analysis, url_of(scope["query_string"]))
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(answer.body)),
            *self._caching(answer),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})

    def _caching(self, answer: Answer) -> tuple[tuple[bytes, bytes], ...]:
        """How long anyone may keep the answer: ``Age`` is the time that has passed since the visit.

        Source: https://www.rfc-editor.org/rfc/rfc9111#name-calculating-freshness-lifet
        """
        if answer.fresh_for is None:
            return ((b"cache-control", b"no-store"),)
        age = min(max(0, int(self._cache_seconds - answer.fresh_for)), self._cache_seconds)
        return (
            (b"cache-control", b"public, max-age=%d" % self._cache_seconds),
            (b"age", b"%d" % age),
        )
