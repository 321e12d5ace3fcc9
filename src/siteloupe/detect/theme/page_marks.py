"""The theme that a page's markup names: its slug, its parent's slug, and the URLs of their folders.

WordPress's speculation rules and body classes state stylesheet and template, so they are the most trusted
sources. The folders of loaded files come next, with weights by the kind of file. Ids come last.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from urllib.parse import quote

from siteloupe.data import rows
from siteloupe.detect.page.assets import STYLE, Asset, AssetKind, expand_url, host_of, style_references
from siteloupe.detect.wordpress.directories import Directories, content_url, core_marks, speculation_paths
from siteloupe.document import Page
from siteloupe.document.references import absolute_url
from siteloupe.reports.evidence import Evidence

MAX_EVIDENCE = 12
NAMED_BY_WORDPRESS = 1000
"""The weight of a slug that WordPress itself prints: more than any number of files."""

_SLUG = re.compile(r"[A-Za-z0-9][\w.+~ -]{0,99}+")
_CHILD = re.compile(r"[-_ .]child(?:$|[-_ .])", re.IGNORECASE)
_THEME_CLASS = re.compile(r"wp-(?P<child>child-)?+theme-(?P<name>[A-Za-z0-9_-]{1,100}+)")
_NOT_IN_CLASS = re.compile(r"[^A-Za-z0-9_-]")
"""Characters that WordPress removes: https://developer.wordpress.org/reference/functions/sanitize_html_class/."""
_WEIGHTS = {AssetKind.STYLE: 10, AssetKind.SCRIPT: 8, AssetKind.OTHER: 3, AssetKind.IMAGE: 1}


@dataclass(frozen=True, slots=True)
class ThemeMarks:
    """The theme by the page alone.

    A ``…base_url`` is the absolute http(s) URL of a theme's folder, with a slash at its end. When no file
    shows the theme's folder, it is WordPress's default. ``others`` are the other candidates, the best first,
    each with its slug and the URL of its folder.
    """

    slug: str
    base_url: str | None = None
    parent_slug: str | None = None
    parent_base_url: str | None = None
    others: tuple[tuple[str, str], ...] = ()
    evidence: tuple[Evidence, ...] = ()
    is_stated: bool = False  # by WordPress itself, in body classes or speculation rules


@dataclass(slots=True)
class _ThemeCandidate:
    """One slug and its evidence; ``has_exact_slug`` is true when the slug comes from a path."""

    slug: str
    group: str = ""
    has_exact_slug: bool = False
    weight: int = 0
    base_url: str | None = None
    stylesheet_at: int = -1  # index of its style.css in the page's assets, -1 when the page does not link it
    is_child: bool = False
    is_parent: bool = False
    is_code: bool = False  # the page loads styles or scripts of it
    evidence: list[Evidence] = field(default_factory=list)

    @property
    def is_shared(self) -> bool:
        """Whether this is a folder of files that several themes share, by its name and its files."""
        return self.stylesheet_at < 0 and self.weight < NAMED_BY_WORDPRESS and _is_shared_folder(self.slug)

    def add_evidence(self, weight: int, where: str, value: str) -> None:
        self.weight += weight
        if len(self.evidence) < 4:
            self.evidence.append(Evidence(what="theme", where=where, value=value[:300]))


