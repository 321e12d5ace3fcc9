"""tech-stack: what a site is built with, who serves it, how quickly and how safely."""

from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.check_cms import confidence
from siteloupe.analyses.tech_stack_outline import OUTLINE
from siteloupe.analyses.tech_stack_prose import summarize
from siteloupe.analyses.unreadable import blocked
from siteloupe.capture import Need
from siteloupe.detect.security.report import security, security_detail
from siteloupe.detect.serving.performance import composition, performance
from siteloupe.detect.serving.provider import providers
from siteloupe.detect.site import Site
from siteloupe.reports.check_cms import Signals
from siteloupe.reports.refusal import Refusal
from siteloupe.reports.tech_stack import Security, Technology, TechStackReport

NEEDS = frozenset({Need.THEME, Need.REST_ROOT})


def analyze(site: Site) -> TechStackReport:
    """The tech-stack report of a site. Pure."""
    capture = site.capture
    if site.refusal is not None:
        return _unreadable(site, site.refusal)
    exchange, page, sighting = capture.page, site.page, site.signals
    version = site.cms_version if site.is_wordpress else None
    served = providers(exchange)
    return TechStackReport(
        coverage=site.coverage(NEEDS),
        is_cms=site.is_wordpress,
        confidence=confidence(sighting.signals),
        wp_signals=sighting.signals,
        generator=next(page.generators(), None),
        cms_version=version.version if version else None,
        cms_version_source=version.source if version else None,
        theme=site.theme,
        plugins=list(site.plugins),
        technologies=_technologies(site),
        hosting=served.hosting,
        cdn=served.cdn,
        layers=list(served.layers),
        server=exchange.headers.joined("server"),
        powered_by=exchange.headers.joined("x-powered-by"),
        performance=performance(exchange, site.loads),
        security=security(exchange, page),
        security_detail=security_detail(exchange, page, site.loads),
        composition=composition(page),
        evidence=[*sighting.evidence, *([version.evidence] if version else [])],
        url=exchange.url,
        checked_at=capture.at,
    )


def _technologies(site: Site) -> list[Technology]:
    """WordPress as the signals judge it, then what the rows recognise."""
    found = list(site.technologies)
    if not site.is_wordpress:
        return found
    version = site.cms_version
    evidence = [version.evidence] if version else [site.signals.evidence[0]]
    stated = version.version if version else None
    return [Technology(name="WordPress", category="cms", version=stated, evidence=evidence), *found]


def _unreadable(site: Site, refused: Refusal) -> TechStackReport:
    """What headers alone tell: they are the site's, or of whoever stands in front of it."""
    exchange = site.capture.page
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
        security=Security(https=exchange.url.startswith("https://")),
        security_detail=None,
        composition=None,
        **blocked(site, refused),
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
    needs=NEEDS,
    report=TechStackReport,
    analyze=analyze,
    summarize=summarize,
    outline=OUTLINE,
)
