"""The files a page makes a browser load: each with its path, whose host it is on, and where it was named."""

import enum
import re
import weakref
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from urllib.parse import unquote

from siteloupe.detect.concatenated import parts
from siteloupe.detect.hosts import Relation, relation
from siteloupe.document import Page

MAX_ASSETS = 20_000

_URL = re.compile(r"https?://(?:\[[^\]]*+\]|[^/:?#\[]++)(?::\d*+)?+([^?#]*+)(?:\?([^#]*+))?+", re.IGNORECASE)
_HOST = re.compile(r"https?://(\[[^\]]*+\]|[^/:?#]++)", re.IGNORECASE)
_CSS_URL = re.compile(r"url\(\s*+[\"']?+([^\"')\s]++)", re.IGNORECASE)


class Kind(enum.StrEnum):
    """What a browser would do with the file."""

    STYLE = "style"
    SCRIPT = "script"
    IMAGE = "image"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Asset:
    """One file: ``path`` is percent-decoded, ``where`` names the element, ``id`` is the element's id."""

    url: str
    host: str
    path: str
    query: str
    kind: Kind
    relation: Relation
    where: str
    id: str = ""
    unpacked: bool = False  # not in the URL as written, but in a list that the URL packs

    @property
    def is_code(self) -> bool:
        """True for styles and scripts: what a site chooses to run, unlike an image it may quote."""
        return self.kind in {Kind.STYLE, Kind.SCRIPT}

    @property
    def is_applied(self) -> bool:
        """True for a stylesheet link or a script: what runs, unlike what is only fetched ahead."""
        return self.where in {"<script src>"} or (self.kind is Kind.STYLE and "preload" not in self.where)

    @property
    def is_own(self) -> bool:
        """True when the site itself vouches for the file.

        Code may come from a sibling host, a mirror or WordPress.com's servers; an image only from the
        site's own host, because pages quote the images of others.
        """
        if self.is_code or self.kind is Kind.OTHER:
            return self.relation is not Relation.FOREIGN
        return self.relation is Relation.OWN


_assets: "weakref.WeakKeyDictionary[Page, tuple[Asset, ...]]" = weakref.WeakKeyDictionary()


def assets_of(page: Page) -> tuple[Asset, ...]:
    """Every file the page names, in document order by kind; found once a page."""
    if (found := _assets.get(page)) is None:
        found = _with_mirrors(tuple(_limited(_named(page))))
        _assets[page] = found
    return found


def _limited(assets: Iterable[Asset]) -> Iterator[Asset]:
    for number, asset in enumerate(assets):
        if number >= MAX_ASSETS:
            return
        yield asset


def _named(page: Page) -> Iterator[Asset]:
    host = host_of(page.url)
    for link in page.links:
        if link.href and (kind := _link_kind(link.rel, link.attributes.get("as", ""))) is not None:
            where = f"<link rel={' '.join(sorted(link.rel))[:40]}>"
            yield from expanded(link.href, kind, host, where, link.id)
    for script in page.scripts:
        if script.src:
            yield from expanded(script.src, Kind.SCRIPT, host, "<script src>", script.id)
    for image in page.images:
        for url in image.urls:
            yield from expanded(url, Kind.IMAGE, host, f"<{image.tag}>")


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


def expanded(url: str, kind: Kind, page_host: str, where: str, identity: str = "") -> Iterator[Asset]:
    """The asset at ``url``, and those that its query lists when it stands for several."""
    if (match := _URL.match(url)) is None:
        return
    host, path, query = host_of(url), match[1], match[2] or ""
    related = relation(host, page_host)
    if "%" in path:
        path = unquote(path)
    if host.endswith(".wp.com") and host[:1] == "i" and host[1:2].isdigit():
        # Photon, WordPress.com's image proxy: the path begins with the host that the image is from.
        host, _, rest = path.lstrip("/").partition("/")
        path, related = f"/{rest}", relation(host.lower(), page_host)
    yield Asset(url, host, path, query, kind, related, where, identity)
    for part in parts(path, query):
        packed = query.startswith("?-")
        yield Asset(url, host, part, "", kind, related, where, identity, unpacked=packed)


def host_of(url: str) -> str:
    """The host of an absolute URL, in lower case, without brackets or port."""
    match = _HOST.match(url)
    return match[1].strip("[]").lower() if match else ""


def css_urls(text: str, limit: int = 500) -> Iterator[str]:
    """The references of ``url()`` in CSS text, at most ``limit``, data URLs left out."""
    found = 0
    for match in _CSS_URL.finditer(text):
        if not match[1].startswith("data:"):
            yield match[1]
            if (found := found + 1) >= limit:
                return


def _with_mirrors(assets: tuple[Asset, ...]) -> tuple[Asset, ...]:
    """Assets of a foreign host that mirrors the site's content count as a mirror's.

    A mirror is where three or more different styles and scripts under wp-content come from, those of a
    theme among them: a partner's badge or a hot-linked image never does that.
    """
    seen: Counter[str] = Counter()
    themes: set[str] = set()
    for asset in {(a.host, a.path): a for a in assets if a.relation is Relation.FOREIGN and a.is_code}.values():
        if "/wp-content/" in asset.path:
            seen[asset.host] += 1
            if "/wp-content/themes/" in asset.path:
                themes.add(asset.host)
    mirrors = {host for host in themes if seen[host] >= 3}
    if not mirrors:
        return assets
    return tuple(
        replace(a, relation=Relation.MIRROR)
        if a.relation is Relation.FOREIGN and a.host in mirrors
        else a
        for a in assets
    )
