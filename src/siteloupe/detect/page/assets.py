"""The files that a page makes a browser load: path, host, and the element that names each.

One URL may stand for several files. The forms read here are the lists of nginx-http-concat
(https://github.com/Automattic/nginx-http-concat): ``/_static/??/a.css,/b.css?m=123j``, also packed as ``-``
and base64 of a zlib stream; and ``?f=a.css,b.css`` of Minify (https://github.com/mrclay/minify).
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

from siteloupe.detect.page.hosts import Relation, is_pull_zone, relation
from siteloupe.detect.styles.sheets import postponed
from siteloupe.document import Page

MAX_ASSETS = 20_000
MIRRORED_FILES = 3

NAMING_RELATIONS = frozenset({"canonical", "https://api.w.org/", "pingback", "edituri"})
"""Links whose host is another name of the site; trusted for styles and scripts only, since syndicated
articles name their original too but load none of its code."""

_URL = re.compile(
    r"https?://(?:\[([^\]/]{1,50}+)\]|([^/:?#\[]{1,253}+)(?=[/:?#]|\Z))(?::\d*+)?+([^?#]*+)(?:\?([^#]*+))?+",
    re.IGNORECASE,
)
_SOURCE_URL = re.compile(r"[#@]\s?+sourceURL=(\S{1,500}+)")
_CSS_URL = re.compile(r"url\(\s*+[\"']?+([^\"')\s]++)", re.IGNORECASE)


class Kind(enum.StrEnum):
    """What a browser would do with the file."""

    STYLE = "style"
    SCRIPT = "script"
    IMAGE = "image"
    OTHER = "other"


class Asset(NamedTuple):
    """One file: ``path`` is percent-decoded, ``where`` names the element, ``id`` is the element's id."""

    url: str
    host: str
    path: str
    query: str
    kind: Kind
    relation: Relation
    where: str
    is_own: bool  # the site vouches for it
    id: str = ""
    listed: bool = False  # one of several files that the URL lists
    unpacked: bool = False  # and the list was packed, so that the URL as written does not show it

    @property
    def is_code(self) -> bool:
        """True for styles and scripts: what a site chooses to run, unlike an image it may quote."""
        return self.kind is Kind.STYLE or self.kind is Kind.SCRIPT

    @property
    def is_applied(self) -> bool:
        """True for a stylesheet link or a script: what runs, unlike what is only fetched ahead."""
        return self.where.startswith("<script ") or "stylesheet" in self.where

    def seen_as(self, related: Relation) -> "Asset":
        """The same file, its host being judged anew."""
        return self._replace(relation=related, is_own=vouched_for(self.kind, related))


def vouched_for(kind: Kind, related: Relation) -> bool:
    """Whether the site itself vouches for a file of this kind on a host so related to it.

    Code may come from a sibling host, a mirror or WordPress.com's servers; an image only from the site's
    own host, because pages quote the images of others.
    """
    return related is Relation.OWN or (related is not Relation.FOREIGN and kind is not Kind.IMAGE)


def assets_of(page: Page) -> tuple[Asset, ...]:
    """Every file the page names, in document order by kind, at most 20,000."""
    return _vouched(tuple(islice(_named(page), MAX_ASSETS)), page)


def _named(page: Page) -> Iterator[Asset]:
    host = host_of(page.url)
    for link in page.links:
        if (kind := _link_kind(link.rel, link.attributes.get("as", ""))) is not None:
            url = link.href or postponed(link, page)
            yield from expanded(url, kind, host, link_of(link.rel), link.id)
    for script in page.scripts:
        if script.address:
            where = "<script src>" if script.src else "<script data-src>"
            yield from expanded(script.address, Kind.SCRIPT, host, where, script.id)
    for image in page.images:
        where = f"<{image.tag}>"
        for url in image.urls:
            yield from expanded(url, Kind.IMAGE, host, where)


@functools.lru_cache(maxsize=256)
def link_of(rel: frozenset[str]) -> str:
    """A link as evidence tells where something was seen: ``<link rel=stylesheet>``."""
    return f"<link rel={' '.join(sorted(rel))[:40]}>"


def _link_kind(rel: frozenset[str], destination: str) -> Kind | None:
    """What a link loads; None for links that load nothing of the site's own making."""
    if "stylesheet" in rel:
        return Kind.STYLE
    if rel & {"preload", "prefetch", "modulepreload"}:
        return {"style": Kind.STYLE, "script": Kind.SCRIPT, "image": Kind.IMAGE}.get(destination, Kind.OTHER)
    if rel & {"icon", "apple-touch-icon", "mask-icon", "manifest"}:
        return Kind.IMAGE
    if rel & {"wlwmanifest", "edituri"}:
        return Kind.OTHER
    return None


