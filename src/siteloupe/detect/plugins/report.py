"""The WordPress plugins that one visit shows, with names, versions and evidence."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice

from msgspec import UNSET, UnsetType

from siteloupe.capture import Exchange
from siteloupe.detect.page.assets import Asset
from siteloupe.detect.plugins.files import PluginFile, PluginKind, PluginMark, mentions_of, plugin_files
from siteloupe.detect.plugins.marks import handles_of, marks_of, namespace_marks, plugin_name, printed_files
from siteloupe.detect.plugins.versions import AssetVersion, Certainty, asset_versions
from siteloupe.detect.wordpress.directories import Directories
from siteloupe.document import Page
from siteloupe.products import PageFacts
from siteloupe.products.book import folders_among
from siteloupe.reports.tech_stack import Plugin

MAX_PLUGINS = 500
MAX_MARKS = 6
"""Most marks of one plugin in a report."""

_TRUST = ("generator", "comment", "header", "class", "markup", "json")
"""Kinds of marks with a version, the most trusted first; all come before ``?ver=`` of a file."""


@dataclass(slots=True)
class _Candidate:
    """One plugin and its marks."""

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
    is_whole: bool = True,
) -> tuple[Plugin, ...]:
    """Return the plugins of a WordPress page in the order of the page; plugins with files come first.

    ``page`` is the page in ``exchange``, and ``facts`` are its facts. ``core_version`` is the version of
    WordPress, if known; ``namespaces`` are those of the site's REST root, if requested. If the page is not
    ``is_whole``, files give no version: only all files together show which version is the plugin's. The
    result has no meaning for a page without WordPress.
    """
    files = _of_first_plugins(chain(plugin_files(assets, directories), printed_files(assets)))
    versions = asset_versions(files, core_version) if is_whole else {}
    found: dict[str, _Candidate] = {}
    _add(found, map(_file_mark, files))
    _add(found, mentions_of(page, directories))
    folders = frozenset(found)
    marks = [*marks_of(exchange, facts), *namespace_marks(namespaces)]
    handles = handles_of(page, assets, directories, folders, known=frozenset(mark.value for mark in marks))
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
    """Return the mark with the folder that the page names, when it is not the usual folder.

    It can belong to another edition, or have a version in its name, on hosts with several versions.
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
    told: dict[tuple[str, str], PluginMark] = {}
    for mark in [stating, *candidate.marks] if stating else candidate.marks:
        told.setdefault((mark.where, mark.value), mark)
    return Plugin(
        slug=candidate.slug,
        name=name,
        known=known,
        version=stating.version if stating else None,
        version_source=stating.version_source if stating else None,
        version_certainty=_certainty(stating, asset),
        verified=UNSET if any(mark.verified for mark in candidate.marks) else False,
        kind=candidate.kind,
        evidence=[mark.evidence for mark in islice(told.values(), MAX_MARKS)],
    )


def _certainty(stating: PluginMark | None, asset: AssetVersion | None) -> Certainty | UnsetType:
    """Return how firmly the version in ``stating`` is known: a mark of the plugin itself states it."""
    if stating is None:
        return UNSET
    return asset.certainty if asset and stating.version_source == "asset" else "stated"


def _asset_mark(asset: AssetVersion) -> PluginMark:
    file = asset.file
    return PluginMark(file.slug, file.asset.where, file.asset.url, file.kind, asset.version, "asset")
