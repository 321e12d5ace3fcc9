"""The files that a page makes a browser load: path, host, and the element with the URL of each.

One URL can list several files. This module reads the lists of nginx-http-concat
(https://github.com/Automattic/nginx-http-concat): ``/_static/??/a.css,/b.css?m=123j``, also compressed as
``-`` and base64 of a zlib stream; and ``?f=a.css,b.css`` of Minify (https://github.com/mrclay/minify).

Browsers and wget save files under other names, which saved pages link: ``jquery.js.download`` by Chromium,
``jquery.js@ver=3.7.1`` and ``jquery.js%3Fver=3.7.1`` by wget
(https://www.gnu.org/software/wget/manual/html_node/HTTP-Options.html,
https://www.gnu.org/software/wget/manual/html_node/Download-Options.html).
"""

import base64
import binascii
import enum
import functools
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple
from urllib.parse import parse_qs, unquote

from siteloupe.detect.page.hosts import MIRROR, OWN, SIBLING, THIRD_PARTY, Relation, is_pull_zone, relation
from siteloupe.detect.styles.sheets import delayed_url
from siteloupe.document import Page

MAX_ASSETS = 20_000
MIRRORED_FILES = 3

NAMING_RELATIONS = frozenset({"canonical", "https://api.w.org/", "pingback", "edituri"})
"""Links whose host is another name of the site. They count for styles and scripts only: syndicated articles
link their original too, but load none of its code."""

_URL = re.compile(
    r"https?://(?:\[([^\]/]{1,50}+)\]|([^/:?#\[]{1,253}+)(?=[/:?#]|\Z))(?::\d*+)?+([^?#]*+)(?:\?([^#]*+))?+",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"(/[A-Za-z0-9_\-~!$()*+:;=/.]*+)(?:\?(ver=[A-Za-z0-9_\-.]*+))?+")
"""A path without escapes, lists, and the marks of saved names, and perhaps a version."""

_SOURCE_URL = re.compile(r"[#@]\s?+sourceURL=(\S{1,500}+)")
_SAVED_NAME = re.compile(
    r"((?:[^.]|\.(?!(?:m?js|css)[.?@]))*+\.(?:m?js|css))(?:\?([^/]*+)|@(\w{1,20}+=[^/]*+)|\.download)",
    re.IGNORECASE,
)
_CSS_URL = re.compile(r"url\(\s*+[\"']?+([^\"')\s]++)", re.IGNORECASE)


class AssetKind(enum.StrEnum):
    """How a browser uses the file."""

    STYLE = "style"
    SCRIPT = "script"
    IMAGE = "image"
    OTHER = "other"


STYLE, SCRIPT, IMAGE, OTHER = AssetKind
"""The members by name, as in ``hosts``."""


class Asset(NamedTuple):
    """One file: ``path`` is percent-decoded, ``where`` describes the element, ``id`` is the element's id."""

    url: str
    host: str
    path: str
    query: str
    kind: AssetKind
    relation: Relation
    where: str
    is_own: bool  # the file belongs to the site
    is_code: bool  # a style or script: a site chooses to run it, but it may quote images of others
    id: str = ""
    is_listed: bool = False  # one of several files that the URL lists
    is_unpacked: bool = False  # and the list was compressed, so that people do not see the path in the URL
    is_held_back: bool = False  # a script that waits for consent

    @property
    def is_applied(self) -> bool:
        """True for a stylesheet link or a script, which a browser applies; false for a preload."""
        return self.where.startswith("<script ") or "stylesheet" in self.where

    def with_relation(self, relation: Relation) -> "Asset":
        """Return the same file with another relation of its host to the page's."""
        return self._replace(relation=relation, is_own=belongs_to_site(self.kind, relation))


def belongs_to_site(kind: AssetKind, relation: Relation) -> bool:
    """Whether a file of this kind belongs to the site, when its host has this relation to the page's.

    Code may come from a sibling host, a mirror or WordPress.com's servers; an image only from the site's
    own host, because pages quote the images of others.
    """
    return relation is OWN or (relation is not THIRD_PARTY and kind is not IMAGE)


def assets_of(page: Page) -> tuple[Asset, ...]:
    """Return every file of the page, links first, then scripts, then images, at most 20,000."""
    return _with_own_hosts(tuple(islice(_find_assets(page), MAX_ASSETS)), page)


