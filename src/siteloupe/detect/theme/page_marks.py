"""Which theme a page's own marks name: its slug, its parent's, and where their folders are.

WordPress's speculation rules and body classes name stylesheet and template outright, so they are trusted
most. Next come the folders of loaded files, weighed by the kind of file. Ids come last.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from urllib.parse import quote

from siteloupe.data import rows
from siteloupe.detect.page.assets import Asset, AssetKind, expand_url, host_of, style_references
from siteloupe.detect.wordpress.core import core_marks
from siteloupe.detect.wordpress.directories import Directories, content_url, speculation_paths
from siteloupe.document import Page
from siteloupe.document.references import absolute_url
from siteloupe.reports.evidence import Evidence

MAX_EVIDENCE = 12
NAMED_OUTRIGHT = 1000
"""Weight of a slug that WordPress itself prints: more than any number of files."""

_SLUG = re.compile(r"[A-Za-z0-9][\w.+~ -]{0,99}+")
_CHILD = re.compile(r"[-_ .]child(?:$|[-_ .])", re.IGNORECASE)
_THEME_CLASS = re.compile(r"wp-(?P<child>child-)?+theme-(?P<name>[A-Za-z0-9_-]{1,100}+)")
_NOT_IN_CLASS = re.compile(r"[^A-Za-z0-9_-]")
"""What a class loses: https://developer.wordpress.org/reference/functions/sanitize_html_class/."""
_WEIGHTS = {AssetKind.STYLE: 10, AssetKind.SCRIPT: 8, AssetKind.OTHER: 3, AssetKind.IMAGE: 1}


@dataclass(frozen=True, slots=True)
class ThemeMarks:
    """The theme as the page alone tells it.

    A ``…base_url`` is the absolute http(s) URL of a theme's folder, with its trailing slash; that of the
    theme is where WordPress would have it when nothing shows where it is. ``others`` are the further
    candidates, best first, each a slug and the URL of its folder.
    """

    slug: str
    base_url: str | None = None
    parent_slug: str | None = None
    parent_base_url: str | None = None
    others: tuple[tuple[str, str], ...] = ()
    evidence: tuple[Evidence, ...] = ()


@dataclass(slots=True)
class _Candidate:
    """One slug and what speaks for it; ``is_spelled`` when a path shows how its folder is spelled."""

    slug: str
    group: str = ""
    is_spelled: bool = False
    weight: int = 0
    base_url: str | None = None
    stylesheet_at: int = -1  # place of its style.css among the page's, -1 when it is not linked
    is_child: bool = False
    is_parent: bool = False
    evidence: list[Evidence] = field(default_factory=list)

    def saw(self, weight: int, where: str, value: str) -> None:
        self.weight += weight
        if len(self.evidence) < 4:
            self.evidence.append(Evidence(what="theme", where=where, value=value[:300]))


def theme_marks(page: Page, assets: Sequence[Asset], directories: Directories) -> ThemeMarks | None:
    """The theme that ``page`` and its ``assets`` show, or None when nothing names one."""
    finder = _Finder(page, assets, directories)
    finder.from_speculation_rules()
    finder.from_body_classes()
    for place, asset in enumerate(assets):
        if asset.is_own and "/themes/" in asset.path:
            finder.from_asset(asset, place)
    finder.from_styles()
    if not finder.candidates:
        finder.from_known_handles()
    return finder.marks()


