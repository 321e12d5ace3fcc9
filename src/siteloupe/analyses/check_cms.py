"""check-cms: does the site run WordPress, how sure is that, and which theme does it use."""

from msgspec import UNSET

from siteloupe.analyses.prose import quoted
from siteloupe.analyses.row import Analysis
from siteloupe.capture import Capture, Need
from siteloupe.detect.refusal import refusal
from siteloupe.detect.rest_root import namespaces
from siteloupe.detect.signals import Sighting, signals_of
from siteloupe.detect.theme import theme
from siteloupe.detect.theme_slug import theme_marks
from siteloupe.document import page_of
from siteloupe.reports.check_cms import CheckCmsReport, Confidence, Signals
from siteloupe.reports.outline import Column, Kind, Section
from siteloupe.reports.refusal import Refusal
from siteloupe.reports.theme import Theme


def analyze(capture: Capture) -> CheckCmsReport:
    """The check-cms report of a visit. Pure."""
    if (refused := refusal(capture.page)) is not None:
        return _unreadable(capture, refused)
    page = page_of(capture.page)
    sighting = signals_of(capture.page, page, namespaces(capture.rest_root))
    return _verdict(capture, sighting, theme(theme_marks(page), capture.theme))


def _verdict(capture: Capture, sighting: Sighting, found: Theme | None) -> CheckCmsReport:
    count = sighting.signals.count
    return CheckCmsReport(
        is_cms=count > 0,
        confidence=confidence(sighting.signals),
        signals=sighting.signals,
        signal_count=count,
        powered_by=capture.page.headers.get("x-powered-by"),
        theme=found if count else None,
        evidence=list(sighting.evidence),
        url=capture.page.url,
        checked_at=capture.at,
    )


def _unreadable(capture: Capture, refused: Refusal) -> CheckCmsReport:
    return CheckCmsReport(
        is_cms=None,
        confidence="unknown",
        signals=Signals(),
        signal_count=0,
        powered_by=capture.page.headers.get("x-powered-by"),
        theme=None,
        url=capture.page.url,
        checked_at=capture.at,
        blocked=True,
        blocked_by=refused.blocked_by,
        status=refused.status,
        reason=refused.reason,
        note=refused.note,
    )


def confidence(signals: Signals) -> Confidence:
    """How sure the verdict is: ``high`` with three signals or a generator tag, else by their number."""
    if signals.count >= 3 or signals.meta_generator:
        return "high"
    return ("none", "low", "medium")[signals.count]


def summarize(report: CheckCmsReport) -> str:
    """The report in prose, for a model to read. The site's own strings are quoted."""
    if report.is_cms is None:
        by = f" by {report.blocked_by}" if report.blocked_by else ""
        return (
            f"{quoted(report.url)} could not be read: {report.reason}{by}, HTTP status {report.status}. "
            f"{report.note or ''} Whether it runs WordPress is unknown; this is not a no."
        )
    if not report.is_cms:
        total = report.total_signals
        return f"{quoted(report.url)} shows no sign of WordPress: none of the {total} signals matched."
    matched = f"{report.signal_count} of {report.total_signals} signals matched"
    lines = [f"{quoted(report.url)} runs WordPress, with {report.confidence} confidence: {matched}."]
    lines += [f"- {each.what}, from {each.where}: {quoted(each.value)}" for each in report.evidence]
    if report.theme is not None:
        lines.append(_theme_sentence(report.theme))
    return "\n".join(lines)


def _theme_sentence(found: Theme) -> str:
    sentence = f"The theme is {quoted(found.name)} (folder {quoted(found.slug)}"
    if found.name_source == "slug":
        sentence += ", the name being a guess from the folder"
    sentence += ")"
    if found.version is not UNSET:
        kind = "installed version" if found.version_source == "style.css" else "current directory release"
        sentence += f", {kind} {quoted(found.version)}"
    if found.outdated is True:
        sentence += f", which is behind {quoted(str(found.latest_version))}"
    if found.parent_theme is not UNSET:
        sentence += f", a child of {quoted(found.parent_theme)}"
    return sentence + "."


_THEME = (
    Column("Name", "name"),
    Column("Name from", "nameSource"),
    Column("Folder", "slug"),
    Column("Version", "version"),
    Column("Version from", "versionSource"),
    Column("Latest release", "latestVersion"),
    Column("Outdated", "outdated", Kind.FLAG, good=False),
    Column("Child of", "parentTheme"),
    Column("Author", "author"),
    Column("Active installs", "activeInstalls", Kind.FLOOR),
    Column("Downloads", "downloads", Kind.NUMBER),
    Column("Theme directory", "wpOrgUrl", Kind.LINK),
    Column("Theme page", "themeUri", Kind.LINK),
    Column("Screenshot", "screenshotUrl", Kind.LINK),
)

OUTLINE = (
    Section(
        "Runs WordPress",
        "isCms",
        Kind.VERDICT,
        (
            Column("Confidence", "confidence"),
            Column("Signals", "signalCount", Kind.NUMBER, whole="totalSignals"),
        ),
    ),
    Section(
        "Signals",
        "signals",
        Kind.SIGNALS,
        (
            Column("Generator tag", "metaGenerator"),
            Column("wp-content assets", "wpContent"),
            Column("wp-includes assets", "wpIncludes"),
            Column("Block editor", "wpBlocks"),
            Column("REST API", "restApi"),
            Column("X-Powered-By", "xPoweredBy"),
            Column("REST link", "linkHeader"),
            Column("Pingback", "xPingback"),
        ),
    ),
    Section("Theme", "theme", Kind.RECORD, _THEME),
    Section("Parent theme", "theme.parent", Kind.RECORD, _THEME),
    Section("Theme evidence", "theme.evidence", Kind.EVIDENCE),
    Section(
        "Page",
        "",
        Kind.RECORD,
        (
            Column("Address", "url", Kind.LINK),
            Column("Checked at", "checkedAt", Kind.TIME),
            Column("X-Powered-By", "poweredBy"),
        ),
    ),
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
    needs=frozenset({Need.THEME, Need.REST_ROOT}),
    report=CheckCmsReport,
    analyze=analyze,
    summarize=summarize,
    outline=OUTLINE,
)
