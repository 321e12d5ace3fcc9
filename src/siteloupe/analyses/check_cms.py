"""check-cms: does the site run WordPress, how sure is that, and which theme does it use."""

from typing import Literal

from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.prose import no_sign, quoted
from siteloupe.analyses.unreadable import blocked, unreadable
from siteloupe.analyses.wordpress import HINTS, SIGNALS, THEME, UNKNOWN, theme_sentence
from siteloupe.capture import Need
from siteloupe.detect.site import Site
from siteloupe.reports.check_cms import CheckCmsReport, Signals
from siteloupe.reports.outline import Kind, column, group, outline, section
from siteloupe.reports.refusal import Refusal

NEEDS = frozenset({Need.THEME, Need.REST_ROOT})


def analyze(site: Site) -> CheckCmsReport:
    """The check-cms report of a site. Pure."""
    capture = site.capture
    if site.refusal is not None:
        return _unreadable(site, site.refusal)
    sighting = site.signals
    return CheckCmsReport(
        coverage=site.coverage(NEEDS),
        is_cms=site.is_wordpress,
        confidence=confidence(sighting.signals),
        signals=sighting.signals,
        signal_count=sighting.signals.count,
        powered_by=capture.page.headers.joined("x-powered-by"),
        theme=site.theme,
        evidence=list(sighting.evidence),
        url=capture.page.url,
        checked_at=capture.at,
    )


def _unreadable(site: Site, refused: Refusal) -> CheckCmsReport:
    return CheckCmsReport(
        is_cms=None,
        confidence="unknown",
        signals=Signals(),
        signal_count=0,
        powered_by=site.capture.page.headers.joined("x-powered-by"),
        theme=None,
        **blocked(site, refused),
    )


def confidence(signals: Signals) -> Literal["none", "low", "medium", "high"]:
    """How sure the verdict is: ``high`` with three signals or a generator tag, else by their number."""
    if signals.count >= 3 or signals.meta_generator:
        return "high"
    return ("none", "low", "medium")[signals.count]


def summarize(report: CheckCmsReport) -> str:
    """The report in prose, for a model to read. The site's own strings are quoted."""
    if report.is_cms is None:
        return unreadable(report, UNKNOWN)
    if not report.is_cms:
        total = report.total_signals
        return f"{quoted(report.url)} shows {no_sign(report)}: none of the {total} signals matched."
    matched = f"{report.signal_count} of {report.total_signals} signals matched"
    lines = [f"{quoted(report.url)} runs WordPress, with {report.confidence} confidence: {matched}."]
    lines += [f"- {each.what}, from {each.where}: {quoted(each.value)}" for each in report.evidence]
    if report.theme is not None:
        lines.append(theme_sentence(report.theme))
    return "\n".join(lines)


OUTLINE = outline(
    CheckCmsReport,
    HINTS,
    section(
        "isCms", Kind.VERDICT, column("confidence"), column("signalCount", Kind.NUMBER, whole="totalSignals")
    ),
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
    limit=10,
    needs=NEEDS,
    report=CheckCmsReport,
    analyze=analyze,
    summarize=summarize,
    outline=OUTLINE,
)
