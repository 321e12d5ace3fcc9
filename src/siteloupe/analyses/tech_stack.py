"""tech-stack: what a site is built with, who serves it, how quickly and how safely."""

from siteloupe.analyses import check_cms
from siteloupe.analyses.check_cms import confidence
from siteloupe.analyses.prose import quoted
from siteloupe.analyses.row import Analysis
from siteloupe.capture import Capture, Need
from siteloupe.detect.composition import composition
from siteloupe.detect.performance import performance
from siteloupe.detect.provider import providers
from siteloupe.detect.refusal import refusal
from siteloupe.detect.rest_root import namespaces
from siteloupe.detect.security import security, security_detail
from siteloupe.detect.signals import signals_of
from siteloupe.detect.theme import theme
from siteloupe.detect.theme_slug import theme_marks
from siteloupe.document import page_of
from siteloupe.reports.check_cms import Signals
from siteloupe.reports.outline import Column, Kind, Section
from siteloupe.reports.refusal import Refusal
from siteloupe.reports.tech_stack import TechStackReport


def analyze(capture: Capture) -> TechStackReport:
    """The tech-stack report of a visit. Pure."""
    if (refused := refusal(capture.page)) is not None:
        return _unreadable(capture, refused)
    exchange, page = capture.page, page_of(capture.page)
    rest_namespaces = namespaces(capture.rest_root)
    sighting = signals_of(exchange, page, rest_namespaces)
    is_cms = sighting.signals.count > 0
    served = providers(exchange)
    return TechStackReport(
        is_cms=is_cms,
        confidence=confidence(sighting.signals),
        wp_signals=sighting.signals,
        generator=next(page.generators(), None),
        theme=theme(theme_marks(page), capture.theme) if is_cms else None,
        plugins=[],
        hosting=served.hosting,
        cdn=served.cdn,
        layers=list(served.layers),
        server=exchange.headers.get("server"),
        powered_by=exchange.headers.get("x-powered-by"),
        performance=performance(exchange, page),
        security=security(exchange, page),
        security_detail=security_detail(exchange, page),
        composition=composition(page),
        evidence=list(sighting.evidence),
        url=exchange.url,
        checked_at=capture.at,
    )


def _unreadable(capture: Capture, refused: Refusal) -> TechStackReport:
    """What headers alone tell: they are the site's, or of whoever stands in front of it."""
    exchange = capture.page
    served = providers(exchange)
    return TechStackReport(
        is_cms=None,
        confidence="none",
        wp_signals=Signals(),
        generator=None,
        theme=None,
        plugins=[],
        hosting=served.hosting,
        cdn=served.cdn,
        layers=list(served.layers),
        server=exchange.headers.get("server"),
        powered_by=exchange.headers.get("x-powered-by"),
        performance=None,
        security=security(exchange, None),
        security_detail=security_detail(exchange, None),
        composition=None,
        url=exchange.url,
        checked_at=capture.at,
        blocked=True,
        blocked_by=refused.blocked_by,
        status=refused.status,
        reason=refused.reason,
        note=refused.note,
    )


def summarize(report: TechStackReport) -> str:
    """The report in prose, for a model to read. The site's own strings are quoted."""
    return quoted(report.url)


OUTLINE = check_cms.OUTLINE

ANALYSIS = Analysis(
    name="tech-stack",
    operation="getTechStack",
    tool="get_cms_tech_stack",
    title="Find out what a site is built with",
    description=(
        "Tell what a public website is built with: theme, plugins and other technologies, hosting, CDN and "
        "server, security headers and speed."
    ),
    limit=8,
    needs=frozenset({Need.THEME, Need.REST_ROOT}),
    report=TechStackReport,
    analyze=analyze,
    summarize=summarize,
    outline=OUTLINE,
)
