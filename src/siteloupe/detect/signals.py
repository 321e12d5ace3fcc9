"""The eight signals of WordPress, each with what it was read from."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from siteloupe.capture import Exchange, Headers
from siteloupe.detect.assets import Asset, Kind, assets_of, host_of
from siteloupe.detect.directories import Directories, directories_of, speculation_paths
from siteloupe.detect.hosts import Relation, relation
from siteloupe.document import Page
from siteloupe.document.json_blocks import strings_of
from siteloupe.reports.check_cms import Signals
from siteloupe.reports.evidence import Evidence

REST_RELATION = "https://api.w.org/"
"""Link relation of the REST root: https://developer.wordpress.org/rest-api/using-the-rest-api/discovery/"""

BLOCK_STYLES = frozenset({"global-styles-inline-css", "wp-block-library-css", "wp-block-library-inline-css"})
"""Ids of the styles that the block editor prints: wp_enqueue_global_styles, wp_common_block_scripts_and_styles."""

LONE_BLOCK_CLASSES = 3
"""Different ``wp-block-…`` classes that count without any other signal: pasted text carries one or two."""

_GENERATOR = re.compile(r"WordPress\b", re.IGNORECASE)
_BLOCK_CLASS = re.compile(r"wp-block-[a-z]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sighting:
    """The eight signals and the evidence for those that matched."""

    signals: Signals
    evidence: tuple[Evidence, ...]


def signals_of(exchange: Exchange, page: Page, rest_namespaces: tuple[str, ...] = ()) -> Sighting:
    """Judge the page and its headers; ``rest_namespaces`` is what the site's REST root listed, if asked."""
    assets = assets_of(page)
    directories = directories_of(page, assets)
    found: dict[str, Evidence] = {}
    for signal, see in _SEERS.items():
        seen = next(iter(see(_Scene(exchange.headers, page, assets, directories, rest_namespaces))), None)
        if seen is not None:
            where, value = seen
            found[signal] = Evidence(what=signal, where=where, value=value[:300])
    if "wpBlocks" in found and len(found) == 1 and _few_block_classes(page):
        del found["wpBlocks"]
    return Sighting(_signals(found), tuple(found.values()))


@dataclass(frozen=True, slots=True)
class _Scene:
    headers: Headers
    page: Page
    assets: tuple[Asset, ...]
    directories: Directories
    rest_namespaces: tuple[str, ...]

    @property
    def has_wordpress_links(self) -> bool:
        """True when the page has a mark that WordPress alone makes, whatever its folders are called."""
        return any(True for see in (_generator, _rest_link, _speculation) for _ in see(self))


Seen = Iterator[tuple[str, str]]


def _generator(scene: _Scene) -> Seen:
    for content in scene.page.generators():
        if _GENERATOR.match(content):
            yield "<meta name=generator>", content


def _content(scene: _Scene) -> Seen:
    for asset in scene.assets:
        if asset.is_own and not asset.unpacked and "/wp-content/" in asset.path:
            yield asset.where, asset.url
    for asset in scene.assets:
        if asset.is_own and asset.unpacked and "/wp-content/" in asset.path:
            yield f"{asset.where}, packed list", asset.path
    if scene.directories.derived and scene.has_wordpress_links:
        for asset in scene.assets:
            if asset.is_own and scene.directories.inside_content(asset.path):
                yield f"{asset.where}, content directory {scene.directories.derived[0]}", asset.url
    yield from _speculation(scene)


def _speculation(scene: _Scene) -> Seen:
    for path in speculation_paths(scene.page):
        if path.endswith("/*") and "/themes/" in path:
            yield "<script type=speculationrules>", path


def _includes(scene: _Scene) -> Seen:
    for asset in scene.assets:
        if asset.is_code and asset.is_own and not asset.unpacked and "/wp-includes/" in asset.path:
            yield asset.where, asset.url
    host = host_of(scene.page.url)
    for script in scene.page.scripts:
        if script.id == "wp-emoji-settings":
            for url in strings_of(script.text):
                if "/wp-includes/" in url and relation(host_of(url), host) is not Relation.FOREIGN:
                    yield "<script id=wp-emoji-settings>", url


def _blocks(scene: _Scene) -> Seen:
    named = sorted(name for name in scene.page.classes if _BLOCK_CLASS.match(name))
    if named:
        yield "class attributes", " ".join(named[:8])


def _block_styles(page: Page) -> Seen:
    for identity in sorted(BLOCK_STYLES & page.ids):
        yield "<style> or <link> id", identity


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
            yield f"<link rel={' '.join(sorted(link.rel))[:40]}>", link.href
    yield from _rest_link(scene)


def _powered_by(scene: _Scene) -> Seen:
    for value in scene.headers.all("x-powered-by"):
        if "wordpress" in value.lower():
            yield "X-Powered-By header", value


def _pingback(scene: _Scene) -> Seen:
    """Other blog software pings back too; ``xmlrpc.php`` in the root of its own is WordPress's."""
    for value in scene.headers.all("x-pingback"):
        if _is_xmlrpc(value):
            yield "X-Pingback header", value
    for link in scene.page.links:
        if "pingback" in link.rel and _is_xmlrpc(link.attributes.get("href", "")):
            yield "<link rel=pingback>", link.href


def _is_xmlrpc(url: str) -> bool:
    path = url.partition("?")[0].strip()
    return path.endswith("/xmlrpc.php") and not path.endswith("/xmlsrv/xmlrpc.php")


_SEERS: dict[str, Callable[[_Scene], Iterable[tuple[str, str]]]] = {
    "metaGenerator": _generator,
    "wpContent": _content,
    "wpIncludes": _includes,
    "wpBlocks": _blocks,
    "restApi": _rest_api,
    "xPoweredBy": _powered_by,
    "linkHeader": _rest_link,
    "xPingback": _pingback,
}


def _few_block_classes(page: Page) -> bool:
    return sum(1 for name in page.classes if _BLOCK_CLASS.match(name)) < LONE_BLOCK_CLASSES


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
