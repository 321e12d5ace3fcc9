"""Plugins by the handles of scripts and styles whose own address is lost: inlined, or copied into a cache.

WordPress makes an element's id of the handle that its author gave it, and since 6.9 ends each inline block
with a ``sourceURL`` comment that holds the same:
https://make.wordpress.org/core/2025/11/18/wordpress-6-9-frontend-performance-field-guide/.
Authors mostly begin a handle with the plugin's slug. Where a cache plugin puts a minified copy in the place
of a file, the element keeps its id.
"""

import re
from collections.abc import Iterable, Iterator

from siteloupe.detect.page.assets import Asset
from siteloupe.detect.page.text import title_case
from siteloupe.detect.plugins.files import FOLDERS, PluginMark
from siteloupe.detect.plugins.versions import library_names
from siteloupe.detect.wordpress.directories import Directories
from siteloupe.document import Page
from siteloupe.products.book import plugin_names

MAX_HANDLE = 150
MAX_TAIL = 400
"""Characters at the end of an inline block in which its sourceURL comment has to stand."""

ORIGINALS = ("themes/", *(f"{folder}/" for folder, _ in FOLDERS))
"""Folders of the content directory where files lie as their makers wrote them."""

_SOURCE = re.compile(r"[#@] ?+sourceURL=([\w.-]{1,150}+)(?![\w/.-])")
_END = re.compile(r"-(?:inline-css|css|js-extra|js-before|js-after|js-translations|js)$")


def handles_of(
    page: Page,
    assets: Iterable[Asset],
    directories: Directories,
    folders: frozenset[str],
    told: frozenset[str],
) -> Iterator[PluginMark]:
    """A mark for each plugin whose slug begins the handle of an inline block or of a file in a cache.

    ``folders`` are slugs that the page names besides the known ones. Handles in ``told`` are known to be
    another plugin's.
    """
    seen: set[str] = set()
    known = frozenset(_END.sub("", handle) for handle in told)
    for where, handle in (*_handles(page), *_handles_of_copies(assets, directories)):
        slug = slug_of(handle, folders)
        if slug is not None and slug not in seen and _END.sub("", handle) not in known:
            seen.add(slug)
            yield PluginMark(slug, where, handle)


def _handles(page: Page) -> Iterator[tuple[str, str]]:
    for script in page.scripts:
        if not script.address:
            yield from _named("<script id>", script.id, script.text)
    for style in page.styles:
        yield from _named("<style id>", style.id, style.text)


def _handles_of_copies(assets: Iterable[Asset], directories: Directories) -> Iterator[tuple[str, str]]:
    """The ids of styles and scripts in the content directory that are in no folder of a plugin or theme.

    One word is no proof here, as themes' files are copied too, and called ``newsletter`` or ``members``.
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


def _named(where: str, identity: str, text: str) -> Iterator[tuple[str, str]]:
    if _END.search(identity[:MAX_HANDLE]):
        yield where, identity[:MAX_HANDLE]
    for match in _SOURCE.finditer(text[-MAX_TAIL:]):
        if _END.search(match[1]):
            yield "sourceURL comment", match[1]


def slug_of(handle: str, folders: frozenset[str] = frozenset()) -> str | None:
    """The longest slug that the handle is or begins with, in whole words; None when none is known.

    A slug of one word only counts when it is the whole handle: ``elementor-…`` may be a theme's. That of a
    library, such as ``font-awesome``, does not: themes bring it too.
    """
    name = _END.sub("", handle)
    known = plugin_names()
    ends = [len(name), *(place for place in range(len(name) - 1, 0, -1) if name[place] in "-_.")]
    for slug in (name[:end] for end in ends):
        if (slug in known and slug not in library_names()) or slug in folders:
            return slug if slug == name or re.search(r"[-_]", slug) else None
    return None


def plugin_name(slug: str) -> tuple[str, bool]:
    """The product's name from the bundled list and True; for an unknown slug its title case and False."""
    name = plugin_names().get(slug)
    return (name, True) if name is not None else (title_case(slug), False)
