"""Which ``?ver=`` in a plugin's assets is the plugin's own version.

WordPress prints what the plugin's author passed: the plugin's version at best, but also the version of a
library in its folder, a time stamp or hash against stale caches, or, when nothing was passed, the version of
WordPress: https://developer.wordpress.org/reference/functions/wp_enqueue_script/.
"""

import functools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from siteloupe.data import rows
from siteloupe.detect.plugins.files import PluginFile, folders_of
from siteloupe.products.match import is_version

SHARED_BY = 3
"""Plugins that carry one number before it is taken for the site's own, not theirs."""

_VER = re.compile(r"(?:^|[?&;@])(?:ver|v|version)=([^&;#?@]{1,60}+)")
_SAVED_AS = re.compile(r"(?:\.(?:css|js))++$")
"""What tools that save sites append: the version ends the file's name then, ``x.css@ver=1.2.css``."""

MAX_NAME = 80
_NAME_PARTS = re.compile(r"[._-]")


class AssetVersion(NamedTuple):
    """A version and the file that carries it."""

    version: str
    file: PluginFile


def asset_versions(files: Iterable[PluginFile], core_version: str | None) -> dict[str, AssetVersion]:
    """By slug, the version that the plugin's assets show to be its own; plugins without one are left out."""
    stated: defaultdict[str, list[AssetVersion]] = defaultdict(list)
    for file in files:
        if (version := _stated(file)) is not None and version != core_version:
            stated[file.slug].append(AssetVersion(version, file))
    shared = _shared(stated)
    chosen = {}
    for slug, all_of_it in stated.items():
        own = [each for each in all_of_it if each.version not in shared]
        if (best := _chosen(slug, own)) is not None:
            chosen[slug] = best
    return chosen


def _shared(stated: Mapping[str, Iterable[AssetVersion]]) -> frozenset[str]:
    """Numbers that several plugins carry: what a cache or the theme puts on everything."""
    plugins: Counter[str] = Counter()
    for each in stated.values():
        plugins.update({one.version for one in each})
    return frozenset(version for version, count in plugins.items() if count >= SHARED_BY)


def _stated(file: PluginFile) -> str | None:
    if file.release is not None:
        return file.release if is_version(file.release) else None
    if not file.asset.is_code or is_library(file.slug, file.name):
        return None
    match = _VER.search(file.asset.query) or _VER.search(file.name)
    version = _SAVED_AS.sub("", match[1]) if match else ""
    return version if is_version(version) else None


def is_library(slug: str, name: str) -> bool:
    """Whether the file at ``name`` in the folder of the plugin ``slug`` is a library it brings along."""
    folder, _, file = name.lower().rpartition("/")
    folders = folder.split("/")
    if not folders_of("libraries").isdisjoint(folders) or folders[-1] in library_names():
        return True
    if file.startswith(slug.lower()):
        return False
    return any(beginning in library_names() for beginning in _beginnings(file[:MAX_NAME]))


def _beginnings(name: str) -> Iterator[str]:
    """Of ``owl-carousel.js``: ``owl`` and ``owl-carousel``."""
    return (name[: match.start()] for match in _NAME_PARTS.finditer(name))


@functools.cache
def library_names() -> frozenset[str]:
    """What the files of well-known libraries are called."""
    return frozenset(row["name"] for row in rows("script_libraries.tsv"))


def _chosen(slug: str, versions: list[AssetVersion]) -> AssetVersion | None:
    """The one that all carry, else the one that most of the plugin's main files carry."""
    if len({each.version for each in versions}) < 2:
        return versions[0] if versions else None
    main = [each for each in versions if _is_main(slug, each.file)]
    ranked = Counter(each.version for each in main).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return next(each for each in main if each.version == ranked[0][0])


def _is_main(slug: str, file: PluginFile) -> bool:
    """Whether the file's handle or name is the plugin's own."""
    handle = re.sub(r"-(?:css|js)$", "", file.asset.id).lower()
    stem = file.name.rpartition("/")[2].lower()
    return handle.startswith(slug.lower()) or stem.startswith(slug.lower())