def _find_assets(page: Page) -> Iterator[Asset]:
    place = _PagePlace.of(page)
    for link in page.links:
        if (kind := _link_kind(link.rel, link.attributes.get("as", ""))) is not None:
            url = link.href or delayed_url(link, page)
            yield from place.assets_at(url, kind, link_tag(link.rel), link.id)
    for script in page.scripts:
        if script.address:
            where = "<script src>" if script.src else "<script data-src>"
            found = place.assets_at(script.address, SCRIPT, where, script.id)
            held = script.is_held_back
            yield from (each._replace(is_held_back=True) for each in found) if held else found
    for image in page.images:
        where = f"<{image.tag}>"
        for url in image.urls:
            yield from place.assets_at(url, IMAGE, where)


class _PagePlace(NamedTuple):
    """Where a page is: its host, and the start of the URLs on the same host, empty for an image proxy's."""

    host: str
    origin: str

    @classmethod
    def of(cls, page: Page) -> "_PagePlace":
        host = host_of(page.url)
        origin = "/".join(page.url.split("/", 3)[:3])
        return cls(host, "" if host.endswith(".wp.com") else origin)

    def assets_at(self, url: str, kind: AssetKind, where: str, identity: str = "") -> list[Asset]:
        """Return the assets as :func:`expand_url`; most URLs are plain, and need only one look."""
        if self.origin and url.startswith(self.origin) and (plain := _PLAIN.fullmatch(url, len(self.origin))):
            path, query = plain[1], plain[2] or ""
            if path[-9:].lower() != ".download":
                code = kind is STYLE or kind is SCRIPT
                return [Asset(url, self.host, path, query, kind, OWN, where, True, code, identity)]  # noqa: FBT003
        return expand_url(url, kind, self.host, where, identity)


@functools.lru_cache(maxsize=256)
def link_tag(rel: frozenset[str]) -> str:
    """Return a link's description for evidence: ``<link rel=stylesheet>``."""
    return f"<link rel={' '.join(sorted(rel))[:40]}>"


def _link_kind(rel: frozenset[str], destination: str) -> AssetKind | None:
    """Return the kind of file that a link loads; None for links that load no file of the site."""
    if "stylesheet" in rel:
        return STYLE
    if rel & {"preload", "prefetch", "modulepreload"}:
        return _DESTINATIONS.get(destination, OTHER)
    if rel & {"icon", "apple-touch-icon", "mask-icon", "manifest"}:
        return IMAGE
    if rel & {"wlwmanifest", "edituri"}:
        return OTHER
    return None


_DESTINATIONS = {"style": STYLE, "script": SCRIPT, "image": IMAGE}


def expand_url(url: str, kind: AssetKind, page_host: str, where: str, identity: str = "") -> list[Asset]:
    """Return the asset at ``url``, and the assets that the URL lists."""
    if (match := _URL.match(url)) is None:
        return []
    host, path, query = (match[1] or match[2]).lower(), match[3], match[4] or ""
    related = relation(host, page_host)
    if "%" in path:
        path = unquote(path)
    if "@" in path or "?" in path or path.lower().endswith(".download"):
        path, query = _name_on_the_site(path, query)
    if host.endswith(".wp.com") and host[:1] == "i" and host[1:2].isdigit():
        # Photon, WordPress.com's image proxy: the path begins with the image's original host.
        host, _, rest = path.lstrip("/").partition("/")
        path, related = f"/{rest}", relation(host.lower(), page_host)
    elif related is not OWN and (copied := _original_path(path, page_host)):
        host, path, related = page_host, copied, OWN
    own, code = belongs_to_site(kind, related), kind is STYLE or kind is SCRIPT
    whole = Asset(url, host, path, query, kind, related, where, own, code, identity)
    assets = [whole]
    if query or "," in path:
        packed = query.startswith("?-")
        assets += [
            whole._replace(path=part, query="", is_listed=True, is_unpacked=packed)
            for part in listed_paths(path, query)
        ]
    return assets


def _name_on_the_site(path: str, query: str) -> tuple[str, str]:
    """Return path and query as the site has them, when ``path`` is the name of a saved copy."""
    if (match := _SAVED_NAME.fullmatch(path)) is None:
        return path, query
    added = (match[2] or match[3] or "").removesuffix(".css").removesuffix(".js")
    return match[1], query or added


