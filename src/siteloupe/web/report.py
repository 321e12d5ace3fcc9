"""``/report?url=``: everything about a site on one page, shown at once and filled in when it is there.

The beginning of the page, with the site's name in title and link preview, is sent before the site is visited.
Needs no scripts: the server sends the report when the answer is there, and glyphs of the site's fonts when
their files are.
"""

import asyncio
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from siteloupe.answers import reports_of
from siteloupe.capture import Capture
from siteloupe.errors import SiteloupeError
from siteloupe.http.accept import accept_header, prefers_markdown
from siteloupe.http.coding import VARIES_IN_CODING, Encoded, encode, respond
from siteloupe.http.front import UNEXPECTED
from siteloupe.http.gate import Gate
from siteloupe.http.query import names_url, url_of
from siteloupe.http.streaming import PageStream
from siteloupe.service import Service
from siteloupe.web import responses
from siteloupe.web.answers import PageApp, safe_headers
from siteloupe.web.drawing import ORIGINS, About, PageDrawing
from siteloupe.web.faces import has_own_files
from siteloupe.web.pages import WebPage
from siteloupe.web.responses import origin_of

PATIENCE = 0.3
"""Seconds that the page waits for an answer that is kept, so that the status can tell of a failure."""

Reports = Mapping[str, Any]
"""Reports as JSON values, by the name of their analysis."""


class ReportApp:
    """The page with its reports; ``plain`` answers without ``?url=``, and agents that prefer Markdown."""

    def __init__(
        self,
        page: WebPage,
        drawing: PageDrawing,
        service: Service,
        gate: Gate,
        *,
        plain: PageApp,
        site_origin: str | None,
    ) -> None:
        self._page = page
        self._drawing = drawing
        self._service = service
        self._gate = gate
        self._plain = plain
        self._site_origin = site_origin
        (self._overview,) = page.analyses
        self._fonts = next(part for part in self._overview.parts if part.inspection)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        if not names_url(scope["query_string"]) or prefers_markdown(accept_header(scope)):
            await self._plain(scope, receive, send)
            return
        origin = origin_of(scope, self._site_origin)
        try:
            url = url_of(scope["query_string"])
            host = self._service.host_of(url)
            await self._gate.admit(scope, self._overview.name)
        except SiteloupeError as error:
            await self._fail(scope, send, origin, error)
            return
        await self._stream(scope, send, About(origin, url, host))

    async def _fail(self, scope: Any, send: Any, origin: str, error: SiteloupeError) -> None:
        """Answer a request that leads to no visit."""
        begin, end = self._drawing.report_frame(self._page, origin, None)
        text = begin + self._drawing.report_failure(error.message) + end
        lines = [*safe_headers(origin), *responses.PASSING_PAGE]
        await respond(scope, send, error.status, lines, encode(text.encode()))

    async def _stream(self, scope: Any, send: Any, about: About) -> None:
        answering = asyncio.ensure_future(self._answer(about.url))
        try:
            await asyncio.wait([answering], timeout=PATIENCE)
            status = answering.result()[0] if answering.done() else 200
            lines = [
                *safe_headers(about.origin),
                responses.HTML,
                responses.REVALIDATED,
                responses.NOT_INDEXED,
            ]
            stream = PageStream(scope, send, status, lines)
            begin, end = self._drawing.report_frame(self._page, about.origin, about)
            await stream.write(begin)
            text = self._drawing.report_failure(UNEXPECTED)
            try:
                _, text, reports = await answering
                if has_own_files(reports.get(self._fonts.name, {})):
                    await stream.write(text)
                    text = ""
                    text = await self._faces(about.url)
            finally:
                await stream.write(text + end)
                await stream.close()
        finally:
            answering.cancel()

    async def _answer(self, url: str) -> tuple[int, str, Reports]:
        """Return the status, what is drawn (the report, or its one error), and the reports."""
        try:
            overview = await self._service.answer(self._overview, url, full=True)
            reports = {self._overview.name: msgspec.json.decode(overview.body)}
            if overview.fresh_for is not None:
                reports |= await self._details(url)
        except SiteloupeError as error:
            return error.status, self._drawing.report_failure(error.message), {}
        return 200, self._drawing.report(url, reports), reports

    async def _faces(self, url: str) -> str:
        """Return the glyphs of the site's fonts; nothing when its files could not be looked into."""
        try:
            answer = await self._service.answer(self._fonts, url, inspect=True, full=True)
        except SiteloupeError:
            return self._drawing.faces({})
        return self._drawing.faces(msgspec.json.decode(answer.body))

    async def _details(self, url: str) -> Reports:
        """The reports that the overview was made of; they are kept with it."""
        return await reports_of(self._service, self._overview.parts, url)


class ExampleApp:
    """The report page of an invented site, for people who want to see one first. It asks nobody."""

    def __init__(
        self,
        page: WebPage,
        drawing: PageDrawing,
        service: Service,
        visit: Capture,
        *,
        site_origin: str | None,
    ) -> None:
        self._page = page
        self._drawing = drawing
        self._service = service
        self._visit = visit
        self._reports: Reports = {}
        self._site_origin = site_origin
        self._kept = lru_cache(ORIGINS)(self._draw)

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        """Answer one request; the report is judged for the first of them."""
        if not self._reports:
            (overview,) = self._page.analyses
            bodies = await self._service.judge(self._visit, (overview, *overview.parts), full=True)
            self._reports = {name: msgspec.json.decode(body) for name, body in bodies.items()}
        origin = origin_of(scope, self._site_origin)
        lines = [
            *safe_headers(origin),
            responses.HTML,
            responses.KEPT,
            responses.NOT_INDEXED,
            VARIES_IN_CODING,
        ]
        await respond(scope, send, 200, lines, self._kept(origin))

    def _draw(self, origin: str) -> Encoded:
        begin, end = self._drawing.report_frame(self._page, origin, None)
        url = self._reports[self._page.analyses[0].name]["url"]
        return encode((begin + self._drawing.report(url, self._reports, example=True) + end).encode(), 9)
