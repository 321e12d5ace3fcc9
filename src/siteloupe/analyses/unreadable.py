"""The part that all reports about an unreadable page have in common."""

from typing import TYPE_CHECKING, TypedDict

from msgspec import UNSET, UnsetType

from siteloupe.analyses.prose import quote
from siteloupe.reports.check_cms import CheckCmsReport
from siteloupe.reports.colors import ColorReport
from siteloupe.reports.coverage import Coverage
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.fonts import FontReport
from siteloupe.reports.overview import OverviewReport
from siteloupe.reports.refusal import Reason, Refusal
from siteloupe.reports.tech_stack import TechStackReport

if TYPE_CHECKING:  # what judges is imported by who judges: --help need not wait for it
    from siteloupe.detect.site import Site

AnyReport = OverviewReport | CheckCmsReport | TechStackReport | FontReport | ColorReport

_LATER = "try once more in a few minutes, or read a page saved by a browser with `siteloupe replay`"

NEXT_STEPS: dict[Reason, str] = {
    "challenge": _LATER,
    "bot-protection": _LATER,
    "refused": _LATER,
    "rate-limited": "wait a few minutes before the next try",
    "unauthorized": "name a page of the site that is open to everybody",
    "legal": "name another site; this one may not be read from here",
    "not-found": "name another page of the site, such as its front page",
    "origin-down": "try again later; the site is out of order",
    "server-error": "try again later; the site is out of order",
    "not-html": "name the address of a page, not of a file",
}
"""What a model can do next, by the reason why a page could not be read."""


class RefusalFields(TypedDict):
    """The fields of a report about the refusal and the visit."""

    coverage: Coverage
    hints: list[Evidence] | UnsetType
    url: str
    checked_at: str
    blocked: bool
    blocked_by: str | None
    status: int
    reason: Reason
    note: str


def refusal_fields(site: "Site", refused: Refusal) -> RefusalFields:
    """Return the fields for a visit that was ``refused``."""
    capture = site.capture
    return RefusalFields(
        hints=list(site.hints) or UNSET,
        coverage=site.coverage(frozenset()),
        url=capture.page.url,
        checked_at=capture.at,
        blocked=True,
        blocked_by=refused.blocked_by,
        status=refused.status,
        reason=refused.reason,
        note=refused.note,
    )


def refusal_prose(report: AnyReport, unknown: str) -> str:
    """Return in prose why the page could not be read, then the sentence ``unknown``: what stays open."""
    by = f" by {report.blocked_by}" if report.blocked_by else ""
    seen = "".join(f" {each.where}: {quote(each.value)}." for each in (report.hints or [])[:3])
    hints = f" Even so, marks of WordPress were seen.{seen}" if seen else ""
    return (
        f"{quote(report.url)} could not be read: {report.reason}{by}, HTTP status {report.status}. "
        f"{report.note or ''}{hints} {unknown}{_next_step(report.reason)}"
    )


def _next_step(reason: Reason | UnsetType) -> str:
    return "" if reason is UNSET else f" Next step: {NEXT_STEPS[reason]}."
