"""The WordPress plugins that one visit shows, with names, versions and evidence."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from siteloupe.capture import Exchange
from siteloupe.detect.page.assets import Asset
from siteloupe.detect.plugins.files import PluginFile, PluginKind, PluginMark, mentions_of, plugin_files
from siteloupe.detect.plugins.handles import handles_of, plugin_name
from siteloupe.detect.plugins.marks import marks_of, namespace_marks
from siteloupe.detect.plugins.versions import AssetVersion, asset_versions
from siteloupe.detect.wordpress.directories import Directories
from siteloupe.document import Page
from siteloupe.products import PageFacts
from siteloupe.products.book import folders_among
from siteloupe.reports.tech_stack import Plugin

MAX_PLUGINS = 500
MAX_MARKS = 6
"""Marks of one plugin that are told."""

_TRUST = ("generator", "comment", "header", "class", "markup", "json")
"""Kinds of marks that state a version, the most trusted first; all of them before an asset's ``?ver=``."""


@dataclass(slots=True)
class _Candidate:
    """One plugin and what shows it."""

    slug: str
    kind: PluginKind
    marks: list[PluginMark] = field(default_factory=list)


def plugins_of(
    exchange: Exchange,
    page: Page,
    assets: Sequence[Asset],
    directories: Directories,
    facts: PageFacts,
    *,
    core_version: str | None = None,
    namespaces: tuple[str, ...] = (),
) -> tuple[Plugin, ...]:
    """The plugins of a WordPress page, those whose files it loads first, in the order of the page.

    ``exchange`` is what ``page`` was read from, and ``facts`` are what entries see of it. ``core_version`` is
    WordPress's own, where it is known; ``namespaces`` are those that the site's REST root listed, where it
    was asked. For a page that is not WordPress's the answer means nothing.
    """
    files = _of_first_plugins(plugin_files(assets, directories))
    versions = asset_versions(files, core_version)
    found: dict[str, _Candidate] = {}
    _add(found, map(_file_mark, files))
    _add(found, mentions_of(page, directories))
    folders = frozenset(found)
    marks = [*marks_of(exchange, facts), *namespace_marks(namespaces)]
    handles = handles_of(page, assets, directories, folders, told=frozenset(mark.value for mark in marks))
    _add(found, (_of_edition(mark, folders) for mark in chain(marks, handles)))
    return tuple(_plugin(each, versions.get(each.slug)) for each in found.values())


def _of_first_plugins(files: Iterable[PluginFile]) -> list[PluginFile]:
    slugs: set[str] = set()
    kept = []
    for file in files:
        if file.slug in slugs or len(slugs) < MAX_PLUGINS:
            slugs.add(file.slug)
            kept.append(file)
    return kept


def _add(found: dict[str, _Candidate], marks: Iterable[PluginMark]) -> None:
    for mark in marks:
        if mark.slug in found or len(found) < MAX_PLUGINS:
            found.setdefault(mark.slug, _Candidate(mark.slug, mark.kind)).marks.append(mark)


def _file_mark(file: PluginFile) -> PluginMark:
    return PluginMark(file.slug, file.asset.where, file.asset.url, file.kind)


def _of_edition(mark: PluginMark, folders: frozenset[str]) -> PluginMark:
    """The mark as that of the folder that the page names, when that is not the usual one's.

    It may be another edition's, or have the version in its name, as hosts keep several.
    """
    found = next(folders_among(folders, (mark.slug, *mark.editions)), mark.slug)
    return mark if found == mark.slug else mark._replace(slug=found)


def _plugin(candidate: _Candidate, asset: AssetVersion | None) -> Plugin:
    name, known = plugin_name(candidate.slug)
    stating = min(
        (mark for mark in candidate.marks if mark.version_source is not None),
        key=lambda mark: _TRUST.index(mark.version_source or ""),
        default=_asset_mark(asset) if asset else None,
    )
    marks = [stating, *candidate.marks] if stating else candidate.marks
    if len(marks) > 1:
        marks = [*dict.fromkeys(marks)]
    return Plugin(
        slug=candidate.slug,
        name=name,
        known=known,
        version=stating.version if stating else None,
        version_source=stating.version_source if stating else None,
        kind=candidate.kind,
        evidence=[mark.evidence for mark in marks[:MAX_MARKS]],
    )


def _asset_mark(asset: AssetVersion) -> PluginMark:
    file = asset.file
    return PluginMark(file.slug, file.asset.where, file.asset.url, file.kind, asset.version, "asset")
