"""The theme of a site, by its page's markup, its style.css and the theme directory."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType

from siteloupe.capture import Answer, ThemeFiles
from siteloupe.data import rows
from siteloupe.detect.page.text import title_case, web_address
from siteloupe.detect.theme import wporg
from siteloupe.detect.theme.page_marks import NAMED, ThemeMarks
from siteloupe.detect.theme.parent import template_of
from siteloupe.detect.theme.style_css import StyleHeader, header_of
from siteloupe.detect.theme.wporg import DirectoryTheme, NotListed, is_same
from siteloupe.detect.wordpress.version import is_older
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.theme import Theme, ThemeFacts

DIRECTORY_PAGE = "https://wordpress.org/themes/{slug}/"

_NO_HEADER = StyleHeader("")
_NO_LISTING = DirectoryTheme("")

Facts = TypeVar("Facts", bound=ThemeFacts)
Value = TypeVar("Value", str, int, bool)


def theme(marks: ThemeMarks | None, files: ThemeFiles | None) -> Theme | None:
    """Return the Theme object, or None when the page names no theme. ``files`` is None without downloads.

    For a child theme, all fields except ``parent`` describe the child. The directory is asked for the child's
    slug; it lists few child themes, so most have no ``latestVersion``.
    """
    if marks is None:
        return None
    files = files or ThemeFiles(marks.slug, parent_slug=marks.parent_slug)
    sources = _read_sources(files.slug, files.style, files.directory)
    parent = (
        _read_sources(files.parent_slug, files.parent_style, files.parent_directory)
        if files.parent_slug
        else None
    )
    return _theme_object(
        Theme,
        sources,
        parent_theme=_or_unset(sources.template or files.parent_slug),
        parent=_theme_object(ThemeFacts, parent) if parent else UNSET,
        evidence=[*marks.evidence, *_evidence(sources)],
    )


@dataclass(frozen=True, slots=True)
class _ThemeSources:
    """The header of a theme's style.css, and its entry in the theme directory.

    ``listing`` is None without an answer of the directory. ``other_theme`` is another theme that the
    directory lists under the same slug.
    """

    slug: str
    header: StyleHeader | None
    listing: DirectoryTheme | NotListed | None
    other_theme: DirectoryTheme | None = None

    @property
    def directory_theme(self) -> DirectoryTheme | None:
        return self.listing if isinstance(self.listing, DirectoryTheme) else None

    @property
    def template(self) -> str | None:
        """The Template header as written, when it names another theme."""
        is_child = self.header is not None and template_of(self.header, self.slug) is not None
        return self.header.template if self.header and is_child else None


def _read_sources(slug: str, style: Answer | None, answer: Answer | None) -> _ThemeSources:
    header = header_of(style)
    if not wporg.could_list(slug):
        return _ThemeSources(slug, header, NotListed())
    listing = wporg.read_answer(answer)
    if isinstance(listing, DirectoryTheme):
        if listing.slug != slug:
            return _ThemeSources(slug, header, None)
        if header is not None and not is_same(header, listing):
            return _ThemeSources(slug, header, NotListed(), other_theme=listing)
    return _ThemeSources(slug, header, listing)


def _theme_object(kind: type[Facts], sources: _ThemeSources, **more: Any) -> Facts:
    """Make an object of ``kind`` with the fields that the sources have."""
    header, listing = sources.header or _NO_HEADER, sources.directory_theme or _NO_LISTING
    name, installed, latest = header.theme_name or listing.name, header.version, listing.version
    return kind(
        name=name or theme_name(sources.slug),
        slug=sources.slug,
        name_source="style.css" if sources.header else "directory" if name else "slug",
        version=_or_unset(installed or latest),
        version_source="style.css" if installed else "directory" if latest else UNSET,
        latest_version=_or_unset(latest),
        outdated=_or_unset(is_older(installed, latest)),
        in_repo=UNSET if sources.listing is None else sources.directory_theme is not None,
        wp_org_url=DIRECTORY_PAGE.format(slug=sources.slug) if sources.directory_theme else UNSET,
        theme_uri=_or_unset(web_address(header.theme_uri)),
        author=_or_unset(header.author or listing.author),
        screenshot_url=_or_unset(listing.screenshot_url),
        active_installs=_or_unset(listing.active_installs),
        downloads=_or_unset(listing.downloads),
        **more,
    )


def _or_unset(value: Value | None) -> Value | UnsetType:
    """Return ``value``, or UNSET for None and empty text; 0 is a value."""
    return UNSET if value is None or value == "" else value


def _evidence(sources: _ThemeSources) -> Iterator[Evidence]:
    """Yield the evidence from style.css and the directory."""
    if (header := sources.header) is not None:
        yield _make_evidence("theme", "style.css", f"Theme Name: {header.theme_name}")
        if header.version:
            yield _make_evidence("version", "style.css", f"Version: {header.version}")
        if sources.template:
            yield _make_evidence("parentTheme", "style.css", f"Template: {sources.template}")
    if sources.other_theme is not None:
        other = f"{sources.other_theme.name} by {sources.other_theme.author}"
        yield _make_evidence("inRepo", "theme directory", f"{sources.slug} is another theme there: {other}")
    elif (listing := sources.directory_theme) is not None:
        yield _make_evidence("inRepo", "theme directory", f"{listing.slug} {listing.version or ''}".rstrip())
    elif isinstance(sources.listing, NotListed):
        yield _make_evidence("inRepo", "theme directory", f"{sources.slug} is not listed")


def _make_evidence(what: str, where: str, value: str) -> Evidence:
    return Evidence(what=what, where=where, value=value[:300])


def theme_name(slug: str) -> str:
    """Return the name of a theme by its folder: from the bundled list, otherwise in title case."""
    return _bundled_names().get(slug) or title_case(slug)


@functools.cache
def _bundled_names() -> dict[str, str]:
    return {row["slug"]: row["name"] for table in NAMED for row in rows(table)}