def expanded(url: str, kind: Kind, page_host: str, where: str, identity: str = "") -> list[Asset]:
    """The asset at ``url``, and those that its query lists when it stands for several."""
    if (match := _URL.match(url)) is None:
        return []
    host, path, query = (match[1] or match[2]).lower(), match[3], match[4] or ""
    related = relation(host, page_host)
    if "%" in path:
        path = unquote(path)
    if host.endswith(".wp.com") and host[:1] == "i" and host[1:2].isdigit():
        # Photon, WordPress.com's image proxy: the path begins with the host that the image is from.
        host, _, rest = path.lstrip("/").partition("/")
        path, related = f"/{rest}", relation(host.lower(), page_host)
    elif related is not Relation.OWN and (copied := _copied(path, page_host)):
        host, path, related = page_host, copied, Relation.OWN
    own = vouched_for(kind, related)
    found = [Asset(url, host, path, query, kind, related, where, own, identity)]
    if query or "," in path:
        packed = query.startswith("?-")
        found += [
            Asset(url, host, part, "", kind, related, where, own, identity, listed=True, unpacked=packed)
            for part in parts(path, query)
        ]
    return found


def _copied(path: str, page_host: str) -> str:
    """The path on the page's host that an optimiser's copy names in its own, or empty.

    NitroPack puts the host into the path (https://support.nitropack.io/en/articles/8390333-nitropack-cdn),
    ShortPixel the whole address (https://help.shortpixel.com/article/65-how-does-shortpixel-ai-cdn-work).
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
    """The host of an absolute URL, in lower case, without brackets or port; empty when it has none."""
    match = _URL.match(url)
    return (match[1] or match[2]).lower() if match else ""


def css_urls(text: str, limit: int = 500) -> Iterator[str]:
    """The references of ``url()`` in CSS text, at most ``limit``, data URLs left out."""
    found = 0
    for match in _CSS_URL.finditer(text):
        if not match[1].startswith("data:"):
            yield match[1]
            if (found := found + 1) >= limit:
                return


def named_in_style(text: str) -> Iterator[tuple[str, str]]:
    """The references in a ``<style>``, each after where it stands: its source, then those of ``url()``.

    Since version 6.9 WordPress notes beside the CSS that it inlines which file that is from.
    Source: https://developer.wordpress.org/reference/functions/wp_maybe_inline_styles/
    """
    for match in _SOURCE_URL.finditer(text):
        yield "sourceURL comment", match[1]
    for url in css_urls(text):
        yield "<style> url()", url


def _vouched(assets: tuple[Asset, ...], page: Page) -> tuple[Asset, ...]:
    """Code on foreign hosts that the page shows to be its own: under another name of it, or on a mirror."""
    foreign = [asset for asset in assets if asset.relation is Relation.FOREIGN and asset.is_code]
    names = _other_names(page) if foreign else set()
    mirrors = _mirrors(foreign)
    if not names and not mirrors:
        return assets

    def judged(asset: Asset) -> Asset:
        if asset.relation is not Relation.FOREIGN:
            return asset
        if asset.host in mirrors and is_pull_zone(asset.host):
            return asset.seen_as(Relation.SIBLING)
        if asset.is_code and asset.host in names:
            return asset.seen_as(Relation.SIBLING)
        return asset.seen_as(Relation.MIRROR) if asset.host in mirrors else asset

    return tuple(judged(asset) for asset in assets)


def _other_names(page: Page) -> set[str]:
    """Hosts the page says it lives on: a staging or exported copy names the original."""
    named = (link for link in page.links if link.rel & NAMING_RELATIONS)
    return {host_of(link.href) for link in named if link.href}


def _mirrors(foreign: list[Asset]) -> set[str]:
    """Hosts that three or more different files under wp-content come from, those of a theme among them.

    A partner's badge or a hot-linked image never does that.
    """
    seen: Counter[str] = Counter()
    themes: set[str] = set()
    for host, path in {(asset.host, asset.path) for asset in foreign}:
        if "/wp-content/" in path:
            seen[host] += 1
            if "/wp-content/themes/" in path:
                themes.add(host)
    return {host for host in themes if seen[host] >= MIRRORED_FILES}


MAX_PARTS = 200
MAX_FIELDS = 20
MAX_UNPACKED = 65_536


def parts(path: str, query: str) -> tuple[str, ...]:
    """The paths that a URL's query lists, each starting with a slash; empty when it lists none."""
    if query.startswith("?"):
        listed = _unpacked(query[1:]) if query.startswith("?-") else query[1:]
        return _paths(listed.partition("?")[0])
    if "f=" in query and ("," in query or ".css" in query or ".js" in query):
        fields = parse_qs("&".join(query.split("&", MAX_FIELDS)[:MAX_FIELDS]))
        prefix = "/" + fields["b"][0].strip("/") if "b" in fields else ""
        return tuple(prefix + part for part in _paths(fields.get("f", [""])[0]))
    if ".css," in path or ".js," in path:
        return _paths(path)
    return ()


def _paths(listed: str) -> tuple[str, ...]:
    names = unquote(listed).split(",")[:MAX_PARTS]
    return tuple("/" + name.strip().lstrip("/") for name in names if "." in name)


def _unpacked(packed: str) -> str:
    """The list in ``-eJ…``: base64 of zlib, padding optional, parameters after ``&`` or ``?`` ignored."""
    text = unquote(packed[1:]).partition("&")[0].partition("?")[0].replace("-", "+").replace("_", "/")
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4))
        return zlib.decompressobj().decompress(raw, MAX_UNPACKED).decode("utf-8", "replace")
    except (binascii.Error, ValueError, zlib.error):
        return ""
