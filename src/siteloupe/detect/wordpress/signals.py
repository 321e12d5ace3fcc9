"""The eight signals of WordPress, each with the part of the page or answer that shows it."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from siteloupe.capture import Exchange, Headers
from siteloupe.detect.page.assets import Asset, css_urls, host_of, link_tag, style_references
from siteloupe.detect.page.hosts import MIRROR, Relation, relation
from siteloupe.detect.wordpress.directories import core_marks, speculation_paths
from siteloupe.document import Page
from siteloupe.document.json_blocks import strings_of
from siteloupe.document.references import absolute_url
from siteloupe.products import AnswerFacts, PageFacts
from siteloupe.products.book import systems
from siteloupe.reports.check_cms import Signals
from siteloupe.reports.evidence import Evidence

REST_RELATION = "https://api.w.org/"
"""Link relation of the REST root: https://developer.wordpress.org/rest-api/using-the-rest-api/discovery/"""

LONE_BLOCK_CLASSES = 3
"""Least different ``wp-block-…`` classes without any other signal: pasted text has one or two."""

_CONTENT = frozenset({"wpBlocks", "wpContent"})
_GENERATOR = re.compile(r"WordPress\b", re.IGNORECASE)
_BLOCK_CLASS = re.compile(r"wp-block-[a-z]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DetectedSignals:
    """The eight signals and the evidence for those that matched."""

    signals: Signals
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class _SignalSources:
    headers: Headers
    page: Page
    assets: tuple[Asset, ...]
    rest_namespaces: tuple[str, ...]


Matches = Iterator[tuple[str, str]]
"""For each match of a signal: where it is, and its text."""

Detector = Callable[[_SignalSources], Matches]


def signals_of(
    exchange: Exchange, page: Page, assets: tuple[Asset, ...], rest_namespaces: tuple[str, ...] = ()
) -> DetectedSignals:
    """Detect the signals in the page, its assets and its headers.

    ``rest_namespaces`` are the namespaces of the site's REST root, when it was requested.
    """
    sources = _SignalSources(exchange.headers, page, assets, rest_namespaces)
    evidence = _run_detectors(sources, _DETECTORS)
    if set(evidence) == {"wpBlocks"} and len(_block_classes(page)) < LONE_BLOCK_CLASSES:
        evidence = {}
    evidence = evidence or _run_detectors(sources, _FALLBACK_DETECTORS)
    if evidence and _is_only_content(sources, evidence) and names_other_system(exchange, page):
        evidence = {}
    return DetectedSignals(_signals(evidence), tuple(evidence.values()))


def _run_detectors(sources: _SignalSources, detectors: dict[str, Detector]) -> dict[str, Evidence]:
    """Return the first match of each detector."""
    evidence = {}
    for signal, detect in detectors.items():
        if (match := next(detect(sources), None)) is not None:
            evidence[signal] = Evidence(what=signal, where=match[0], value=match[1][:300])
    return evidence


def _find_generator(sources: _SignalSources) -> Matches:
    for content in sources.page.generators():
        if _GENERATOR.match(content):
            yield "<meta name=generator>", content


def _find_content(sources: _SignalSources) -> Matches:
    for asset in sources.assets:
        if asset.is_own and asset.relation is not MIRROR and "/wp-content/" in asset.path:
            yield asset.where, asset.path if asset.is_unpacked else asset.url
    for path in speculation_paths(sources.page):
        if path.endswith("/*") and "/themes/" in path:
            yield "<script type=speculationrules>", path


def _includes_assets(sources: _SignalSources) -> Iterator[Asset]:
    """Yield WordPress's own files on the site's own host."""
    for asset in sources.assets:
        own = asset.is_own and asset.relation is not MIRROR
        if own and not asset.is_unpacked and "/wp-includes/" in asset.path:
            yield asset


def _find_includes(sources: _SignalSources) -> Matches:
    yield from ((asset.where, asset.url) for asset in _includes_assets(sources) if asset.is_applied)
    host = host_of(sources.page.url)
    for script in sources.page.scripts:
        if script.id == "wp-emoji-settings":
            for url in strings_of(script.text):
                if "/wp-includes/" in url and relation(host_of(url), host) is not Relation.THIRD_PARTY:
                    yield "<script id=wp-emoji-settings>", url


def _block_classes(page: Page) -> list[str]:
    return sorted(filter(_BLOCK_CLASS.match, page.classes))


def _find_blocks(sources: _SignalSources) -> Matches:
    if named := _block_classes(sources.page):
        yield "class attributes", " ".join(named[:8])


def _is_only_content(sources: _SignalSources, signals: Iterable[str]) -> bool:
    """Whether the signals come only from a site's content: blocks and uploaded files.

    A site keeps its content when it moves to another system, and other systems have the block editor too:
    https://www.drupal.org/project/gutenberg.
    """
    paths = (asset.path for asset in sources.assets if asset.is_own and "/wp-content/" in asset.path)
    return (
        _CONTENT.issuperset(signals)
        and all("/uploads/" in path for path in paths)
        and not speculation_paths(sources.page)
    )


def _find_rest_link(sources: _SignalSources) -> Matches:
    for value in sources.headers.all("link"):
        if REST_RELATION in value:
            yield "Link header", value
    for link in sources.page.links:
        if REST_RELATION in link.rel:
            yield f"<link rel={REST_RELATION}>", link.href


def _find_rest_api(sources: _SignalSources) -> Matches:
    """Find the REST root's own answer, or a link to one of its routes.

    The discovery link and header are another signal: one fact counts once.
    """
    if any(namespace.startswith("wp/") for namespace in sources.rest_namespaces):
        yield "REST root", ", ".join(sources.rest_namespaces[:8])
    host = host_of(sources.page.url)
    for link in sources.page.links:
        own = relation(host_of(link.href), host) in {Relation.OWN, Relation.SIBLING}
        route = "/wp-json/" in link.href or "rest_route=" in link.href
        if own and route and REST_RELATION not in link.rel:
            yield link_tag(link.rel), link.href


def _find_powered_by(sources: _SignalSources) -> Matches:
    for value in sources.headers.all("x-powered-by"):
        if "wordpress" in value.lower():
            yield "X-Powered-By header", value


def _find_pingback(sources: _SignalSources) -> Matches:
    """Find pingback URLs of WordPress: other blog software has pingbacks, but not at ``xmlrpc.php``."""
    for value in sources.headers.all("x-pingback"):
        if _is_xmlrpc(value):
            yield "X-Pingback header", value
    for link in sources.page.links:
        if "pingback" in link.rel and _is_xmlrpc(link.attributes.get("href", "")):
            yield "<link rel=pingback>", link.href


def _is_xmlrpc(url: str) -> bool:
    return "/xmlrpc.php" in url and "/xmlsrv/" not in url  # b2evolution has it in /xmlsrv/


def _find_content_in_mirrors_and_styles(sources: _SignalSources) -> Matches:
    for asset in sources.assets:
        if asset.is_code and asset.relation is MIRROR and "/wp-content/" in asset.path:
            yield f"{asset.where}, on a mirror of the site", asset.url
    host = host_of(sources.page.url)
    for where, reference in _style_references(sources.page):
        url = absolute_url(sources.page.base_url, reference)
        if "/wp-content/" in url and relation(host_of(url), host) is Relation.OWN:
            yield where, url


def _style_references(page: Page) -> Matches:
    """Yield the references in styles that contain the content directory."""
    for style in page.styles:
        if "/wp-content/" in style.text:
            yield from style_references(style.text)
    for text in page.style_attributes:
        if "/wp-content/" in text:
            yield from (("style url()", url) for url in css_urls(text))


def _find_preloaded_includes(sources: _SignalSources) -> Matches:
    """Find WordPress's own files that the page does not run: preloads and import maps."""
    yield from ((asset.where, asset.url) for asset in _includes_assets(sources))
    host = host_of(sources.page.url)
    for script in sources.page.scripts:
        if script.type == "importmap":
            for reference in strings_of(script.text):
                url = absolute_url(sources.page.base_url, reference)
                if "/wp-includes/" in url and relation(host_of(url), host) is Relation.OWN:
                    yield "<script type=importmap>", url


def _find_block_styles(sources: _SignalSources) -> Matches:
    for identity in sorted(sources.page.ids.intersection(core_marks("block-style"))):
        yield "<style> or <link> id", identity


_DETECTORS: dict[str, Detector] = {
    "metaGenerator": _find_generator,
    "wpContent": _find_content,
    "wpIncludes": _find_includes,
    "wpBlocks": _find_blocks,
    "restApi": _find_rest_api,
    "xPoweredBy": _find_powered_by,
    "linkHeader": _find_rest_link,
    "xPingback": _find_pingback,
}

_FALLBACK_DETECTORS: dict[str, Detector] = {
    "wpContent": _find_content_in_mirrors_and_styles,
    "wpIncludes": _find_preloaded_includes,
    "wpBlocks": _find_block_styles,
}
"""These run only when no other detector has a match: they find weaker signs of WordPress."""


def _signals(evidence: dict[str, Evidence]) -> Signals:
    def text(name: str) -> str | bool:
        return evidence[name].value if name in evidence else False

    return Signals(
        meta_generator=text("metaGenerator"),
        wp_content="wpContent" in evidence,
        wp_includes="wpIncludes" in evidence,
        wp_blocks="wpBlocks" in evidence,
        rest_api="restApi" in evidence,
        x_powered_by=text("xPoweredBy"),
        link_header="linkHeader" in evidence,
        x_pingback="xPingback" in evidence,
    )


SYSTEMS = frozenset({"cms", "blog", "site-builder", "static-site-generator", "ecommerce", "wiki", "forum"})
"""Categories of products that make whole sites."""


def names_other_system(exchange: Exchange, page: Page) -> bool:
    """Whether the page's generator, a tag or a header, is another system than WordPress.

    An unknown generator proves nothing: plugins of WordPress write generator tags too.
    """
    generators = tuple(("generator", content[:1000]) for content in page.generators())
    facts = AnswerFacts(
        status=exchange.status,
        headers=Headers(line for line in exchange.headers if line[0] == "x-generator"),
        page=PageFacts(valued={"meta": generators}),
    )
    found = (match.product for match in systems().matches(facts))
    return any(each.category in SYSTEMS and not (each.plugin or each.wordpress) for each in found)