def _original_path(path: str, page_host: str) -> str:
    """Return the original path of an optimizer's copy, when the copy's path contains it; otherwise empty.

    NitroPack puts the host into the path (https://support.nitropack.io/en/articles/8390333-nitropack-cdn),
    ShortPixel the whole URL (https://help.shortpixel.com/article/65-how-does-shortpixel-ai-cdn-work).
    """
    name = page_host.removeprefix("www.")
    if name not in path:
        return ""
    ends = [
        place + len(each) - 1 for each in (f"/{name}/", f"/www.{name}/") if (place := path.find(each)) >= 0
    ]
    return path[min(ends) :] if ends else ""


@functools.lru_cache(maxsize=1024)
def host_of(url: str) -> str:
    """Return the host of an absolute URL, in lower case, without brackets and port; empty without one."""
    match = _URL.match(url)
    return (match[1] or match[2]).lower() if match else ""


def css_urls(text: str, limit: int = 500) -> Iterator[str]:
    """Return the references of ``url()`` in CSS text, at most ``limit``, without data URLs."""
    references = (match[1] for match in _CSS_URL.finditer(text))
    return islice((each for each in references if not each.startswith("data:")), limit)


def style_references(text: str) -> Iterator[tuple[str, str]]:
    """Yield the references in a ``<style>`` with their positions: its source first, then those of ``url()``.

    Since version 6.9 WordPress writes the source file of inlined CSS into a comment.
    Source: https://developer.wordpress.org/reference/functions/wp_maybe_inline_styles/
    """
    for match in _SOURCE_URL.finditer(text):
        yield "sourceURL comment", match[1]
    for url in css_urls(text):
        yield "<style> url()", url


def _with_own_hosts(assets: tuple[Asset, ...], page: Page) -> tuple[Asset, ...]:
    """Return ``assets``, with the site's own files on other hosts: its other names, and mirrors."""
    others = [asset for asset in assets if asset.relation is THIRD_PARTY and asset.is_code]
    names = _other_names(page) if others else set()
    mirrors = _mirrors(others)
    if not names and not mirrors:
        return assets

    def judge(asset: Asset) -> Asset:
        if asset.relation is not THIRD_PARTY:
            return asset
        if asset.host in mirrors and is_pull_zone(asset.host):
            return asset.with_relation(SIBLING)
        if asset.is_code and asset.host in names:
            return asset.with_relation(SIBLING)
        return asset.with_relation(MIRROR) if asset.host in mirrors else asset

    return tuple(judge(asset) for asset in assets)


def _other_names(page: Page) -> set[str]:
    """Return hosts that the page states as its own: a staging or exported copy links the original."""
    links = (link for link in page.links if link.rel & NAMING_RELATIONS)
    return {host_of(link.href) for link in links if link.href}


def _mirrors(assets: list[Asset]) -> set[str]:
    """Return hosts that serve three or more different files under wp-content, with files of a theme.

    A partner's badge or a hot-linked image never does that.
    """
    files: Counter[str] = Counter()
    themes: set[str] = set()
    for host, path in {(asset.host, asset.path) for asset in assets}:
        if "/wp-content/" in path:
            files[host] += 1
            if "/wp-content/themes/" in path:
                themes.add(host)
    return {host for host in themes if files[host] >= MIRRORED_FILES}


MAX_PARTS = 200
MAX_FIELDS = 20
MAX_UNPACKED = 65_536


def listed_paths(path: str, query: str) -> tuple[str, ...]:
    """Return the paths that a URL lists, each with a slash at the start; empty when it lists none."""
    if query.startswith("?"):
        names = _unpack_list(query[1:]) if query.startswith("?-") else query[1:]
        return _split_paths(names.partition("?")[0])
    if "f=" in query and ("," in query or ".css" in query or ".js" in query):
        fields = parse_qs("&".join(query.split("&", MAX_FIELDS)[:MAX_FIELDS]))
        prefix = "/" + fields["b"][0].strip("/") if "b" in fields else ""
        return tuple(prefix + part for part in _split_paths(fields.get("f", [""])[0]))
    if ".css," in path or ".js," in path:
        return _split_paths(path)
    return ()


def _split_paths(text: str) -> tuple[str, ...]:
    names = unquote(text).split(",")[:MAX_PARTS]
    return tuple("/" + name.strip().lstrip("/") for name in names if "." in name)


def _unpack_list(packed: str) -> str:
    """Unpack the list in ``-eJ…``: base64 of zlib, with optional padding, without parameters."""
    text = unquote(packed[1:]).partition("&")[0].partition("?")[0].replace("-", "+").replace("_", "/")
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4))
        return zlib.decompressobj().decompress(raw, MAX_UNPACKED).decode("utf-8", "replace")
    except (binascii.Error, ValueError, zlib.error):
        return ""
