"""How the tech-stack report of a site is made."""

from msgspec import UNSET
from msgspec.structs import replace

from siteloupe.analyses.check_cms import confidence
from siteloupe.analyses.rendering import rendering_of
from siteloupe.analyses.unreadable import refusal_fields
from siteloupe.capture import Need
from siteloupe.detect.security.report import security, security_detail
from siteloupe.detect.serving.performance import composition, performance
from siteloupe.detect.serving.provider import providers
from siteloupe.detect.site import Site
from siteloupe.detect.technologies.releases import with_status
from siteloupe.detect.technologies.third_parties import third_parties
from siteloupe.detect.wordpress.version import CmsVersion
from siteloupe.reports.check_cms import Signals
from siteloupe.reports.refusal import Refusal
from siteloupe.reports.tech_stack import Security, Technology, TechStackReport


def report_tech_stack(site: Site, needs: frozenset[Need]) -> TechStackReport:
    """Return the tech-stack report of a site that was visited for ``needs``. Pure."""
    capture = site.capture
    if site.refusal is not None:
        return _report_refusal(site, site.refusal)
    exchange, page, sighting = capture.page, site.page, site.signals
    version = _version(site)
    served = providers(exchange)
    return TechStackReport(
        coverage=site.coverage(needs),
        is_cms=site.is_wordpress,
        confidence=confidence(sighting.signals),
        wp_signals=sighting.signals,
        generator=next(page.generators(), None),
        cms_version=version.version if version else None,
        cms_version_source=version.source if version else None,
        fork=site.fork or UNSET,
        content_from=site.content_source or UNSET,
        theme=site.theme,
        plugins=list(site.plugins),
        technologies=[with_status(each, capture.at[:10]) for each in _technologies(site)],
        third_parties=list(third_parties(page, site.assets)),
        hosting=served.hosting,
        cdn=served.cdn,
        layers=list(served.layers),
        server=exchange.headers.combined_value("server"),
        powered_by=exchange.headers.combined_value("x-powered-by"),
        performance=performance(site.html, site.loads),
        security=security(exchange, page),
        security_detail=security_detail(site.html, page, site.loads),
        composition=composition(page),
        rendered=rendering_of(site),
        evidence=[*sighting.evidence, *([version.evidence] if version else [])],
        url=exchange.url,
        checked_at=capture.at,
    )


def _version(site: Site) -> CmsVersion | None:
    """Return the version of WordPress, or of the fork that runs in its place."""
    fork = site.fork
    if fork is None:
        return site.cms_version if site.is_wordpress else None
    if fork.version is None:
        return None
    return CmsVersion(fork.version, "generator", replace(fork.evidence[0], what="cmsVersion"))


def _technologies(site: Site) -> list[Technology]:
    """Return WordPress, if the signals match, then the products of the book that the page shows."""
    found = list(site.technologies)
    if not site.is_wordpress:
        return found
    if (fork := site.fork) is not None:
        evidence = [replace(fork.evidence[0], what=fork.name)]
        row = Technology(name=fork.name, category="cms", version=fork.version, evidence=evidence)
        return [row, *(each for each in found if each.name != fork.name)]
    version = site.cms_version
    evidence = [version.evidence] if version else [site.signals.evidence[0]]
    stated = version.version if version else None
    return [Technology(name="WordPress", category="cms", version=stated, evidence=evidence), *found]


def _report_refusal(site: Site, refused: Refusal) -> TechStackReport:
    """Report only what the headers show; they may be those of a server in front of the site."""
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
        server=exchange.headers.combined_value("server"),
        powered_by=exchange.headers.combined_value("x-powered-by"),
        performance=None,
        security=Security(https=exchange.url.startswith("https://")),
        security_detail=None,
        composition=None,
        **refusal_fields(site, refused),
    )