class _Finder:
    """Collects candidates from one page."""

    def __init__(self, page: Page, assets: Sequence[Asset], directories: Directories) -> None:
        self.page = page
        self.assets = assets
        self.directories = directories
        self.candidates: dict[str, _Candidate] = {}

    def candidate(self, slug: str, group: str = "") -> _Candidate:
        """The candidate of a folder, spelled as in a path, in its group of themes."""
        candidate = self._of_class(_NOT_IN_CLASS.sub("", group + slug), group, slug)
        if not candidate.is_spelled:
            candidate.slug, candidate.is_spelled = slug, True
        return candidate

    def classed(self, name: str) -> _Candidate:
        """The candidate that a class names: by its folder, less what may not stand in a class."""
        group = self._group_in(name)
        return self._of_class(name, group, name.removeprefix(group) or name)

    def _of_class(self, name: str, group: str, slug: str) -> _Candidate:
        return self.candidates.setdefault(name.lower(), _Candidate(slug, group))

    def _group_in(self, name: str) -> str:
        """On WordPress.com every theme is in a group, and a class makes ``pubtarski`` of ``pub/tarski``."""
        if "WordPress.com" not in self.page.generators():
            return ""
        return next((group for group in core_marks("theme-group") if name.startswith(group)), "")

    def from_speculation_rules(self) -> None:
        """``…/themes/<stylesheet>/*`` comes before ``…/themes/<template>/*``; one entry is no child."""
        named = list(islice(_speculated(self.page), 2))
        for place, (group, slug, path) in enumerate(named):
            candidate = self.candidate(slug, group)
            candidate.saw(NAMED_OUTRIGHT, "<script type=speculationrules>", f"themes/{slug}/*")
            candidate.base_url = absolute_url(self.page.url, path) or None
            candidate.is_child = candidate.is_child or (len(named) == 2 and place == 0)
            candidate.is_parent = candidate.is_parent or (len(named) == 2 and place == 1)

    def from_body_classes(self) -> None:
        """``wp-theme-<template>``, and beside it ``wp-child-theme-<stylesheet>`` when there is a child."""
        named = [match for name in self.page.body_classes if (match := _THEME_CLASS.fullmatch(name))]
        has_child = any(match["child"] for match in named)
        for match in sorted(named, key=lambda match: match["child"] is None):
            candidate = self.classed(match["name"])
            candidate.saw(NAMED_OUTRIGHT, "<body class>", match[0])
            if match["child"]:
                candidate.is_child = True
            else:
                candidate.is_parent = has_child or candidate.is_parent

    def from_asset(self, asset: Asset, place: int) -> None:
        """A file in a theme's folder; its style.css says most."""
        if not asset.is_own or (located := self._located(asset.path)) is None:
            return
        group, slug, end = located
        candidate = self.candidate(slug, group)
        is_stylesheet = asset.kind is AssetKind.STYLE and asset.path[end:].startswith("style.")
        candidate.saw(_WEIGHTS[asset.kind] * (4 if is_stylesheet else 1), asset.where, asset.url)
        if is_stylesheet:
            candidate.stylesheet_at = place
        if candidate.base_url is None or asset.is_code:
            candidate.base_url = _folder_url(asset, end) or candidate.base_url
        self._from_handle(asset.id, candidate)

    def _located(self, path: str) -> tuple[str, str, int] | None:
        """The group of themes in ``path`` or nothing, the slug, and where its folder ends."""
        if (folder := self.directories.folder(path, "themes")) is None:
            return None
        group, (slug, end) = "", folder
        if slug in core_marks("theme-group"):
            group = slug
            slug, slash, _ = path[end:].partition("/")
            end += len(slug) + 1
            if not slash or slug in {"global", "plugins"} or slug.endswith("-plugins"):
                return None
        return (group, slug, end) if _SLUG.fullmatch(slug) else None

    @staticmethod
    def _from_handle(identity: str, candidate: _Candidate) -> None:
        """Handles by which child themes enqueue their parent's stylesheet and their own."""
        handle = identity.removesuffix("-css").lower()
        if handle in {"parent-style", "parent-theme", "parent"} or handle.endswith("-parent-style"):
            candidate.is_parent = True
        elif handle in {"child-style", "child-theme"} or handle.endswith("-child-style"):
            candidate.is_child = True

    def from_styles(self) -> None:
        """Inlined CSS still names files of its theme, and since WordPress 6.9 its own source."""
        host = host_of(self.page.url)
        for style in self.page.styles:
            if "/themes/" not in style.text:
                continue
            for where, url in style_references(style.text):
                if "/themes/" in url:
                    for asset in expand_url(
                        absolute_url(self.page.base_url, url), AssetKind.OTHER, host, where
                    ):
                        self.from_asset(asset, -1)

    def from_known_handles(self) -> None:
        """Last resort, a block theme with all its CSS inlined: ``<slug>-style-inline-css``."""
        known = _known_themes()
        styled = [identity for identity in self.page.ids if identity.endswith("-css")]
        for identity in sorted(styled):
            slug, found, _ = identity.partition("-style-")
            if found and slug in known:
                self.candidate(slug).saw(5, "<style> or <link> id", identity)

    def _usual_url(self, theme: _Candidate) -> str:
        """Where WordPress has the folder of a theme that none of the page's files is from."""
        folder = quote(f"{theme.group}/{theme.slug}".lstrip("/"))
        return f"{content_url(self.page, self.assets, self.directories)}themes/{folder}/"

    def marks(self) -> ThemeMarks | None:
        """The most trusted candidate, with its parent and the others."""
        ranked = sorted(self.candidates.values(), key=lambda each: -each.weight)[:10]
        if not ranked:
            return None
        theme, parent = _child_first(ranked, set(self.page.body_classes))
        evidence = [*theme.evidence, *(parent.evidence if parent else [])]
        return ThemeMarks(
            slug=theme.slug,
            base_url=theme.base_url or self._usual_url(theme),
            parent_slug=parent.slug if parent else None,
            parent_base_url=parent.base_url if parent else None,
            others=tuple(
                (each.slug, each.base_url) for each in ranked if each is not theme and each.base_url
            ),
            evidence=tuple(evidence[:MAX_EVIDENCE]),
        )


