"""What every report says alike of a page that could not be read."""

from typing import TypedDict

from msgspec import UNSET, UnsetType

from siteloupe.analyses.prose import quoted
from siteloupe.detect.coverage import coverage_of_refusal
from siteloupe.detect.site import Site
from siteloupe.reports.check_cms import CheckCmsReport
from siteloupe.reports.colors import ColorReport
from siteloupe.reports.coverage import Coverage
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.fonts import FontReport
from siteloupe.reports.refusal import Reason, Refusal
from siteloupe.reports.tech_stack import TechStackReport


class Blocked(TypedDict):
    """The fields of a report that tell of a refusal, and of which visit."""

    coverage: Coverage
    hints: list[Evidence] | UnsetType
    url: str
    checked_at: str
    blocked: bool
    blocked_by: str | None
    status: int
    reason: Reason
    note: str


def blocked(site: Site, refused: Refusal) -> Blocked:
    """The fields for a visit that was ``refused``."""
    capture = site.capture
    return Blocked(
        hints=list(site.hints) or UNSET,
        coverage=coverage_of_refusal(refused),
        url=capture.page.url,
        checked_at=capture.at,
        blocked=True,
        blocked_by=refused.blocked_by,
        status=refused.status,
        reason=refused.reason,
        note=refused.note,
    )


def unreadable(report: CheckCmsReport | TechStackReport | FontReport | ColorReport, unknown: str) -> str:
    """Why the page could not be read, in prose, and then the sentence ``unknown``: what that leaves open."""
    by = f" by {report.blocked_by}" if report.blocked_by else ""
    seen = "".join(f" {each.where}: {quoted(each.value)}." for each in (report.hints or [])[:3])
    hints = f" Marks of WordPress were seen all the same.{seen}" if seen else ""
    return (
        f"{quoted(report.url)} could not be read: {report.reason}{by}, HTTP status {report.status}. "
        f"{report.note or ''}{hints} {unknown}"
    )
