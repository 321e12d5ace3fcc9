"""Plugins by the handles of inline scripts and styles, where combining or inlining left no address.

WordPress makes an element's id of the handle that its author gave it, and since 6.9 ends each inline block
with a ``sourceURL`` comment that holds the same:
https://make.wordpress.org/core/2025/11/18/wordpress-6-9-frontend-performance-field-guide/.
Authors mostly begin a handle with the plugin's slug.
"""

import re
from collections.abc import Iterator

from siteloupe.detect.plugin_mark import PluginMark
from siteloupe.detect.plugin_names import known_plugins
from siteloupe.document import Page

MAX_HANDLE = 150
MAX_TAIL = 400
"""Characters at the end of an inline block in which its sourceURL comment has to stand."""

_SOURCE = re.compile(r"[#@] ?+sourceURL=([\w.-]{1,150}+)(?![\w/.-])")
_END = re.compile(r"-(?:inline-css|css|js-extra|js-before|js-after|js-translations|js)$")


def handles_of(page: Page, folders: frozenset[str], told: frozenset[str]) -> Iterator[PluginMark]:
    """A mark for each plugin whose slug begins the handle of an inline block.

    ``folders`` are slugs that the page names besides the known ones. Handles in ``told`` are known to be
    another plugin's.
    """
    seen: set[str] = set()
    for where, handle in _handles(page):
        slug = slug_of(handle, folders)
        if slug is not None and slug not in seen and handle not in told:
            seen.add(slug)
            yield PluginMark(slug, where, handle)


def _handles(page: Page) -> Iterator[tuple[str, str]]:
    for script in page.scripts:
        if script.src is None:
            yield from _named("<script id>", script.id, script.text)
    for style in page.styles:
        yield from _named("<style id>", style.id, style.text)


def _named(where: str, identity: str, text: str) -> Iterator[tuple[str, str]]:
    if _END.search(identity[:MAX_HANDLE]):
        yield where, identity[:MAX_HANDLE]
    for match in _SOURCE.finditer(text[-MAX_TAIL:]):
        if _END.search(match[1]):
            yield "sourceURL comment", match[1]


def slug_of(handle: str, folders: frozenset[str] = frozenset()) -> str | None:
    """The longest slug that the handle is or begins with, in whole words; None when none is known.

    A slug of one word only counts when it is the whole handle: ``elementor-…`` may be a theme's.
    """
    name = _END.sub("", handle)
    known = known_plugins()
    ends = [len(name), *(place for place in range(len(name) - 1, 0, -1) if name[place] in "-_.")]
    for slug in (name[:end] for end in ends):
        if slug in known or slug in folders:
            return slug if slug == name or re.search(r"[-_]", slug) else None
    return None
