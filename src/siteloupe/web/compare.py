"""``/tools/compare?a=&b=``: two sites beside each other, the rows that differ first."""

import asyncio
from typing import Any

import msgspec

from siteloupe.analyses.analysis import Analysis
from siteloupe.errors import BadTarget, SiteloupeError
from siteloupe.http.coding import encode, respond
from siteloupe.http.gate import Gate
from siteloupe.http.query import text_of
from siteloupe.present.side_by_side import side_by_side
from siteloupe.service import Service
from siteloupe.web import responses
from siteloupe.web.answers import PageApp, safe_headers
from siteloupe.web.drawing import PageDrawing, TwoSites
from siteloupe.web.pages import WebPage
from siteloupe.web.responses import origin_of


class CompareApp:
    """The page for two sites; ``plain`` answers while none is named."""

    def __init__(
        self,
        page: WebPage,
        drawing: PageDrawing,
        service: Service,
        gate: Gate,
        *,
        plain: PageApp,
        site_origin: str | None,
        analysis: Analysis,
    ) -> None:
        self._page = page
        self._drawing = drawing
        self._service = service
        self._gate = gate
        self._plain = plain
        self._site_origin = site_origin
        self._analysis = analysis

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        try:
            named = [text_of(scope["query_string"], name) for name in (b"a", b"b")]
        except BadTarget as error:
            await self._draw(scope, send, TwoSites("", "", error=error.message), error.status)
            return
        if not any(named):
            await self._plain(scope, receive, send)
            return
        one, other = named
        if not (one and other):
            await self._draw(scope, send, TwoSites(one, other), 200)
            return
        try:
            reports = await asyncio.gather(self._report(scope, one), self._report(scope, other))
        except SiteloupeError as error:
            await self._draw(scope, send, TwoSites(one, other, error=error.message), error.status)
            return
        different, same = side_by_side(*reports, self._analysis.outline)
        await self._draw(scope, send, TwoSites(one, other, tuple(reports), different, same), 200)

    async def _report(self, scope: Any, url: str) -> Any:
        await self._gate.admit(scope, self._analysis.name)
        return msgspec.json.decode((await self._service.answer(self._analysis, url)).body)

    async def _draw(self, scope: Any, send: Any, sites: TwoSites, status: int) -> None:
        origin = origin_of(scope, self._site_origin)
        text = self._drawing.comparison(self._page, origin, sites)
        lines = [*safe_headers(origin), *responses.PASSING_PAGE]
        await respond(scope, send, status, lines, encode(text.encode()))
