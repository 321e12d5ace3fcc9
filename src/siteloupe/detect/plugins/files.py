"""Plugins by their folders: in the addresses of files that a page loads, and in its own scripts and styles.

Combined, minified or inlined code still names its origin: in ``url(…)``, in the settings that WordPress
prints for it as JSON, and in a ``sourceURL`` comment.
"""

import functools
import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple
from urllib.parse import urljoin

from siteloupe.data import rows
from siteloupe.detect.page.assets import Asset, AssetKind, expand_url, host_of
from siteloupe.detect.page.hosts import WORDPRESS_COM, Relation
from siteloupe.detect.wordpress.directories import Directories
from siteloupe.document import Page
from siteloupe.reports.evidence import Evidence

PluginKind = Literal["plugin", "mu-plugin", "drop-in"]
VersionSource = Literal["asset", "comment", "generator", "class", "markup", "header", "json"]


class PluginMark(NamedTuple):
    """``slug`` is the plugin's folder.

    ``where`` and ``value`` are those of Evidence. ``version`` is the version in the mark, and
    ``version_source`` the kind of the mark. ``editions`` are folders of other editions of the product that
    leave the same mark. ``verified`` is False for a mark of an entry that was never seen in real output.
    """

    slug: str
    where: str
    value: str
    kind: PluginKind = "plugin"
    version: str | None = None
    version_source: VersionSource | None = None
    editions: tuple[str, ...] = ()
    verified: bool = True

    @property
    def evidence(self) -> Evidence:
        """The mark as evidence of a report."""
        return Evidence(what=self.kind, where=self.where, value=self.value[:300])


FOLDERS: tuple[tuple[str, PluginKind], ...] = (
    ("plugins", "plugin"),
    ("mu-plugins", "mu-plugin"),
    ("client-mu-plugins", "mu-plugin"),
)
"""Folders of plugins inside a content directory; the last is WordPress VIP's,
https://docs.wpvip.com/wordpress-skeleton/client-mu-plugins-directory/."""

_SLUG = re.compile(r"[A-Za-z0-9_][\w.+~ -]{0,99}+", re.ASCII)
_VIP_PLUGIN = re.compile(r"/themes/vip/plugins/([^/]{1,100}+)/")
"""The folder of themes in which WordPress VIP once had plugins."""

_STATIC_PLUGIN = re.compile(r"/p/([^/]{1,100}+)/([^/]{1,40}+)/")
"""Jetpack's copy of the plugin directory: ``/p/<slug>/<version>/``, on the host c0.wp.com.

Source: https://jetpack.com/support/site-accelerator/
"""


class PluginFile(NamedTuple):
    """A file of a plugin.

    ``name`` is its path inside the plugin's folder. ``release`` is the version in the URL, when the host has
    several versions.
    """

    slug: str
    name: str
    asset: Asset
    kind: PluginKind = "plugin"
    release: str | None = None


def plugin_files(assets: Iterable[Asset], directories: Directories) -> Iterator[PluginFile]:
    """Yield the ``assets`` that are in a plugin's folder, in their order."""
    for asset in assets:
        if asset.is_own and (found := _locate(asset, directories)) is not None:
            yield found


def _locate(asset: Asset, directories: Directories) -> PluginFile | None:
    if asset.host == "c0.wp.com":
        return _at_static_host(asset)
    for folder, kind in FOLDERS if "plugins/" in asset.path else ():
        if f"/{folder}/" not in asset.path:
            continue
        if (found := directories.folder(asset.path, folder)) is not None:
            return _plugin_file(asset, found[0], asset.path[found[1] :], kind)
        if folder == "plugins":
            return _outside_folders(asset, directories)
    if directories.plugins and (found := directories.folder(asset.path, "plugins")) is not None:
        return _plugin_file(asset, found[0], asset.path[found[1] :], "plugin")
    return None


def _plugin_file(asset: Asset, slug: str, name: str, kind: PluginKind) -> PluginFile | None:
    """Return the file, or None when its folder belongs to no plugin."""
    if is_platform(kind, asset.relation) or not is_slug(slug):
        return None
    if kind == "mu-plugin" and slug.lower() in folders_of("loose files"):
        return None
    return PluginFile(slug, name, asset, kind)


