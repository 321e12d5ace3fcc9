"""Plugins whose folder is named inside the text of a page's own scripts and styles.

Combined, minified or inlined, code still tells where it came from: by ``url(…)``, by the settings that
WordPress prints for it as JSON, and by the address in a ``sourceURL`` comment.
"""

import re
from collections.abc import Iterator
from urllib.parse import urljoin

from siteloupe.detect.assets import Kind, expanded, host_of
from siteloupe.detect.directories import Directories
from siteloupe.detect.hosts import Relation
from siteloupe.detect.plugin_assets import FOLDERS, is_platform, is_slug
from siteloupe.detect.plugin_mark import PluginKind, PluginMark
from siteloupe.document import Page

MAX_TEXT = 1_000_000
MAX_MENTIONS = 300
MAX_REACH = 400
"""Characters before a folder's name in which the address that it belongs to has to begin."""

_ADDRESS_START = re.compile(r"[\"'(\s=,>]")
_FOLDER = re.compile(r"/((?:client-)?(?:mu-)?plugins)/([^/\"'()\s*<>?#]{1,100}+)/")
_TRUSTED = frozenset({Relation.OWN, Relation.SIBLING, Relation.WORDPRESS_COM})
_KINDS: dict[str, PluginKind] = dict(FOLDERS)


def mentions_of(page: Page, directories: Directories) -> Iterator[PluginMark]:
    """Plugins whose folder on the site's own host an inline script, style or form names."""
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
    """Kind of folder, slug, and the address up to the slug's folder, at most 300 of a text."""
    for number, match in enumerate(_FOLDER.finditer(text)):
        if number >= MAX_MENTIONS:
            return
        before = text[max(0, match.start() - MAX_REACH) : match.start()]
        starts = [start.end() for start in _ADDRESS_START.finditer(before)]
        yield match[1], match[2], before[starts[-1] if starts else 0 :] + match[0]


def _relation(address: str, page: Page, directories: Directories) -> Relation:
    """Whose host ``address`` is on; foreign when it is in no content directory."""
    if "://" not in address and not address.startswith(("/", ".")):
        address = f"/{address}"
    try:
        url = urljoin(page.base_url, address)
    except ValueError:
        return Relation.FOREIGN
    asset = next(iter(expanded(url, Kind.OTHER, host_of(page.url), "")), None)
    if asset is None or not any(fragment in asset.path for fragment in directories.content):
        return Relation.FOREIGN
    return asset.relation
