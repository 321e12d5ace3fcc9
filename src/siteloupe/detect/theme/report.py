"""The theme of a site, judged from its page's marks, its style.css and the theme directory."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType

from siteloupe.capture import Answer, ThemeFiles
from siteloupe.data import rows
from siteloupe.detect.page.text import title_cased, web_address
from siteloupe.detect.theme import wporg
from siteloupe.detect.theme.page_marks import ThemeMarks
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
    """The Theme object, or None when the page names no theme. ``files`` is None when nothing was gathered.

    Of a child theme everything but ``parent`` is the child's own: the directory is asked for the child's
    folder, and since it lists few children, most have no ``latestVersion``.
    """
    if marks is None:
        return None
    files = files or ThemeFiles(marks.slug, parent_slug=marks.parent_slug)
    known = _known(files.slug, files.style, files.directory)
    parent = (
        _known(files.parent_slug, files.parent_style, files.parent_directory) if files.parent_slug else None
    )
    return _facts(
        Theme,
        known,
        parent_theme=_or_unset(known.template or files.parent_slug),
        parent=_facts(ThemeFacts, parent) if parent else UNSET,
        evidence=[*marks.evidence, *_evidence(known)],
    )


@dataclass(frozen=True, slots=True)
class _Known:
    """One theme: the header of its style.css, and its listing.

    ``listing`` is None when the directory could not be asked; ``namesake`` is another theme that it lists
    under the same slug.
    """

    slug: str
    header: StyleHeader | None
    listing: DirectoryTheme | NotListed | None
    namesake: DirectoryTheme | None = None

    @property
    def listed(self) -> DirectoryTheme | None:
        return self.listing if isinstance(self.listing, DirectoryTheme) else None

    @property
    def template(self) -> str | None:
        """The Template header as written, where it names another theme."""
        is_child = self.header is not None and template_of(self.header, self.slug) is not None
        return self.header.template if self.header and is_child else None


def _known(slug: str, style: Answer | None, answer: Answer | None) -> _Known:
    header = header_of(style)
    if not wporg.could_list(slug):
        return _Known(slug, header, NotListed())
    listing = wporg.read(answer)
    if isinstance(listing, DirectoryTheme):
        if listing.slug != slug:
            return _Known(slug, header, None)
        if header is not None and not is_same(header, listing):
            return _Known(slug, header, NotListed(), namesake=listing)
    return _Known(slug, header, listing)


def _facts(kind: type[Facts], known: _Known, **more: Any) -> Facts:
    """The fields of ``kind`` by their presence rules."""
    header, listed = known.header or _NO_HEADER, known.listed or _NO_LISTING
    name, installed, latest = header.theme_name or listed.name, header.version, listed.version
    return kind(
        name=name or theme_name(known.slug),
        slug=known.slug,
        name_source="style.css" if known.header else "directory" if name else "slug",
        version=_or_unset(installed or latest),
        version_source="style.css" if installed else "directory" if latest else UNSET,
        latest_version=_or_unset(latest),
        outdated=_or_unset(is_older(installed, latest)),
        in_repo=UNSET if known.listing is None else known.listed is not None,
        wp_org_url=DIRECTORY_PAGE.format(slug=known.slug) if known.listed else UNSET,
        theme_uri=_or_unset(web_address(header.theme_uri)),
        author=_or_unset(header.author or listed.author),
        screenshot_url=_or_unset(listed.screenshot_url),
        active_installs=_or_unset(listed.active_installs),
        downloads=_or_unset(listed.downloads),
        **more,
    )


def _or_unset(value: Value | None) -> Value | UnsetType:
    """``value``, or absence for None and the empty text; 0 is a value."""
    return UNSET if value is None or value == "" else value


def _evidence(known: _Known) -> Iterator[Evidence]:
    """What style.css and the directory said, beside what the page showed."""
    if (header := known.header) is not None:
        yield _seen("theme", "style.css", f"Theme Name: {header.theme_name}")
        if header.version:
            yield _seen("version", "style.css", f"Version: {header.version}")
        if known.template:
            yield _seen("parentTheme", "style.css", f"Template: {known.template}")
    if known.namesake is not None:
        other = f"{known.namesake.name} by {known.namesake.author}"
        yield _seen("inRepo", "theme directory", f"{known.slug} is another theme there: {other}")
    elif (listed := known.listed) is not None:
        yield _seen("inRepo", "theme directory", f"{listed.slug} {listed.version or ''}".rstrip())
    elif isinstance(known.listing, NotListed):
        yield _seen("inRepo", "theme directory", f"{known.slug} is not listed")


def _seen(what: str, where: str, value: str) -> Evidence:
    return Evidence(what=what, where=where, value=value[:300])


def theme_name(slug: str) -> str:
    """The name of a theme as its folder tells it: from the bundled list, else in title case."""
    return _known_themes().get(slug) or title_cased(slug)


@functools.cache
def _known_themes() -> dict[str, str]:
    return {row["slug"]: row["name"] for row in rows("themes.tsv")}
