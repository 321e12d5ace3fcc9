"""The eight signals of WordPress, each with the place that it was read from."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from siteloupe.capture import Exchange, Headers
from siteloupe.detect.page.assets import Asset, css_urls, host_of, link_tag, style_references
from siteloupe.detect.page.hosts import Relation, relation
from siteloupe.detect.wordpress.core import core_marks
from siteloupe.detect.wordpress.directories import speculation_paths
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
"""Different ``wp-block-…`` classes that count without any other signal: pasted text carries one or two."""

_CONTENT = frozenset({"wpBlocks", "wpContent"})
_GENERATOR = re.compile(r"WordPress\b", re.IGNORECASE)
_BLOCK_CLASS = re.compile(r"wp-block-[a-z]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sighting:
    """The eight signals and the evidence for those that matched."""

    signals: Signals
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class _Scene:
    headers: Headers
    page: Page
    assets: tuple[Asset, ...]
    rest_namespaces: tuple[str, ...]


Seen = Iterator[tuple[str, str]]
"""Where something was seen, and its text."""

Seer = Callable[[_Scene], Seen]


def signals_of(
    exchange: Exchange, page: Page, assets: tuple[Asset, ...], rest_namespaces: tuple[str, ...] = ()
) -> Sighting:
    """Judge the page, its assets and its headers.

    ``rest_namespaces`` are those that the site's REST root listed, where it was asked.
    """
    scene = _Scene(exchange.headers, page, assets, rest_namespaces)
    found = _found(scene, _SEERS)
    if set(found) == {"wpBlocks"} and len(_block_classes(page)) < LONE_BLOCK_CLASSES:
        found = {}
    found = found or _found(scene, _LAST_RESORTS)
    if found and _is_content_alone(scene, found) and names_other_system(exchange, page):
        found = {}
    return Sighting(_signals(found), tuple(found.values()))


def _found(scene: _Scene, seers: dict[str, Seer]) -> dict[str, Evidence]:
    """The first thing that each seer sees."""
    found = {}
    for signal, see in seers.items():
        if (seen := next(see(scene), None)) is not None:
            found[signal] = Evidence(what=signal, where=seen[0], value=seen[1][:300])
    return found


def _generator(scene: _Scene) -> Seen:
    for content in scene.page.generators():
        if _GENERATOR.match(content):
            yield "<meta name=generator>", content


def _content(scene: _Scene) -> Seen:
    for asset in scene.assets:
        if asset.is_own and asset.relation is not Relation.MIRROR and "/wp-content/" in asset.path:
            yield asset.where, asset.path if asset.is_unpacked else asset.url
    for path in speculation_paths(scene.page):
        if path.endswith("/*") and "/themes/" in path:
            yield "<script type=speculationrules>", path


def _of_includes(scene: _Scene) -> Iterator[Asset]:
    """Files of WordPress itself on the site's own host."""
    for asset in scene.assets:
        own = asset.is_own and asset.relation is not Relation.MIRROR
        if own and not asset.is_unpacked and "/wp-includes/" in asset.path:
            yield asset


def _includes(scene: _Scene) -> Seen:
    yield from ((asset.where, asset.url) for asset in _of_includes(scene) if asset.is_applied)
    host = host_of(scene.page.url)
    for script in scene.page.scripts:
        if script.id == "wp-emoji-settings":
            for url in strings_of(script.text):
                if "/wp-includes/" in url and relation(host_of(url), host) is not Relation.THIRD_PARTY:
                    yield "<script id=wp-emoji-settings>", url


def _block_classes(page: Page) -> list[str]:
    return sorted(filter(_BLOCK_CLASS.match, page.classes))


def _blocks(scene: _Scene) -> Seen:
    if named := _block_classes(scene.page):
        yield "class attributes", " ".join(named[:8])


def _is_content_alone(scene: _Scene, found: Iterable[str]) -> bool:
    """Whether all that was seen is what a site's content is made of: blocks, and files that were uploaded.

    Content outlives a move to another system, and the block editor runs in others as well:
    https://www.drupal.org/project/gutenberg.
    """
    paths = (asset.path for asset in scene.assets if asset.is_own and "/wp-content/" in asset.path)
    return (
        _CONTENT.issuperset(found)
        and all("/uploads/" in path for path in paths)
        and not speculation_paths(scene.page)
    )


def _rest_link(scene: _Scene) -> Seen:
    for value in scene.headers.all("link"):
        if REST_RELATION in value:
            yield "Link header", value
    for link in scene.page.links:
        if REST_RELATION in link.rel:
            yield f"<link rel={REST_RELATION}>", link.href


