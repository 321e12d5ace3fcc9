"""tech-stack: what a site is built with, who serves it, how quickly and how safely."""

from siteloupe.analyses.check_cms import confidence
from siteloupe.analyses.row import Analysis
from siteloupe.analyses.tech_stack_outline import OUTLINE
from siteloupe.analyses.tech_stack_prose import summarize
from siteloupe.analyses.unreadable import blocked
from siteloupe.capture import Capture, Exchange, Need
from siteloupe.detect.plugins.report import plugins_of
from siteloupe.detect.refusal.refusal import refusal
from siteloupe.detect.security.report import security, security_detail
from siteloupe.detect.serving.performance import composition, performance
from siteloupe.detect.serving.provider import providers
from siteloupe.detect.technologies.rows import technologies
from siteloupe.detect.theme.page_marks import theme_marks
from siteloupe.detect.theme.report import theme
from siteloupe.detect.wordpress.rest_root import namespaces
from siteloupe.detect.wordpress.signals import signals_of
from siteloupe.detect.wordpress.version import CmsVersion, cms_version
from siteloupe.document import Page, page_of
from siteloupe.reports.check_cms import Signals
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.refusal import Refusal
from siteloupe.reports.tech_stack import Technology, TechStackReport


def analyze(capture: Capture) -> TechStackReport:
    """The tech-stack report of a visit. Pure."""
    if (refused := refusal(capture.page)) is not None:
        return _unreadable(capture, refused)
    exchange, page = capture.page, page_of(capture.page)
    rest_namespaces = namespaces(capture.rest_root)
    sighting = signals_of(exchange, page, rest_namespaces)
    is_cms = sighting.signals.count > 0
    version = cms_version(page) if is_cms else None
    served = providers(exchange)
    return TechStackReport(
        is_cms=is_cms,
        confidence=confidence(sighting.signals),
        wp_signals=sighting.signals,
        generator=next(page.generators(), None),
        cms_version=version.version if version else None,
        cms_version_source=version.source if version else None,
        theme=theme(theme_marks(page), capture.theme) if is_cms else None,
        plugins=list(plugins_of(exchange, page, rest_namespaces)) if is_cms else [],
        technologies=_technologies(exchange, page, sighting.evidence, version),
        hosting=served.hosting,
        cdn=served.cdn,
        layers=list(served.layers),
        server=exchange.headers.joined("server"),
        powered_by=exchange.headers.joined("x-powered-by"),
        performance=performance(exchange),
        security=security(exchange, page),
        security_detail=security_detail(exchange, page),
        composition=composition(page),
        evidence=[*sighting.evidence, *([version.evidence] if version else [])],
        url=exchange.url,
        checked_at=capture.at,
    )


def _technologies(
    exchange: Exchange, page: Page, signals: tuple[Evidence, ...], version: CmsVersion | None
) -> list[Technology]:
    """WordPress as the signals judge it, then what the rows recognise."""
    found = list(technologies(exchange, page))
    if not signals:
        return found
    evidence = [version.evidence] if version else [signals[0]]
    stated = version.version if version else None
    return [Technology(name="WordPress", category="cms", version=stated, evidence=evidence), *found]


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
        server=exchange.headers.joined("server"),
        powered_by=exchange.headers.joined("x-powered-by"),
        performance=None,
        security=security(exchange, None),
        security_detail=security_detail(exchange, None),
        composition=None,
        **blocked(capture, refused),
    )


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
