"""Which libraries a page loads, by the names of files and packages, and the versions these state.

Package addresses are those of the public CDNs of ``data/library_cdns.tsv``: ``name@1.2.3`` as on npm's, or
``name/1.2.3/`` in folders.
"""

import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from siteloupe.data import rows
from siteloupe.detect.page.assets import Asset

MAX_NAME = 100
MAX_SEGMENTS = 12
SHARED_BY = 3
"""Files that state the same ``ver``: then it is WordPress's own version, which stands in for none."""

BUNDLED = "/wp-includes/js/"
"""Where WordPress keeps other makers' libraries, registered with the versions of their own.

Source: https://developer.wordpress.org/reference/functions/wp_default_scripts/
"""

_VERSION = re.compile(r"v?([0-9]{1,4}(?:\.[0-9]{1,5}){0,3}+(?:-[a-z0-9.]{1,20}+)?+)", re.IGNORECASE)
_FILE_VERSION = re.compile(r"[-._@]v?([0-9]{1,4}(?:\.[0-9]{1,5}){1,3}+)$")
_QUERY_VERSION = re.compile(r"(?:^|[&;?])ver=([0-9]{1,4}(?:\.[0-9]{1,5}){1,3}+)(?:$|&)")
_EXTENSIONS = (".js", ".mjs", ".css")


class Library(NamedTuple):
    """A file or package by name: the URL it was first seen at, and a version, or an empty text."""

    url: str
    version: str


def libraries(assets: Iterable[Asset]) -> dict[str, Library]:
    """Names of files and packages, in lower case, each with the first version that is stated."""
    applied = [(asset, _query_version(asset)) for asset in assets if asset.is_code]
    stated = Counter(version for _, version in applied if version)
    found: dict[str, Library] = {}
    for asset, queried in applied:
        own = queried if stated[queried] < SHARED_BY else ""
        for name, version in _named(asset.host, asset.path, own):
            if name not in found or (version and not found[name].version):
                found[name] = Library(asset.url, version)
    return found


def _named(host: str, path: str, queried: str) -> Iterator[tuple[str, str]]:
    """Each name that one address has, with its version."""
    naming = _namings().get(host, "")
    for part in path.lower().split(",")[:50]:
        folder, _, file = part.rpartition("/")
        name, version = _package(part, naming) if naming or "@" in part else ("", "")
        if name:
            yield name, version
        stem, stated = _stem(file) if len(file) <= MAX_NAME else ("", "")
        if stem and (folder or not name):
            yield stem, stated or version or queried


def _package(part: str, naming: str) -> tuple[str, str]:
    """The package that an address is in: by ``name@version`` anywhere, else as its CDN names packages."""
    segments = part.strip("/").split("/")[:MAX_SEGMENTS]
    for index, segment in enumerate(segments):
        name, _, version = segment.partition("@")
        if name and (match := _VERSION.match(version)):
            return _scoped(segments, index, name), match[1]
    if naming == "npm":
        place = 1 if segments[0] == "npm" else 0
        place += segments[place:][:1] != [] and segments[place].startswith("@")
        return (_scoped(segments, place, segments[place]), "") if place < len(segments) else ("", "")
    for index, segment in enumerate(segments[1:]):
        if naming == "folder" and (match := _VERSION.fullmatch(segment)):
            return segments[index][:MAX_NAME], match[1]
    return "", ""


def _scoped(segments: list[str], index: int, name: str) -> str:
    """The package's name with the scope before it, such as ``@popperjs/core``."""
    scope = segments[index - 1] if index else ""
    return (f"{scope}/{name}" if scope.startswith("@") else name)[:MAX_NAME]


@functools.lru_cache(maxsize=4096)
def _stem(file: str) -> tuple[str, str]:
    """The name of a library's file without what builders add to it, and the version in it."""
    if not file.endswith(_EXTENSIONS):
        return "", ""
    stem, version = file.rpartition(".")[0], ""
    while True:
        shorter = _without_variant(stem)
        if not version and shorter[-1:].isdigit() and (match := _FILE_VERSION.search(shorter)):
            version, shorter = match[1], shorter[: match.start()]
        if shorter == stem:
            return stem, version
        stem = shorter


def _without_variant(stem: str) -> str:
    end = max(stem.rfind(separator) for separator in ".-_")
    return stem[:end] if end > 0 and stem[end + 1 :] in _variants() else stem


def _query_version(asset: Asset) -> str:
    """The version that WordPress states of a library it brings along; others' queries are their own."""
    match = _QUERY_VERSION.search(asset.query[:500]) if BUNDLED in asset.path else None
    return match[1] if match else ""


@functools.cache
def _namings() -> dict[str, str]:
    return {row["host"]: row["naming"] for row in rows("library_cdns.tsv")}


@functools.cache
def _variants() -> frozenset[str]:
    """What builders add to a library's file name, after a dot, hyphen or underscore."""
    return frozenset(row["ending"] for row in rows("file_variants.tsv"))
