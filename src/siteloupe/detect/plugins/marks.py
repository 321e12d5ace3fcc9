"""What plugins leave in a page besides files: comments, generators, classes, ids, cookies, REST namespaces.

The REST root lists namespaces, and so shows plugins that load no file:
https://developer.wordpress.org/rest-api/extending-the-rest-api/routes-and-endpoints/.
"""

import functools
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from siteloupe.capture import Exchange, Headers
from siteloupe.data import rows
from siteloupe.detect.page.assets import Asset, host_of
from siteloupe.detect.page.hosts import Relation, relation
from siteloupe.detect.page.text import is_version
from siteloupe.detect.plugins.files import PluginMark, VersionSource
from siteloupe.detect.wordpress.directories import Directories
from siteloupe.document import Page
from siteloupe.signatures.plugin_marks import Part, PluginMarkFound, plugin_marks

MAX_LINE = 300
MAX_TEXT = 100_000
"""Characters of one part that are searched; of comments half of them from the end, where caches sign."""

_SOURCES: dict[Part, VersionSource] = {
    "comment": "comment",
    "generator": "generator",
    "meta": "markup",
    "body-class": "class",
    "class": "class",
    "id": "markup",
    "handle": "markup",
    "input": "markup",
    "script": "json",
    "header": "header",
}
_PLACES: dict[Part, str] = {
    "comment": "HTML comment",
    "generator": "<meta name=generator>",
    "meta": "<meta>",
    "body-class": "<body class>",
    "class": "class attribute",
    "id": "id attribute",
    "handle": "<script>, <style> or <link> id",
    "input": "<input>",
    "script": "inline <script>",
    "src": "<script src>",
    "cookie": "Set-Cookie header",
    "content-path": "file in the content directory",
}


def marks_of(
    exchange: Exchange, page: Page, assets: Iterable[Asset], directories: Directories
) -> Iterator[PluginMark]:
    """Every mark that a row names, in the order of the rows by part."""
    names: dict[Part, frozenset[str]] = {"id": page.ids, "class": page.classes}
    for found in plugin_marks().matches(_lines(exchange, page, assets, directories), names):
        if found.version is None or is_version(found.version):
            yield _mark(found)


def _mark(found: PluginMarkFound) -> PluginMark:
    row = found.row
    where = _PLACES.get(row.part) or f"{found.line.partition(':')[0]} header"
    value = found.line.partition(": ")[2] if row.part == "header" else found.line
    source = _SOURCES.get(row.part) if found.version is not None else None
    return PluginMark(row.slug, where, value, row.kind, found.version, source, row.editions)


def _lines(
    exchange: Exchange, page: Page, assets: Iterable[Asset], directories: Directories
) -> dict[Part, Iterable[str]]:
    headers = _headers(exchange)
    metas = (f"{meta.name}={meta.content}" for meta in page.metas if meta.name != "generator")
    inputs = (f"{each.get('name', '')}={each.get('value', '')}" for each in page.inputs)
    return {
        "generator": _bounded(page.generators()),
        "comment": _comments(page),
        "header": _bounded(f"{name}: {value}" for name, value in headers if name != "set-cookie"),
        "body-class": _bounded(page.body_classes),
        "meta": _bounded(metas),
        "input": _bounded(inputs),
        "script": _bounded(_beginnings(page)),
        "src": _bounded(script.address for script in page.scripts if script.address),
        "handle": _bounded(_handles(page)),
        "cookie": _bounded(_cookies(headers)),
        "content-path": _bounded(_content_paths(assets, directories)),
    }


def _headers(exchange: Exchange) -> Headers:
    """The answer's, and those of the redirects to it that the site's own host sent."""
    host = host_of(exchange.url)
    own = (hop for hop in exchange.hops if relation(host_of(hop.url), host) is Relation.OWN)
    return Headers([*exchange.headers, *(line for hop in own for line in hop.headers)])


def _bounded(lines: Iterable[str]) -> Iterator[str]:
    """The lines, each cut, until they come to the most that is searched."""
    room = MAX_TEXT
    for line in lines:
        cut = line[:MAX_LINE]
        if (room := room - len(cut) - 1) < 0:
            return
        yield cut


def _comments(page: Page) -> Iterator[str]:
    """The comments from both ends, white space as one space."""
    lines = [" ".join(comment[:MAX_LINE].split()) for comment in page.comments]
    half = MAX_TEXT // MAX_LINE // 2
    yield from lines if len(lines) <= 2 * half else (*lines[:half], *lines[-half:])


def _beginnings(page: Page) -> Iterator[str]:
    """How each inline script begins, without the wrapping that old WordPress gave it."""
    for script in page.scripts:
        if script.src is None and script.runs:
            text = script.text[:MAX_LINE].replace("/* <![CDATA[ */", "").replace("//<![CDATA[", "")
            yield " ".join(text.split())


def _handles(page: Page) -> Iterator[str]:
    links, styles, scripts = page.links, page.styles, page.scripts
    identities = chain(
        (each.id for each in links), (each.id for each in styles), (each.id for each in scripts)
    )
    return filter(None, identities)


def _cookies(headers: Headers) -> Iterator[str]:
    return (value.partition("=")[0].strip() for value in headers.all("set-cookie"))


def _content_paths(assets: Iterable[Asset], directories: Directories) -> Iterator[str]:
    """Paths of the site's own files from its content directory on, plugins' and themes' left out."""
    own = (asset.path for asset in assets if asset.is_own)
    paths = (path.partition(directory)[2] for path in own for directory in directories.content)
    written = (path for path in paths if path and not path.startswith(("plugins/", "themes/")))
    return iter(dict.fromkeys(islice(written, 2_000)))


def namespace_marks(namespaces: tuple[str, ...]) -> Iterator[PluginMark]:
    """A mark for each of ``namespaces`` that one plugin alone registers."""
    owners = _owners()
    for namespace in namespaces:
        if (slug := owners.get(namespace)) is not None:
            yield PluginMark(slug, "REST root", namespace)


@functools.cache
def _owners() -> dict[str, str]:
    return {row["namespace"]: row["slug"] for row in rows("rest_namespaces.tsv")}
