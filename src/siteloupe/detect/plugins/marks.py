"""The marks of plugins in a page besides files: comments, classes, cookies, REST namespaces, handles.

The REST root lists namespaces, so it shows plugins that load no file:
https://developer.wordpress.org/rest-api/extending-the-rest-api/routes-and-endpoints/.

Handles show a plugin when the URL of its script or style is lost: the code is inline, or a cache copied it.
WordPress makes the id of an element from the handle that its author chose, and since version 6.9 it ends each
inline block with a ``sourceURL`` comment that contains the handle:
https://make.wordpress.org/core/2025/11/18/wordpress-6-9-frontend-performance-field-guide/. Most authors begin
a handle with the slug of the plugin. When a cache plugin replaces a file by a minified copy, the element
keeps its id.
"""

import re
from collections.abc import Iterable, Iterator

from siteloupe.capture import Exchange, Headers
from siteloupe.detect.page.assets import Asset, host_of
from siteloupe.detect.page.facts import where
from siteloupe.detect.page.hosts import Relation, relation
from siteloupe.detect.page.text import title_case
from siteloupe.detect.plugins.files import FOLDERS, PluginFile, PluginMark, VersionSource
from siteloupe.detect.plugins.versions import library_names
from siteloupe.detect.wordpress.directories import Directories
from siteloupe.document import Page
from siteloupe.products import Hit, PageFacts, Product, facts_of
from siteloupe.products.book import distinct_folders, owner_of_namespace, plugin_names, plugins

_SOURCES: dict[str, VersionSource | None] = {
    "generator": "generator",
    "comment": "comment",
    "header": "header",
    "body-class": "class",
    "meta": "markup",
    "input": "markup",
    "inline": "json",
    "script": None,
    "handle": "markup",
    "cookie": None,
    "content-path": None,
    "id": "markup",
    "class": "class",
    "attribute": "markup",
    "element": "markup",
    "global": None,
    "property": None,
    "code": None,
}
"""The places of marks in the order of reports, and the source of their versions."""

_ORDER = {place: number for number, place in enumerate(_SOURCES)}

MAX_HANDLE = 150
MAX_TAIL = 400
"""Characters at the end of an inline block that are searched for its sourceURL comment."""

ORIGINALS = ("themes/", *(f"{folder}/" for folder, _ in FOLDERS))
"""Folders of the content directory with original files, not copies."""

_SOURCE = re.compile(r"[#@] ?+sourceURL=([\w.-]{1,150}+)(?![\w/.-])")
_END = re.compile(r"-(?:inline-css|css|js-extra|js-before|js-after|js-translations|js)$")


def marks_of(exchange: Exchange, page: PageFacts) -> Iterator[PluginMark]:
    """Yield every mark that an entry names; ``page`` are the facts of the page in ``exchange``."""
    matches = plugins().matches(facts_of(exchange, headers=_headers(exchange), page=page))
    hits = ((hit, match.product) for match in matches for hit in match.hits)
    for hit, product in sorted(hits, key=lambda found: _ORDER[_place(found[0])]):
        yield _mark(hit, product)


def _place(hit: Hit) -> str:
    """Return the kind of the place that a hit is in; parts and the generator have their own names."""
    kind, name = hit.condition.subject
    return name if kind == "part" or (kind, name) == ("meta", "generator") else kind


def _mark(hit: Hit, product: Product) -> PluginMark:
    place, (_, name) = _place(hit), hit.condition.subject
    named = place in {"meta", "input"}
    return PluginMark(
        slug=product.plugin or "",
        where={"meta": "<meta>", "script": "<script src>"}.get(place) or where(hit.condition),
        value=f"{name}={hit.value}" if named else hit.value,
        kind=product.plugin_kind,
        version=hit.version,
        version_source=_SOURCES[place] if hit.version else None,
        editions=product.editions,
        verified=product.is_verified,
    )


def _headers(exchange: Exchange) -> Headers:
    """Return the headers of the answer and of the redirects to it by the site's own host."""
    host = host_of(exchange.url)
    own = (hop for hop in exchange.hops if relation(host_of(hop.url), host) is Relation.OWN)
    return Headers([*exchange.headers, *(line for hop in own for line in hop.headers)])


