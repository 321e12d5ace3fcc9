"""The directories of a WordPress site, also when they are renamed or moved.

Bedrock serves ``/app/``, security plugins rename ``wp-content`` and its folders, and many sites are in a
subdirectory. The page shows the new names: WordPress lists them in its speculation rules
(https://developer.wordpress.org/reference/functions/wp_get_speculation_rules/), and the site's own files have
a ``themes`` folder beside a ``plugins`` or ``uploads`` folder, or beside WordPress's own files.
"""

import functools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from siteloupe.data import rows
from siteloupe.detect.page.assets import Asset, AssetKind, css_urls, expand_url, host_of
from siteloupe.detect.page.hosts import Relation
from siteloupe.document import Page
from siteloupe.document.json_blocks import strings_of
from siteloupe.document.references import absolute_url
from siteloupe.products.book import distinct_folders

_FOLDER = re.compile(r"/(themes|plugins|mu-plugins|uploads)/(?=[^/])")
MAX_RENAMED = 3
MAX_DEPTH = 8
KNOWN_PLUGINS = 2
"""Known plugins that a folder must have to be a renamed folder of plugins."""

PLUGINS_PLACE = 4
"""The place of the folder of plugins in WordPress's speculation rules, behind ``/wp-*.php``."""

_NO_PLUGINS = frozenset(
    {
        "cache",
        "client-mu-plugins",
        "mu-plugins",
        "plugins",
        "themes",
        "uploads",
        "wp-admin",
        "wp-content",
        "wp-includes",
    }
)
"""Folders of WordPress with another use, or that are found by their name."""


@dataclass(frozen=True, slots=True)
class Directories:
    """Parts of URL paths, each between slashes. ``content`` are the directories of themes and plugins.

    ``plugins`` are folders of plugins with another name than ``plugins``.
    """

    content: tuple[str, ...] = ("/wp-content/",)
    plugins: tuple[str, ...] = ()

    def inside_content(self, path: str) -> str | None:
        """Return the path after the innermost content directory in ``path``, or None without one."""
        for fragment in self.content:
            _, found, rest = path.rpartition(fragment)
            if found:
                return rest
        return None

    def folder(self, path: str, kind: str) -> tuple[str, int] | None:
        """Return the slug after ``themes/`` or ``plugins/``, and where its folder ends, or None."""
        for fragment in self.content:
            marker = f"{fragment}{kind}/"
            at = path.rfind(marker)
            if at >= 0:
                start = at + len(marker)
                end = path.find("/", start)
                return (path[start:end], end + 1) if end > start else None
        return self._in_renamed_folder(path) if kind == "plugins" else None

    def _in_renamed_folder(self, path: str) -> tuple[str, int] | None:
        for fragment in self.plugins:
            at = path.find(fragment)
            end = path.find("/", at + len(fragment)) if at >= 0 else -1
            if end > at + len(fragment):
                return path[at + len(fragment) : end], end + 1
        return None


def directories_of(page: Page, assets: Sequence[Asset]) -> Directories:
    """Return the directories that ``page`` uses: WordPress's default first, then renamed ones."""
    renamed = dict.fromkeys(
        (*_from_speculation_rules(page), *_by_neighbor_folders(assets), *_by_core(page, assets))
    )
    extra = [fragment for fragment in renamed if "/wp-content/" not in fragment][:MAX_RENAMED]
    content = ("/wp-content/", *extra)
    folders = dict.fromkeys((*_plugins_in_speculation_rules(page), *_with_known_plugins(assets, content)))
    return Directories(content, tuple(folders)[:MAX_RENAMED])


def content_url(page: Page, assets: Iterable[Asset], directories: Directories) -> str:
    """Return the URL of the content directory: by the site's own files, otherwise WordPress's default.

    The default is beside ``wp-includes``:
    https://developer.wordpress.org/reference/functions/wp_plugin_directory_constants/
    """
    paths = [asset.path for asset in assets if asset.relation is Relation.OWN]
    for fragment in directories.content:
        for path in paths:
            before, found, _ = path.partition(fragment)
            if found:
                return absolute_url(page.url, quote(before + fragment))
    beside = (path.partition("/wp-includes/")[0] for path in paths if "/wp-includes/" in path)
    return absolute_url(page.url, quote(next(beside, "")) + "/wp-content/")


def speculation_paths(page: Page) -> tuple[str, ...]:
    """Return every string of the page's speculation rules, when they have WordPress's own entries."""
    for script in page.scripts:
        if script.type == "speculationrules":
            paths = strings_of(script.text)
            if any(path.endswith(("/wp-*.php", "/wp-admin/*")) for path in paths):
                return paths
    return ()


