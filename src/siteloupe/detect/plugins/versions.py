"""The version of a plugin, by ``?ver=`` in the URLs of its files.

WordPress prints the value that the plugin's author chose. It can be the plugin's version, the version of a
library in its folder, a time stamp or hash against stale caches or, without a value, the version of
WordPress: https://developer.wordpress.org/reference/functions/wp_enqueue_script/.
"""

import functools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from siteloupe.data import rows
from siteloupe.detect.plugins.files import PluginFile, folders_of
from siteloupe.products.match import is_version

SHARED_BY = 3
"""When so many plugins have the same number, it belongs to the site and not to the plugins."""

_VER = re.compile(r"(?:^|[?&;@])(?:ver|v|version)=([^&;#?@]{1,60}+)")
_SAVED_AS = re.compile(r"(?:\.(?:css|js))++$")
"""The ending that tools for saving sites add: ``x.css@ver=1.2.css``."""

_JOINED = re.compile(
    r"""
      [0-9a-f]{7,40}+ - (?P<behind> \d [\w.+-]{1,40}+ )
    | (?P<before> \d++ (?: \.\d++ ){1,4}? ) [.+_-] (?=[a-f]*\d) (?: \d{10} | \d{13} | [0-9a-f]{7,40} )
    """,
    re.IGNORECASE | re.ASCII | re.VERBOSE,
)
"""Build tools join a version with the file's hash or time: ``d41d8cd98f-2.31.2``, ``1.2.3-1700000000``."""

MAX_NAME = 80
_NAME_PARTS = re.compile(r"[._-]")
_EDITION = re.compile(r"^wp-|-(?:lite|pro|free|premium|basic|platform)$")
"""Words of a folder that say which edition it is; files have the name of the product alone."""

Certainty = Literal["stated", "shared", "single"]
"""How firmly a version is known: the plugin or its host states it, several files agree, one file has it."""


class AssetVersion(NamedTuple):
    """A version, the file that has it, and how firmly the files show it."""

    version: str
    file: PluginFile
    certainty: Certainty = "single"


def asset_versions(files: Iterable[PluginFile], core_version: str | None) -> dict[str, AssetVersion]:
    """Return each plugin's own version by slug; plugins without a version are left out."""
    stated: defaultdict[str, list[AssetVersion]] = defaultdict(list)
    bundled: defaultdict[str, list[AssetVersion]] = defaultdict(list)
    for file in files:
        if (version := _stated_version(file)) is not None and version != core_version:
            several = bundled if _is_bundled(file) else stated
            several[file.slug].append(AssetVersion(version, file))
    shared, shared_by_libraries = _shared_versions(stated), _shared_versions(bundled)
    chosen = {}
    for slug in dict.fromkeys((*stated, *bundled)):
        own = [each for each in stated[slug] if each.version not in shared]
        libraries = [each for each in bundled[slug] if each.version not in shared | shared_by_libraries]
        best = _choose(slug, own) if own else _choose_of_libraries(libraries)
        if best is not None:
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
    if not file.asset.is_code:
        return None
    match = _VER.search(file.asset.query) or _VER.search(file.name)
    return version_in(_SAVED_AS.sub("", match[1])) if match else None


@functools.lru_cache(maxsize=1024)
def version_in(value: str) -> str | None:
    """Return the version that a ``ver`` is, or that it has beside a hash or a time; None without one."""
    if (match := _JOINED.fullmatch(value)) is not None:
        value = match["behind"] or match["before"]
    return value if is_version(value) else None


def _is_bundled(file: PluginFile) -> bool:
    return file.release is None and is_library(file.slug, file.name)


def is_library(slug: str, name: str) -> bool:
    """Whether the file at ``name`` in the folder of the plugin ``slug`` is a third-party library."""
    folder, _, file = name.lower().rpartition("/")
    folders = folder.split("/")
    if folders[-1] in library_names():
        return True
    if not folders_of("libraries").isdisjoint(folders) and _own_name(slug) not in folders:
        return True
    stem = file.partition(".")[0]
    if file.startswith(slug.lower()) or ("-" in stem and slug.lower().endswith(f"-{stem}")):
        return False
    return any(beginning in library_names() for beginning in _beginnings(file[:MAX_NAME]))


def _own_name(slug: str) -> str:
    """Return the name of a folder of the plugin's own inside its folder: the whole slug for a library's name.

    A paid edition can contain the free one: ``postmatic-premium/vendor/plugins/postmatic/``.
    """
    name = _EDITION.sub("", slug.lower())
    return slug.lower() if name in library_names() else name


def _beginnings(name: str) -> Iterator[str]:
    """Yield the beginnings of a file name: ``owl`` and ``owl-carousel`` for ``owl-carousel.js``."""
    return (name[: match.start()] for match in _NAME_PARTS.finditer(name))


@functools.cache
def library_names() -> frozenset[str]:
    """Return the file names of well-known libraries."""
    return frozenset(row["name"] for row in rows("script_libraries.tsv"))


def _choose(slug: str, versions: list[AssetVersion]) -> AssetVersion | None:
    """Return the version of all files, otherwise that of most main files, otherwise that of most files."""
    if len({each.version for each in versions}) < 2:
        return _with_certainty(versions)
    main = [each for each in versions if _is_main(slug, each.file)]
    for several, share in ((main, 0.0), (versions, 0.5)):
        ranked = Counter(each.version for each in several).most_common(2)
        tied = len(ranked) == 2 and ranked[0][1] == ranked[1][1]
        if ranked and not tied and ranked[0][1] > share * len(several):
            return _with_certainty([each for each in several if each.version == ranked[0][0]])
    return None


def _choose_of_libraries(versions: list[AssetVersion]) -> AssetVersion | None:
    """Return the version that different libraries have.

    Each library has a version of its own, so the plugin gave them this one.
    """
    libraries: defaultdict[str, set[str]] = defaultdict(set)
    for each in versions:
        libraries[each.version].add(_library_of(each.file.name))
    several = [version for version, names in libraries.items() if len(names) > 1]
    if len(several) != 1:
        return None
    return _with_certainty([each for each in versions if each.version == several[0]])


def _library_of(name: str) -> str:
    """Return the first letters of a library's file: files of one library begin alike."""
    stem = name.rpartition("/")[2].lower().removeprefix("jquery")
    return "".join(filter(str.isalpha, stem))[:4]


def _with_certainty(versions: list[AssetVersion]) -> AssetVersion | None:
    """Return the first of ``versions``, which are equal, and whether several files have it."""
    if not versions:
        return None
    first = versions[0]
    if first.file.release is not None:
        return first._replace(certainty="stated")
    names = {each.file.name for each in versions}
    return first._replace(certainty="shared" if len(names) > 1 else "single")


def _is_main(slug: str, file: PluginFile) -> bool:
    """Whether the file has the handle or name of the plugin."""
    handle = re.sub(r"-(?:css|js)$", "", file.asset.id).lower()
    stem = file.name.rpartition("/")[2].lower()
    name = _EDITION.sub("", slug.lower())
    return any(text.startswith((slug.lower(), name)) for text in (handle, stem))