def _rest_api(scene: _Scene) -> Seen:
    if scene.rest_namespaces:
        yield "REST root", ", ".join(scene.rest_namespaces[:8])
    host = host_of(scene.page.url)
    for link in scene.page.links:
        own = relation(host_of(link.href), host) in {Relation.OWN, Relation.SIBLING}
        if own and ("/wp-json/" in link.href or "rest_route=" in link.href):
            yield link_tag(link.rel), link.href
    yield from _rest_link(scene)


def _powered_by(scene: _Scene) -> Seen:
    for value in scene.headers.all("x-powered-by"):
        if "wordpress" in value.lower():
            yield "X-Powered-By header", value


def _pingback(scene: _Scene) -> Seen:
    """Other blog software pings back too; ``xmlrpc.php`` is WordPress's, but for b2evolution's xmlsrv."""
    for value in scene.headers.all("x-pingback"):
        if _is_xmlrpc(value):
            yield "X-Pingback header", value
    for link in scene.page.links:
        if "pingback" in link.rel and _is_xmlrpc(link.attributes.get("href", "")):
            yield "<link rel=pingback>", link.href


def _is_xmlrpc(url: str) -> bool:
    return "/xmlrpc.php" in url and "/xmlsrv/" not in url


def _mirrored_or_styled_content(scene: _Scene) -> Seen:
    for asset in scene.assets:
        if asset.is_code and asset.relation is Relation.MIRROR and "/wp-content/" in asset.path:
            yield f"{asset.where}, on a mirror of the site", asset.url
    host = host_of(scene.page.url)
    for where, reference in _styled(scene.page):
        url = absolute_url(scene.page.base_url, reference)
        if "/wp-content/" in url and relation(host_of(url), host) is Relation.OWN:
            yield where, url


def _styled(page: Page) -> Seen:
    """The references in styles that mention the content directory."""
    for style in page.styles:
        if "/wp-content/" in style.text:
            yield from style_references(style.text)
    for text in page.style_attributes:
        if "/wp-content/" in text:
            yield from (("style url()", url) for url in css_urls(text))


def _announced_includes(scene: _Scene) -> Seen:
    """Files of WordPress that are not run as the page stands: preloaded, mapped, or for an editor."""
    yield from ((asset.where, asset.url) for asset in _of_includes(scene))
    host = host_of(scene.page.url)
    for script in scene.page.scripts:
        if script.type == "importmap":
            for reference in strings_of(script.text):
                url = absolute_url(scene.page.base_url, reference)
                if "/wp-includes/" in url and relation(host_of(url), host) is Relation.OWN:
                    yield "<script type=importmap>", url


def _block_styles(scene: _Scene) -> Seen:
    for identity in sorted(scene.page.ids.intersection(core_marks("block-style"))):
        yield "<style> or <link> id", identity


_SEERS: dict[str, Seer] = {
    "metaGenerator": _generator,
    "wpContent": _content,
    "wpIncludes": _includes,
    "wpBlocks": _blocks,
    "restApi": _rest_api,
    "xPoweredBy": _powered_by,
    "linkHeader": _rest_link,
    "xPingback": _pingback,
}

_LAST_RESORTS: dict[str, Seer] = {
    "wpContent": _mirrored_or_styled_content,
    "wpIncludes": _announced_includes,
    "wpBlocks": _block_styles,
}
"""Asked only when nothing else was seen: WordPress's marks, though not in the page's own words."""


def _signals(found: dict[str, Evidence]) -> Signals:
    def text(name: str) -> str | bool:
        return found[name].value if name in found else False

    return Signals(
        meta_generator=text("metaGenerator"),
        wp_content="wpContent" in found,
        wp_includes="wpIncludes" in found,
        wp_blocks="wpBlocks" in found,
        rest_api="restApi" in found,
        x_powered_by=text("xPoweredBy"),
        link_header="linkHeader" in found,
        x_pingback="xPingback" in found,
    )


SYSTEMS = frozenset({"cms", "blog", "site-builder", "static-site-generator", "ecommerce", "wiki", "forum"})
"""Categories of what can make a whole site."""


def names_other_system(exchange: Exchange, page: Page) -> bool:
    """True when the page's generator, a tag or a header, is a system that is neither WordPress nor of it.

    A generator that nobody knows proves nothing: plugins of WordPress write theirs too.
    """
    generators = tuple(("generator", content[:1000]) for content in page.generators())
    facts = AnswerFacts(
        status=exchange.status,
        headers=Headers(line for line in exchange.headers if line[0] == "x-generator"),
        page=PageFacts(valued={"meta": generators}),
    )
    found = (match.product for match in systems().matches(facts))
    return any(each.category in SYSTEMS and not (each.plugin or each.wordpress) for each in found)
