"""Plugins as the folders of the files that a page loads show them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from siteloupe.detect.assets import Asset, assets_of
from siteloupe.detect.directories import Directories
from siteloupe.detect.hosts import Relation
from siteloupe.detect.plugin_mark import PluginKind
from siteloupe.document import Page

FOLDERS: tuple[tuple[str, PluginKind], ...] = (
    ("plugins", "plugin"),
    ("mu-plugins", "mu-plugin"),
    ("client-mu-plugins", "mu-plugin"),
)
"""Folders of plugins inside a content directory; the last is WordPress VIP's,
https://docs.wpvip.com/wordpress-skeleton/client-mu-plugins-directory/."""

NO_PLUGIN_FOLDERS = frozenset(
    {"assets", "build", "css", "dist", "fonts", "images", "img", "js", "lib", "vendor"}
)
"""Folders that sites keep loose files in, right inside mu-plugins."""

_SLUG = re.compile(r"[A-Za-z0-9_][\w.+~ -]{0,99}+", re.ASCII)
_VIP_PLUGIN = re.compile(r"/themes/vip/plugins/([^/]{1,100}+)/")
"""Plugins that WordPress VIP once kept among the themes."""

_STATIC_PLUGIN = re.compile(r"/p/([^/]{1,100}+)/([^/]{1,40}+)/")
"""Jetpack's copy of the plugin directory: ``/p/<slug>/<version>/``, on the host c0.wp.com.

Source: https://jetpack.com/support/site-accelerator/
"""


class PluginFile(NamedTuple):
    """A file of a plugin. ``name`` is its path inside the plugin's folder.

    ``release`` is the version that the address itself names, where the host keeps several.
    """

    slug: str
    name: str
    asset: Asset
    kind: PluginKind = "plugin"
    release: str | None = None


def plugin_files(page: Page, directories: Directories) -> Iterator[PluginFile]:
    """Every file that ``page`` loads out of a plugin's folder, in the order of its assets."""
    for asset in assets_of(page):
        if asset.is_own and (found := _located(asset, directories)) is not None:
            yield found


def _located(asset: Asset, directories: Directories) -> PluginFile | None:
    if asset.host == "c0.wp.com":
        return _at_static_host(asset)
    for folder, kind in FOLDERS:
        if f"/{folder}/" not in asset.path:
            continue
        if (found := directories.folder(asset.path, folder)) is not None:
            return _judged(asset, found[0], asset.path[found[1] :], kind)
        if folder == "plugins":
            return _outside_folders(asset, directories)
    return None


def _judged(asset: Asset, slug: str, name: str, kind: PluginKind) -> PluginFile | None:
    """The file, unless its folder is no plugin's."""
    if is_platform(kind, asset.relation) or not is_slug(slug):
        return None
    if kind == "mu-plugin" and slug.lower() in NO_PLUGIN_FOLDERS:
        return None
    return PluginFile(slug, name, asset, kind)


def is_platform(kind: PluginKind, host: Relation) -> bool:
    """Whether this is WordPress.com's own code: its must-use plugins are the same on each of its sites."""
    return kind == "mu-plugin" and host is Relation.WORDPRESS_COM


def _outside_folders(asset: Asset, directories: Directories) -> PluginFile | None:
    """A plugin that is one file right in the folder, as Hello Dolly's hello.php, or among VIP's themes."""
    if (match := _VIP_PLUGIN.search(asset.path)) is not None:
        return _judged(asset, match[1], asset.path[match.end() :], "plugin")
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


def is_slug(text: str) -> bool:
    """Whether a folder of this name can be a plugin's: capitals, dots and blanks occur, wildcards do not."""
    return _SLUG.fullmatch(text) is not None