def theme_marks(page: Page, assets: Sequence[Asset], directories: Directories) -> ThemeMarks | None:
    """Return the theme of ``page`` by its markup and its ``assets``, or None when nothing names a theme."""
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
        self.candidates: dict[str, _ThemeCandidate] = {}

    def candidate(self, slug: str, group: str = "") -> _ThemeCandidate:
        """Return the candidate for a folder with this slug, in its group of themes."""
        candidate = self._candidate_for(_NOT_IN_CLASS.sub("", group + slug), group, slug)
        if not candidate.has_exact_slug:
            candidate.slug, candidate.has_exact_slug = slug, True
        return candidate

    def candidate_of_class(self, name: str) -> _ThemeCandidate:
        """Return the candidate for a class, which is the folder without some characters."""
        group = self._group_of_class(name)
        return self._candidate_for(name, group, name.removeprefix(group) or name)

    def _candidate_for(self, name: str, group: str, slug: str) -> _ThemeCandidate:
        return self.candidates.setdefault(name.lower(), _ThemeCandidate(slug, group))

    def _group_of_class(self, name: str) -> str:
        """Return the group in a class on WordPress.com: the class of ``pub/tarski`` is ``pubtarski``."""
        if "WordPress.com" not in self.page.generators():
            return ""
        return next((group for group in core_marks("theme-group") if name.startswith(group)), "")

    def from_speculation_rules(self) -> None:
        """Read ``…/themes/<stylesheet>/*``, then ``…/themes/<template>/*``; a single entry is not a child."""
        named = list(islice(_themes_in_speculation_rules(self.page), 2))
        for place, (group, slug, path) in enumerate(named):
            candidate = self.candidate(slug, group)
            candidate.add_evidence(NAMED_BY_WORDPRESS, "<script type=speculationrules>", f"themes/{slug}/*")
            candidate.base_url = absolute_url(self.page.url, path) or None
            candidate.is_child = candidate.is_child or (len(named) == 2 and place == 0)
            candidate.is_parent = candidate.is_parent or (len(named) == 2 and place == 1)

    def from_body_classes(self) -> None:
        """Read ``wp-theme-<template>`` and, with a child theme, ``wp-child-theme-<stylesheet>``."""
        named = [match for name in self.page.body_classes if (match := _THEME_CLASS.fullmatch(name))]
        has_child = any(match["child"] for match in named)
        for match in sorted(named, key=lambda match: match["child"] is None):
            candidate = self.candidate_of_class(match["name"])
            candidate.add_evidence(NAMED_BY_WORDPRESS, "<body class>", match[0])
            if match["child"]:
                candidate.is_child = True
            else:
                candidate.is_parent = has_child or candidate.is_parent

    def from_asset(self, asset: Asset, place: int) -> None:
        """Read a file in a theme's folder; style.css has the most weight."""
        if not asset.is_own or (folder := self._locate_folder(asset.path)) is None:
            return
        group, slug, end = folder
        candidate = self.candidate(slug, group)
        is_stylesheet = asset.kind is STYLE and asset.path[end:].startswith("style.")
        candidate.add_evidence(_WEIGHTS[asset.kind] * (4 if is_stylesheet else 1), asset.where, asset.url)
        candidate.is_code = candidate.is_code or asset.is_code
        if is_stylesheet:
            candidate.stylesheet_at = place
        if candidate.base_url is None or asset.is_code:
            candidate.base_url = _folder_url(asset, end) or candidate.base_url
        self._from_handle(asset.id, candidate)

    def _locate_folder(self, path: str) -> tuple[str, str, int] | None:
        """Return the group of themes in ``path`` (may be empty), the slug, and where its folder ends."""
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
    def _from_handle(identity: str, candidate: _ThemeCandidate) -> None:
        """Read the usual handles of a parent's stylesheet and of a child's stylesheet."""
        handle = identity.removesuffix("-css").lower()
        if handle in {"parent-style", "parent-theme", "parent"} or handle.endswith("-parent-style"):
            candidate.is_parent = True
        elif handle in {"child-style", "child-theme"} or handle.endswith("-child-style"):
            candidate.is_child = True

    def from_styles(self) -> None:
        """Read inlined CSS, which has URLs of its theme's files and, since WordPress 6.9, its source."""
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
        """Read ``<slug>-style-inline-css``: the last source, for a block theme with all its CSS inlined."""
        known = _bundled_slugs()
        style_ids = [identity for identity in self.page.ids if identity.endswith("-css")]
        for identity in sorted(style_ids):
            slug, separator, _ = identity.partition("-style-")
            if separator and slug in known:
                self.candidate(slug).add_evidence(5, "<style> or <link> id", identity)

    def _default_url(self, theme: _ThemeCandidate) -> str:
        """Return WordPress's default URL of a theme's folder, for a theme without files in the page."""
        folder = quote(f"{theme.group}/{theme.slug}".lstrip("/"))
        return f"{content_url(self.page, self.assets, self.directories)}themes/{folder}/"

    def marks(self) -> ThemeMarks | None:
        """Return the most trusted candidate, with its parent and the others."""
        own = (each for each in self.candidates.values() if not each.is_shared)
        ranked = sorted(own, key=lambda each: -each.weight)[:10]
        if not ranked:
            return None
        theme, parent = _theme_and_parent(ranked, set(self.page.body_classes))
        evidence = [*theme.evidence, *(parent.evidence if parent else [])]
        return ThemeMarks(
            slug=theme.slug,
            base_url=theme.base_url or self._default_url(theme),
            parent_slug=parent.slug if parent else None,
            parent_base_url=parent.base_url if parent else None,
            others=tuple(
                (each.slug, each.base_url) for each in ranked if each is not theme and each.base_url
            ),
            evidence=tuple(evidence[:MAX_EVIDENCE]),
            is_stated=theme.weight >= NAMED_BY_WORDPRESS,
        )


