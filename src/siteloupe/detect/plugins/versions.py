"""The version of a plugin, by ``?ver=`` in the URLs of its files.

WordPress prints the value that the plugin's author chose. It can be the plugin's version, the version of a
library in its folder, a time stamp or hash against stale caches or, without a value, the version of
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
"""When so many plugins have the same number, it belongs to the site and not to the plugins."""

_VER = re.compile(r"(?:^|[?&;@])(?:ver|v|version)=([^&;#?@]{1,60}+)")
_SAVED_AS = re.compile(r"(?:\.(?:css|js))++$")
"""The ending that tools for saving sites add: ``x.css@ver=1.2.css``."""

MAX_NAME = 80
_NAME_PARTS = re.compile(r"[._-]")


class AssetVersion(NamedTuple):
    """A version, and the file that states it."""

    version: str
    file: PluginFile


def asset_versions(files: Iterable[PluginFile], core_version: str | None) -> dict[str, AssetVersion]:
    """Return each plugin's own version by slug; plugins without a version are left out."""
    stated: defaultdict[str, list[AssetVersion]] = defaultdict(list)
    for file in files:
        if (version := _stated_version(file)) is not None and version != core_version:
            stated[file.slug].append(AssetVersion(version, file))
    shared = _shared_versions(stated)
    chosen = {}
    for slug, all_of_it in stated.items():
        own = [each for each in all_of_it if each.version not in shared]
        if (best := _choose(slug, own)) is not None:
            chosen[slug] = best
    return chosen


def _shared_versions(stated: Mapping[str, Iterable[AssetVersion]]) -> frozenset[str]:
    """Return the numbers that several plugins have: a cache or theme adds them to all files."""
    plugins: Counter[str] = Counter()
    for each in stated.values():
        plugins.update({one.version for one in each})
    return frozenset(version for version, count in plugins.items() if count >= SHARED_BY)


def _stated_version(file: PluginFile) -> str | None:
    if file.release is not None:
        return file.release if is_version(file.release) else None
    if not file.asset.is_code or is_library(file.slug, file.name):
        return None
    match = _VER.search(file.asset.query) or _VER.search(file.name)
    version = _SAVED_AS.sub("", match[1]) if match else ""
    return version if is_version(version) else None


def is_library(slug: str, name: str) -> bool:
    """Whether the file at ``name`` in the folder of the plugin ``slug`` is a third-party library."""
    folder, _, file = name.lower().rpartition("/")
    folders = folder.split("/")
    if not folders_of("libraries").isdisjoint(folders) or folders[-1] in library_names():
        return True
    if file.startswith(slug.lower()):
        return False
    return any(beginning in library_names() for beginning in _beginnings(file[:MAX_NAME]))


def _beginnings(name: str) -> Iterator[str]:
    """Yield the beginnings of a file name: ``owl`` and ``owl-carousel`` for ``owl-carousel.js``."""
    return (name[: match.start()] for match in _NAME_PARTS.finditer(name))


@functools.cache
def library_names() -> frozenset[str]:
    """Return the file names of well-known libraries."""
    return frozenset(row["name"] for row in rows("script_libraries.tsv"))


def _choose(slug: str, versions: list[AssetVersion]) -> AssetVersion | None:
    """Return the version of all files, otherwise the version of most main files."""
    if len({each.version for each in versions}) < 2:
        return versions[0] if versions else None
    main = [each for each in versions if _is_main(slug, each.file)]
    ranked = Counter(each.version for each in main).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return next(each for each in main if each.version == ranked[0][0])


def _is_main(slug: str, file: PluginFile) -> bool:
    """Whether the file has the handle or name of the plugin."""
    handle = re.sub(r"-(?:css|js)$", "", file.asset.id).lower()
    stem = file.name.rpartition("/")[2].lower()
    return handle.startswith(slug.lower()) or stem.startswith(slug.lower())