def _speculated(page: Page) -> Iterator[tuple[str, str, str]]:
    """The group, slug and path of every theme's folder in the page's speculation rules."""
    for path in dict.fromkeys(speculation_paths(page)):
        before, star, _ = path.rpartition("/*")
        _, themes, folder = before.rpartition("/themes/")
        group, _, slug = folder.rpartition("/")
        if star and themes and _SLUG.fullmatch(slug):
            yield group, slug, f"{before}/"


def _child_first(ranked: list[_Candidate], classes: set[str]) -> tuple[_Candidate, _Candidate | None]:
    """The theme and its parent, of candidates ranked by weight."""
    outright = [each for each in ranked if each.weight >= NAMED_OUTRIGHT]
    if len(outright) == 1 and not outright[0].is_parent:
        return outright[0], None
    rivals = outright or ranked[:4]
    for first, second in _pairs(rivals):
        if _is_child_of(first, second, classes):
            return first, second
    linked = [each for each in rivals if each.stylesheet_at >= 0 and each.weight * 4 >= rivals[0].weight]
    best = max(linked, key=lambda each: each.stylesheet_at) if linked else rivals[0]
    return best, None


def _pairs(candidates: list[_Candidate]) -> Iterator[tuple[_Candidate, _Candidate]]:
    for first in candidates:
        for second in candidates:
            if first is not second:
                yield first, second


def _is_child_of(child: _Candidate, parent: _Candidate, classes: set[str]) -> bool:
    """Whether the page shows ``child`` to be a child theme of ``parent``."""
    if child.is_parent or parent.is_child:
        return False
    if child.is_child or parent.is_parent or f"theme-{parent.slug}" in classes:
        return True
    if _CHILD.search(parent.slug):
        return False
    mine, theirs = child.slug.lower(), parent.slug.lower()
    if _CHILD.search(child.slug) or (mine != theirs and mine.startswith(theirs)):
        return True
    return parent.slug in _frameworks()


@functools.cache
def _known_themes() -> frozenset[str]:
    return frozenset(row["slug"] for row in rows("themes.tsv"))


@functools.cache
def _frameworks() -> frozenset[str]:
    """Themes that are always a parent, by their own documentation."""
    return frozenset(row["slug"] for row in rows("theme_frameworks.tsv"))


def _folder_url(asset: Asset, end: int) -> str | None:
    """The URL of the folder that ends at ``end`` of the asset's path."""
    path = quote(asset.path[:end])
    if asset.is_listed:
        return "/".join(asset.url.split("/", 3)[:3]) + path
    before, found, _ = asset.url.partition(path)
    return before + path if found else None
