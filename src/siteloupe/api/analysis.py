"""An analysis as an ASGI app: the gate, then ``url``, then the report.

Raw ASGI, since most answers are kept ones and cost little else.
"""

from siteloupe.analyses.analysis import Analysis
from siteloupe.http.front import Receive, Scope, Send
from siteloupe.http.gate import Gate
from siteloupe.http.query import inspect_of, url_of
from siteloupe.service import Answer, Service

JSON = (b"content-type", b"application/json")
NOT_KEPT = (b"cache-control", b"no-store")


class AnalysisApp:
    """Answers ``GET /<analysis>?url=…`` with the report as JSON; some take ``&inspect=1`` too.

    Raises SiteloupeError.
    """

    def __init__(self, analysis: Analysis, service: Service, gate: Gate, cache_seconds: float) -> None:
        self._analysis = analysis
        self._service = service
        self._gate = gate
        self._lifetime = int(cache_seconds)
        self._may_be_kept = (b"cache-control", b"public, max-age=%d" % self._lifetime)

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._gate.admit(scope, self._analysis.name)
        query = scope["query_string"]
        url = url_of(query)
        inspect = inspect_of(query) if self._analysis.inspection else None
        answer = await self._service.answer(self._analysis, url, inspect=inspect)
        await send({"type": "http.response.start", "status": 200, "headers": self._headers(answer)})
        await send({"type": "http.response.body", "body": answer.body})

    def _headers(self, answer: Answer) -> list[tuple[bytes, bytes]]:
        """``Age`` is the time since the visit, so that caches count from there as this one does.

        Source: https://www.rfc-editor.org/rfc/rfc9111#name-age
        """
        length = (b"content-length", b"%d" % len(answer.body))
        if answer.fresh_for is None:
            return [JSON, length, NOT_KEPT]
        age = min(max(0, int(self._lifetime - answer.fresh_for)), self._lifetime)
        return [JSON, length, self._may_be_kept, (b"age", b"%d" % age)]
