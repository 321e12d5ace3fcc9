"""Which libraries a page loads, by the names of files and packages, and the versions these state.

Package addresses are those of the public CDNs of ``data/library_cdns.tsv``: ``name@1.2.3`` as on npm's, or
``name/1.2.3/`` in folders.
"""

import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from siteloupe.data import rows
from siteloupe.detect.assets import Asset

MAX_NAME = 100
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
_VARIANTS = (
    ".min", "-min", "_min", ".slim", ".prod", ".production", ".development", ".dev", ".umd", ".esm", ".cjs",
    ".iife", ".global", ".runtime", ".esm-browser", ".module", ".bundle", "-bundle", ".pkgd", ".custom",
    ".pack", ".packed", ".all", ".full", "-lite", ".core", "-csp",
)  # fmt: skip
"""What builders add to a library's file name."""


@dataclass(frozen=True, slots=True)
class Library:
    """A file or package by name: the URL it was first seen at, and a version, or an empty text."""

    url: str
    version: str


def libraries(assets: Iterable[Asset]) -> dict[str, Library]:
    """Names of files and packages, in lower case, each with the first version that is stated."""
    applied = [asset for asset in assets if asset.is_code]
    stated = Counter(version for asset in applied if (version := _query_version(asset)))
    found: dict[str, Library] = {}
    for asset in applied:
        queried = _query_version(asset)
        own = queried if stated[queried] < SHARED_BY else ""
        for name, version in _named(asset.host, asset.path, own):
            if name not in found or (version and not found[name].version):
                found[name] = Library(asset.url, version)
    return found


def _named(host: str, path: str, queried: str) -> Iterator[tuple[str, str]]:
    """Each name that one address has, with its version."""
    for part in path.lower().split(",")[:50]:
        packages = list(_packages(host, part.strip("/").split("/")))
        yield from packages
        version = next((version for _, version in packages if version), "")
        stem, stated = _stem(part.rpartition("/")[2])
        if stem:
            yield stem, stated or version or queried


def _packages(host: str, segments: list[str]) -> Iterator[tuple[str, str]]:
    """The package that an address of a library CDN is in, and any ``name@version`` elsewhere."""
    naming = _namings().get(host, "")
    for index, segment in enumerate(segments[:12]):
        scope = segments[index - 1] if index else ""
        name, at, version = segment.partition("@")
        if at and name and (match := _VERSION.match(version)):
            yield _scoped(scope, name), match[1]
            return
        if (
            naming == "npm"
            and not at
            and name
            and scope in {"npm", ""}
            and name not in {"npm", "gh", "combine"}
        ):
            yield name, ""
        if naming == "folder" and index and (match := _VERSION.fullmatch(segment)):
            yield scope, match[1]
            return


def _scoped(scope: str, name: str) -> str:
    return (f"{scope}/{name}" if scope.startswith("@") else name)[:MAX_NAME]


@functools.lru_cache(maxsize=4096)
def _stem(file: str) -> tuple[str, str]:
    """The name of a library's file without what builders add to it, and the version in it."""
    if len(file) > MAX_NAME or not file.endswith(_EXTENSIONS):
        return "", ""
    stem, version = file.rpartition(".")[0], ""
    while True:
        shorter = _without_variant(stem)
        if not version and (match := _FILE_VERSION.search(shorter)):
            version, shorter = match[1], shorter[: match.start()]
        if shorter == stem:
            return stem, version
        stem = shorter


def _without_variant(stem: str) -> str:
    for variant in _VARIANTS:
        if stem.endswith(variant) and len(stem) > len(variant):
            return stem[: -len(variant)]
    return stem


def _query_version(asset: Asset) -> str:
    """The version that WordPress states of a library it brings along; others' queries are their own."""
    match = _QUERY_VERSION.search(asset.query[:500]) if BUNDLED in asset.path else None
    return match[1] if match else ""


@functools.cache
def _namings() -> dict[str, str]:
    return {row["host"]: row["naming"] for row in rows("library_cdns.tsv")}