def _from_speculation_rules(page: Page) -> list[str]:
    folders = []
    for path in speculation_paths(page):
        before, themes, slug = path.partition("/themes/")
        if themes and slug.endswith("/*"):
            folders.append(f"{before}/")
    return folders


def _plugins_in_speculation_rules(page: Page) -> list[str]:
    """Return a renamed folder of plugins: WordPress names it behind the folders of uploads and content."""
    paths = speculation_paths(page)
    first = next((place for place, path in enumerate(paths) if path.endswith("/wp-*.php")), len(paths))
    folders = [path.removesuffix("*") for path in paths[first + PLUGINS_PLACE :][:1] if path.endswith("/*")]
    return [folder for folder in folders if "/themes/" not in folder and not folder.endswith("/plugins/")]


def _with_known_plugins(assets: Iterable[Asset], content: tuple[str, ...]) -> list[str]:
    """Return folders in or beside a content directory with the code of several plugins of the book.

    That is the folder of plugins under another name, when its children are folders of known plugins.
    """
    children: defaultdict[str, set[str]] = defaultdict(set)
    for asset in assets:
        if asset.is_own and asset.is_code:
            for folder, child in _places(asset.path, content):
                children[folder].add(child)
    return [folder for folder, names in children.items() if len(names & _known_plugins()) >= KNOWN_PLUGINS]


@functools.cache
def _known_plugins() -> frozenset[str]:
    """Return the folders of the book's plugins that are no names of script libraries."""
    return frozenset(distinct_folders() - {row["name"] for row in rows("script_libraries.tsv")})


def _places(path: str, content: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the folder inside or beside a content directory that ``path`` is in, and the next folder."""
    parts = path.split("/", MAX_DEPTH)
    for place in range(1, len(parts) - 2):
        if (name := parts[place]) in _NO_PLUGINS:
            continue
        before = "/".join(parts[:place]) + "/"
        if not (place == 1 or before.endswith(content)):
            continue
        if (folder := f"{before}{name}/") not in content:
            yield folder, parts[place + 1]


def _by_neighbor_folders(assets: Iterable[Asset]) -> list[str]:
    """Return folders on the site's own host that contain ``themes`` and also ``plugins`` or ``uploads``."""
    children: defaultdict[str, set[str]] = defaultdict(set)
    for asset in assets:
        if asset.is_own and "/wp-content/" not in asset.path and "/wp-includes/" not in asset.path:
            for match in _FOLDER.finditer(asset.path):
                children[asset.path[: match.start() + 1]].add(match[1])
    return [
        folder for folder, kinds in children.items() if "themes" in kinds and len(kinds) > 1 and folder != "/"
    ]


def _by_core(page: Page, assets: Sequence[Asset]) -> list[str]:
    """Return the parent folder of ``themes`` when the page has core files and no file in wp-content."""
    own = [asset for asset in assets if asset.is_own and asset.is_code]
    if not any("/wp-includes/" in asset.path for asset in own):
        return []
    paths = [asset.path for asset in (*own, *_files_of_inlined_styles(page))]
    if any("/wp-content/" in path for path in paths):
        return []
    return [path[: match.start() + 1] for path in paths if (match := _theme_folder(path))]


def _theme_folder(path: str) -> "re.Match[str] | None":
    """Match ``/themes/`` in ``path``, unless it is inside a plugin or an upload, or at the top."""
    match = _FOLDER.search(path)
    return match if match and match[1] == "themes" and match.start() > 0 else None


def _files_of_inlined_styles(page: Page) -> Iterator[Asset]:
    """Yield the theme's files in the page's ``<style>`` elements: a block theme may link none."""
    for style in page.styles:
        if "/themes/" in style.text:
            for url in css_urls(style.text):
                for asset in expand_url(
                    absolute_url(page.base_url, url), AssetKind.OTHER, host_of(page.url), "<style> url()"
                ):
                    if asset.is_own:
                        yield asset


@functools.cache
def core_marks(kind: Literal["version-file", "block-style", "theme-group"]) -> tuple[str, ...]:
    """Return the marks of one kind, in the order of ``core_marks.tsv``.

    A ``version-file`` is a part of the path of a file with WordPress's version; other files have a library's
    version or a hash. A ``block-style`` is the id of a style of the block editor. A ``theme-group`` is a
    folder of themes on WordPress.com and VIP: the slug or shared code follows it.
    """
    return tuple(row["mark"] for row in rows("core_marks.tsv") if row["kind"] == kind)