def _themes_in_speculation_rules(page: Page) -> Iterator[tuple[str, str, str]]:
    """Yield the group, slug and path of every theme's folder in the page's speculation rules."""
    for path in dict.fromkeys(speculation_paths(page)):
        before, star, _ = path.rpartition("/*")
        _, themes, folder = before.rpartition("/themes/")
        group, _, slug = folder.rpartition("/")
        if star and themes and _SLUG.fullmatch(slug):
            yield group, slug, f"{before}/"


def _theme_and_parent(
    ranked: list[_ThemeCandidate], classes: set[str]
) -> tuple[_ThemeCandidate, _ThemeCandidate | None]:
    """Return the theme and its parent from candidates ranked by weight."""
    named = [each for each in ranked if each.weight >= NAMED_BY_WORDPRESS]
    if len(named) == 1 and not named[0].is_parent:
        return named[0], None
    rivals = named or ranked[:4]
    for first, second in _pairs(rivals):
        if _is_child_of(first, second, classes):
            return first, second
    if (pair := _own_and_published(rivals)) is not None:
        return pair
    linked = [each for each in rivals if each.stylesheet_at >= 0 and each.weight * 4 >= rivals[0].weight]
    best = max(linked, key=lambda each: each.stylesheet_at) if linked else rivals[0]
    return best, None


def _pairs(candidates: list[_ThemeCandidate]) -> Iterator[tuple[_ThemeCandidate, _ThemeCandidate]]:
    for first in candidates:
        for second in candidates:
            if first is not second:
                yield first, second


def _is_child_of(child: _ThemeCandidate, parent: _ThemeCandidate, classes: set[str]) -> bool:
    """Whether ``child`` is a child theme of ``parent`` by the page."""
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


def _own_and_published(candidates: list[_ThemeCandidate]) -> tuple[_ThemeCandidate, _ThemeCandidate] | None:
    """Return a theme of the site's own and a published one, when the page has code of these two alone.

    WordPress loads the files of two themes only for a child and its parent, and nobody publishes a child of
    one site.
    """
    several = [each for each in candidates if each.is_code]
    if len(several) != 2 or any(each.is_child or each.is_parent for each in several):
        return None
    of_the_site = [each for each in several if each.slug not in _published_slugs()]
    published = [each for each in several if each.slug in _published_slugs()]
    return (of_the_site[0], published[0]) if of_the_site and published else None


NAMED = ("themes.tsv", "theme_names.tsv")
"""The lists of published themes. Handles of other software begin with the slugs of the second too."""


@functools.cache
def _published_slugs() -> frozenset[str]:
    return frozenset(row["slug"] for table in NAMED for row in rows(table))


@functools.cache
def _shared_folders() -> frozenset[str]:
    return frozenset(row["name"] for row in rows("folders.tsv") if row["holds"] == "theme assets")


def _is_shared_folder(slug: str) -> bool:
    """Whether a folder of themes has the name of one that holds files for several themes."""
    name = slug.lower()
    return name in _shared_folders() or name.endswith(("_content", "-content", "_assets", "-assets"))


@functools.cache
def _bundled_slugs() -> frozenset[str]:
    return frozenset(row["slug"] for row in rows("themes.tsv"))


@functools.cache
def _frameworks() -> frozenset[str]:
    """Return the themes that are always a parent, by their own documentation."""
    return frozenset(row["slug"] for row in rows("theme_frameworks.tsv"))


def _folder_url(asset: Asset, end: int) -> str | None:
    """Return the URL of the folder that ends at ``end`` of the asset's path."""
    path = quote(asset.path[:end])
    if asset.is_listed:
        return "/".join(asset.url.split("/", 3)[:3]) + path
    before, found, _ = asset.url.partition(path)
    return before + path if found else None