def namespace_marks(namespaces: tuple[str, ...]) -> Iterator[PluginMark]:
    """Yield a mark for each of ``namespaces`` that only one plugin registers."""
    for namespace in namespaces:
        if (slug := owner_of_namespace(namespace)) is not None:
            yield PluginMark(slug, "REST root", namespace)


AJAX = "/wp-admin/admin-ajax.php"
"""The address of code that a plugin makes for each request.

Source: https://developer.wordpress.org/plugins/javascript/ajax/
"""

_ACTION = re.compile(r"(?:^|[&;])action=([\w-]{1,80}+)")


def printed_files(assets: Iterable[Asset]) -> Iterator[PluginFile]:
    """Yield the styles and scripts that plugins print themselves, by the handle of each."""
    for asset in assets:
        if asset.is_own and asset.is_code and asset.path.endswith(AJAX):
            action, slug = _ACTION.search(asset.query), slug_of(asset.id[:MAX_HANDLE])
            if action and slug:
                yield PluginFile(slug, action[1], asset)


def handles_of(
    page: Page,
    assets: Iterable[Asset],
    directories: Directories,
    folders: frozenset[str],
    known: frozenset[str],
) -> Iterator[PluginMark]:
    """Yield a mark for each plugin whose slug begins the handle of an inline block or of a file in a cache.

    ``folders`` are slugs that the page names besides the known ones. Handles in ``known`` belong to other
    plugins.
    """
    seen: set[str] = set()
    others = frozenset(_END.sub("", handle) for handle in known)
    for place, handle in (*_handles(page), *_handles_of_copies(assets, directories)):
        slug = slug_of(handle, folders)
        if slug is not None and slug not in seen and _END.sub("", handle) not in others:
            seen.add(slug)
            yield PluginMark(slug, place, handle)


def _handles(page: Page) -> Iterator[tuple[str, str]]:
    for script in page.scripts:
        if not script.address:
            yield from _handle_names("<script id>", script.id, script.text)
    for style in page.styles:
        yield from _handle_names("<style id>", style.id, style.text)


def _handles_of_copies(assets: Iterable[Asset], directories: Directories) -> Iterator[tuple[str, str]]:
    """Yield the ids of styles and scripts in the content directory, without those of plugins and themes.

    One word is no proof here: caches copy files of themes too, with names such as ``newsletter``.
    """
    for asset in assets:
        if not asset.id or not asset.is_code or not asset.is_own:
            continue
        inside = directories.inside_content(asset.path)
        if inside is not None and not inside.startswith(ORIGINALS):
            handle = asset.id[:MAX_HANDLE]
            name = _END.sub("", handle)
            if name != handle and ("-" in name or "_" in name):
                yield f"id of {asset.where}", handle


def _handle_names(where: str, identity: str, text: str) -> Iterator[tuple[str, str]]:
    if _END.search(identity[:MAX_HANDLE]):
        yield where, identity[:MAX_HANDLE]
    for match in _SOURCE.finditer(text[-MAX_TAIL:]):
        if _END.search(match[1]):
            yield "sourceURL comment", match[1]


def slug_of(handle: str, folders: frozenset[str] = frozenset()) -> str | None:
    """Return the longest slug that begins the handle, in whole words; None without a known slug.

    A slug of one word counts only when it is the whole handle: ``elementor-…`` may belong to a theme. The
    slug of a library, such as ``font-awesome``, never counts: themes contain libraries too.
    """
    name = _END.sub("", handle)
    known = distinct_folders()
    ends = [len(name), *(place for place in range(len(name) - 1, 0, -1) if name[place] in "-_.")]
    for slug in (name[:end] for end in ends):
        if (slug in known and slug not in library_names()) or slug in folders:
            return slug if slug == name or re.search(r"[-_]", slug) else None
    return None


def plugin_name(slug: str) -> tuple[str, bool]:
    """Return the name in the bundled list and True; for an unknown slug, its title case and False.

    A folder may have the name of a branch or a version behind the slug, from an archive or a host.
    """
    names = plugin_names()
    name = names.get(slug) or names.get(_COPY.sub("", slug))
    return (name, True) if name is not None else (title_case(slug), False)


_COPY = re.compile(r"-(?:master|main|trunk|develop|v?\d+(?:\.\d+){0,3})$", re.ASCII)
