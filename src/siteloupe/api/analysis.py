"""An analysis as an ASGI app: the gate, then ``url``, then the report.

Plain ASGI, because most answers come from the cache and take little time.
"""

from siteloupe.analyses.analysis import Analysis
from siteloupe.http.coding import accept_encoding, pack
from siteloupe.http.front import Receive, Scope, Send
from siteloupe.http.gate import Gate
from siteloupe.http.query import question_of
from siteloupe.service import Service

JSON = (b"content-type", b"application/json")
NOT_KEPT = (b"cache-control", b"no-store")


class AnalysisApp:
    """Answers ``GET /<analysis>?url=…`` with the report as JSON; ``&detail=full`` gives all of it.

    Some analyses take ``&inspect=1`` or ``&render=1`` too.

    Raises SiteloupeError.
    """

    def __init__(self, analysis: Analysis, service: Service, gate: Gate, cache_seconds: float) -> None:
        self._analysis = analysis
        self._service = service
        self._gate = gate
        self._inspects = bool(analysis.inspection)
        self._lifetime = int(cache_seconds)
        self._may_be_kept = (b"cache-control", b"public, max-age=%d" % self._lifetime)

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._gate.admit(scope, self._analysis.name)
        url, inspect, render, full = question_of(
            scope["query_string"], inspects=self._inspects, renders=self._analysis.renders
        )
        answer = await self._service.answer(self._analysis, url, inspect=inspect, render=render, full=full)
        packed = pack(answer.body, accept_encoding(scope))
        headers = [JSON, *self._lifetime_headers(answer.fresh_for), *packed.headers]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": packed.body})

    def _lifetime_headers(self, fresh_for: float | None) -> tuple[tuple[bytes, bytes], ...]:
        """Return how long an answer may be kept; ``Age`` is the time since the visit, as in this cache.

        Source: https://www.rfc-editor.org/rfc/rfc9111#name-age
        """
        if fresh_for is None:
            return (NOT_KEPT,)
        age = min(max(0, int(self._lifetime - fresh_for)), self._lifetime)
        return self._may_be_kept, (b"age", b"%d" % age)
