"""check-cms: whether the site runs WordPress, how sure that is, and which theme it uses."""

from typing import TYPE_CHECKING, Literal

from msgspec import UNSET

from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.prose import no_sign, quote
from siteloupe.analyses.unreadable import refusal_fields, refusal_prose
from siteloupe.analyses.wordpress import (
    CONFIDENCE,
    HINTS,
    SIGNALS,
    SYSTEM,
    THEME,
    UNKNOWN,
    content_sentence,
    theme_sentence,
    what_runs,
)
from siteloupe.capture import Need
from siteloupe.reports.check_cms import CheckCmsReport, Signals
from siteloupe.reports.outline import Kind, column, group, outline, section
from siteloupe.reports.refusal import Refusal

if TYPE_CHECKING:  # what judges is imported by who judges: --help need not wait for it
    from siteloupe.detect.site import Site

NEEDS = frozenset({Need.THEME, Need.REST_ROOT})


def analyze(site: "Site") -> CheckCmsReport:
    """Return the check-cms report of a site. Pure."""
    capture = site.capture
    if site.refusal is not None:
        return _report_refusal(site, site.refusal)
    sighting = site.signals
    return CheckCmsReport(
        coverage=site.coverage(NEEDS),
        is_cms=site.is_wordpress,
        confidence=confidence(sighting.signals),
        signals=sighting.signals,
        signal_count=sighting.signals.count,
        powered_by=capture.page.headers.combined_value("x-powered-by"),
        theme=site.theme,
        fork=site.fork or UNSET,
        content_from=site.content_source or UNSET,
        evidence=list(sighting.evidence),
        url=capture.page.url,
        checked_at=capture.at,
    )


def _report_refusal(site: "Site", refused: Refusal) -> CheckCmsReport:
    return CheckCmsReport(
        is_cms=None,
        confidence="unknown",
        signals=Signals(),
        signal_count=0,
        powered_by=site.capture.page.headers.combined_value("x-powered-by"),
        theme=None,
        **refusal_fields(site, refused),
    )


def confidence(signals: Signals) -> Literal["none", "low", "medium", "high"]:
    """Return how sure the verdict is, ``high`` with three signals or a generator, else by their number."""
    if signals.count >= 3 or signals.meta_generator:
        return "high"
    return ("none", "low", "medium")[signals.count]


def summarize(report: CheckCmsReport) -> str:
    """Return the report in prose, for a model to read. The site's own strings are quoted."""
    if report.is_cms is None:
        return refusal_prose(report, UNKNOWN)
    if not report.is_cms:
        total = report.total_signals
        verdict = f"{quote(report.url)} shows {no_sign(report)}: none of the {total} signals matched."
        return f"{verdict} {content_sentence(report.content_from)}".rstrip()
    matched = f"{report.signal_count} of {report.total_signals} signals matched"
    what = f"{what_runs(report.fork)}, with {report.confidence} confidence"
    lines = [f"{quote(report.url)} runs {what}: {matched}."]
    lines += [f"- {each.what}, from {each.where}: {quote(each.value)}" for each in report.evidence]
    if report.theme is not None:
        lines.append(theme_sentence(report.theme))
    return "\n".join(lines)


OUTLINE = outline(
    CheckCmsReport,
    HINTS,
    section("isCms", Kind.VERDICT, CONFIDENCE, column("signalCount", Kind.NUMBER, whole="totalSignals")),
    *SYSTEM,
    section("signals", Kind.SIGNALS, *SIGNALS),
    *THEME,
    group("Page", column("url", Kind.LINK), column("checkedAt", Kind.TIME), column("poweredBy")),
)

ANALYSIS = Analysis(
    name="check-cms",
    operation="checkCms",
    tool="check_if_cms",
    title="Check for WordPress",
    description=(
        "Tell whether a public website runs WordPress, with confidence, the eight signals it was judged by, "
        "and the active theme."
    ),
    guidance=(
        "The smallest answer: prefer it for a yes or no about WordPress. `isCms` null is not a no. Not "
        "needed beside get_cms_tech_stack, which includes the verdict."
    ),
    limit=10,
    brief_bytes=1_860,  # 600 tokens
    needs=NEEDS,
    report=CheckCmsReport,
    analyze=analyze,
    summarize=summarize,
    outline=OUTLINE,
)
