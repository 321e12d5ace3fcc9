"""``/tools/compare``: two sites, or a site and an earlier export of one, the rows that differ first.

``?a=&b=`` names two sites; a form with a file compares that file with the site ``a``.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec

from siteloupe.analyses.analysis import Analysis
from siteloupe.answers import reports_of
from siteloupe.errors import BadExport, BadParameter, BadTarget, SiteloupeError
from siteloupe.http.coding import encode, respond
from siteloupe.http.form import read_form
from siteloupe.http.gate import Gate
from siteloupe.http.query import text_of
from siteloupe.present.compared_design import comparable, compare_designs, design_of_file, design_of_reports
from siteloupe.present.compared_sites import head_of, head_of_file
from siteloupe.present.earlier_export import MAX_BYTES, EarlierExport, read_export
from siteloupe.present.side_by_side import drift_rows, side_by_side
from siteloupe.service import Service
from siteloupe.web import responses
from siteloupe.web.answers import PageApp, safe_headers
from siteloupe.web.drawing import PageDrawing, TwoSites
from siteloupe.web.pages import WebPage
from siteloupe.web.responses import origin_of

METHODS = ("GET", "POST")


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
        analyses: tuple[Analysis, ...],
    ) -> None:
        self._page = page
        self._drawing = drawing
        self._service = service
        self._gate = gate
        self._plain = plain
        self._site_origin = site_origin
        self._analyses = analyses
        self._overview = next(each for each in analyses if each.parts)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        if scope["method"] == "POST":
            await self._answer_form(scope, receive, send)
            return
        try:
            named = [text_of(scope["query_string"], name) for name in (b"a", b"b")]
        except BadTarget as error:
            await self._draw(scope, send, TwoSites(error=error.message), error.status)
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
        different, same = side_by_side(*reports, self._overview.outline)
        heads = tuple(head_of([report]) for report in reports)
        await self._draw(scope, send, TwoSites(one, other, heads, different, same), 200)

    async def _report(self, scope: Any, url: str) -> Any:
        await self._gate.admit(scope, self._overview.name)
        return msgspec.json.decode((await self._service.answer(self._overview, url)).body)

    async def _answer_form(self, scope: Any, receive: Any, send: Any) -> None:
        """Compare the file of a form with a site. It counts like a request for the overview."""
        site = ""
        try:
            await self._gate.admit(scope, self._overview.name)
            form = await read_form(scope, receive, MAX_BYTES)
            site = form.fields.get("a", "").strip()
            found = await self._compare(site, _export(form.file))
        except SiteloupeError as error:
            await self._draw(scope, send, TwoSites(site, error=error.message), error.status)
            return
        await self._draw(scope, send, found, 200)

    async def _compare(self, site: str, export: EarlierExport) -> TwoSites:
        if not site:
            raise BadTarget("Name the site to compare the file with, as in example.com.")
        wanted = comparable(self._analyses, [export])
        if export.file is not None:
            reports = await reports_of(self._service, wanted, site)
            rows = compare_designs(design_of_file(export.file), design_of_reports(reports))
            heads: tuple[Mapping[str, Any], ...] = (head_of_file(export.file), head_of(reports.values()))
            different, same = drift_rows(rows)
        else:
            (analysis,) = wanted
            earlier = export.report or {}
            answer = await self._service.answer(analysis, site, full=export.is_full)
            now = msgspec.json.decode(answer.body)
            heads = (head_of([earlier]), head_of([now]))
            different, same = side_by_side(earlier, now, analysis.outline)
        return TwoSites(site, "", heads, different, same, is_with_file=True)

    async def _draw(self, scope: Any, send: Any, sites: TwoSites, status: int) -> None:
        origin = origin_of(scope, self._site_origin)
        text = self._drawing.comparison(self._page, origin, sites)
        lines = [*safe_headers(origin), *responses.PASSING_PAGE]
        await respond(scope, send, status, lines, encode(text.encode()))


def _export(file: bytes) -> EarlierExport:
    """Read the file of a form. Raises BadParameter."""
    if not file:
        raise BadParameter("Choose a file: a report as JSON, or design tokens (dtcg).")
    try:
        return read_export(file)
    except BadExport as error:
        raise BadParameter(str(error)) from None
