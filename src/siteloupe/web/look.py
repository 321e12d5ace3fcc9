"""Analyses for pages: the same gate and service as the API, with drawn reports."""

import asyncio
from dataclasses import dataclass
from typing import Any

import msgspec
from markupsafe import Markup

from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.prose import prose_for_models
from siteloupe.errors import SiteloupeError
from siteloupe.http.gate import Gate
from siteloupe.present.html import html
from siteloupe.service import Answer, Service


@dataclass(frozen=True, slots=True)
class FoundReport:
    """A report: ``drawing`` for people, ``body`` the API's JSON, ``prose`` for models.

    ``reason`` is why the page could not be read, otherwise empty. ``may_inspect`` is true when the analysis
    can look inside files too, and did not; ``has_more`` when the full answer has more.
    """

    analysis: Analysis
    url: str
    checked_at: str
    blocked: bool
    reason: str
    drawing: Markup
    body: Markup
    prose: str
    may_inspect: bool = False
    has_more: bool = False
    status: int = 200


@dataclass(frozen=True, slots=True)
class FailedAnalysis:
    """A failed analysis: one sentence says why."""

    analysis: Analysis
    error: str
    status: int


Outcome = FoundReport | FailedAnalysis


class Looks:
    """Runs analyses for pages."""

    def __init__(self, service: Service, gate: Gate) -> None:
        self._service = service
        self._gate = gate

    async def look(
        self,
        scope: Any,
        analyses: tuple[Analysis, ...],
        url: str,
        *,
        inspect: bool | None = None,
        full: bool = False,
    ) -> tuple[Outcome, ...]:
        """Return the outcome of each analysis, in order. One visit of the site is enough for all."""
        outcomes = (self._outcome(scope, analysis, url, inspect, full=full) for analysis in analyses)
        return tuple(await asyncio.gather(*outcomes))

    async def _outcome(
        self, scope: Any, analysis: Analysis, url: str, inspect: bool | None, *, full: bool
    ) -> Outcome:
        try:
            await self._gate.admit(scope, analysis.name)
            answer = await self._service.answer(analysis, url, inspect=inspect, full=full)
        except SiteloupeError as error:
            return FailedAnalysis(analysis, error.message, error.status)
        return _found_report(analysis, answer)


def _found_report(analysis: Analysis, answer: Answer) -> FoundReport:
    report = msgspec.json.decode(answer.body)
    return FoundReport(
        analysis=analysis,
        url=report["url"],
        checked_at=report["checkedAt"],
        blocked=answer.fresh_for is None,
        reason=report.get("reason", ""),
        drawing=html(report, analysis.outline),
        body=_data(answer.body),
        prose=prose_for_models(analysis, answer.report),
        may_inspect=bool(analysis.inspection) and "inspected" not in report and answer.fresh_for is not None,
        has_more="more" in report,
    )


def _data(body: bytes) -> Markup:
    """Return JSON that is safe inside a ``<script>``: it cannot contain an end tag or a comment.

    Source: https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements
    """
    return Markup(body.decode().replace("<", "\\u003c"))  # noqa: S704 - JSON, its one dangerous character escaped


def status_of(outcomes: tuple[Outcome, ...]) -> int:
    """Return the page's status: that of the failures when all have the same, otherwise 200."""
    statuses = {outcome.status for outcome in outcomes}
    return statuses.pop() if len(statuses) == 1 else 200