def is_platform(kind: PluginKind, host: Relation) -> bool:
    """Whether this is WordPress.com's own code: its must-use plugins are the same on all its sites."""
    return kind == "mu-plugin" and host is WORDPRESS_COM


def _outside_folders(asset: Asset, directories: Directories) -> PluginFile | None:
    """Return a plugin that is a single file, such as Hello Dolly's hello.php, or is among VIP's themes."""
    if (match := _VIP_PLUGIN.search(asset.path)) is not None:
        return _plugin_file(asset, match[1], asset.path[match.end() :], "plugin")
    for fragment in directories.content:
        _, found, rest = asset.path.rpartition(f"{fragment}plugins/")
        slug = rest.removesuffix(".php")
        if found and slug not in {rest, "index"} and is_slug(slug):
            return PluginFile(slug, rest, asset)
    return None


def _at_static_host(asset: Asset) -> PluginFile | None:
    match = _STATIC_PLUGIN.match(asset.path)
    if match is None or not is_slug(match[1]):
        return None
    return PluginFile(match[1], asset.path[match.end() :], asset, release=match[2])


@functools.cache
def folders_of(what: str) -> frozenset[str]:
    """Return names of folders of ``libraries``, or of ``loose files`` of mu-plugins; in lower case."""
    return frozenset(row["name"] for row in rows("folders.tsv") if row["holds"] == what)


def is_slug(text: str) -> bool:
    """Whether a plugin's folder can have this name: capitals, dots and spaces occur, wildcards do not."""
    return _SLUG.fullmatch(text) is not None


MAX_TEXT = 1_000_000
MAX_MENTIONS = 300
MAX_REACH = 400
"""Most characters of a URL before the name of the folder."""

_ADDRESS_START = re.compile(r".*[\"'(\s=,>]", re.DOTALL)
"""Everything up to the last character that cannot be a part of an address."""

_FOLDER = re.compile(r"/((?:client-)?(?:mu-)?plugins)/([^/\"'()\s*<>?#]{1,100}+)/")
_TRUSTED = frozenset({Relation.OWN, Relation.SIBLING, Relation.WORDPRESS_COM})
_KINDS: dict[str, PluginKind] = dict(FOLDERS)


def mentions_of(page: Page, directories: Directories) -> Iterator[PluginMark]:
    """Yield plugins whose folder on the site's own host is named in an inline script, style or form."""
    seen: set[str] = set()
    for where, text in _texts(page):
        for folder, slug, address in _addresses(text):
            if slug in seen or not is_slug(slug):
                continue
            kind, place = _KINDS[folder], _relation(address, page, directories)
            if place in _TRUSTED and not is_platform(kind, place):
                seen.add(slug)
                yield PluginMark(slug, where, address[:300], kind)


def _texts(page: Page) -> Iterator[tuple[str, str]]:
    room = MAX_TEXT
    for where, text in _all_texts(page):
        if "plugins" in text:
            piece = text[:room]
            room -= len(piece)
            yield where, piece.replace("\\/", "/") if "\\/" in piece else piece
            if room <= 0:
                return


def _all_texts(page: Page) -> Iterator[tuple[str, str]]:
    for script in page.scripts:
        if script.src is None and script.type != "speculationrules":
            yield "inline <script>", script.text
    for style in page.styles:
        yield "<style>", style.text
    for text in page.style_attributes:
        yield "style attribute", text
    for form in page.forms:
        yield "<form action>", form.get("action", "")


def _addresses(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the kind of folder, the slug, and the URL up to the slug's folder, at most 300 of a text."""
    for number, match in enumerate(_FOLDER.finditer(text)):
        if number >= MAX_MENTIONS:
            return
        first = max(0, match.start() - MAX_REACH)
        start = _ADDRESS_START.match(text, first, match.start())
        yield match[1], match[2], text[start.end() if start else first : match.end()]


def _relation(address: str, page: Page, directories: Directories) -> Relation:
    """Return the relation of the host of ``address``; third party when it is in no content directory."""
    if "://" not in address and not address.startswith(("/", ".")):
        address = f"/{address}"
    try:
        url = urljoin(page.base_url, address)
    except ValueError:
        return Relation.THIRD_PARTY
    asset = next(iter(expand_url(url, AssetKind.OTHER, host_of(page.url), "")), None)
    if asset is None or not any(fragment in asset.path for fragment in directories.content):
        return Relation.THIRD_PARTY
    return asset.relation
