"""Scripts that build a page in the browser: bundles, modules, and inline scripts that start a framework."""

import functools
import re
from collections.abc import Collection, Iterator
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from siteloupe.data import rows
from siteloupe.detect.page.hosts import Relation, is_pull_zone, relation
from siteloupe.document import Page, Script

MAX_SCRIPTS = 200
MAX_INLINE = 100_000
"""Characters of one inline script that are searched."""

MAX_PATH = 200
"""Characters of an address's path that are looked at, the last ones."""

MAX_IDS = 10
MAX_ADDED = 50

_COMPILED = frozenset({"text/babel", "text/jsx", "text/typescript", "application/dart"})
"""Types of scripts that another script compiles in the browser."""

_HELPER = re.compile(
    r"/(?:jquery|bootstrap|popper|modernizr|html5shiv|respond|analytics|gtag|sw|serviceworker)(?![a-z])[^/]*+\Z",
    re.IGNORECASE,
)
"""Files that stand beside many static pages: alone they build nothing."""

_ADDED = re.compile(r"\.src\s{0,9}+=\s{0,9}+[\"'`](?!https?:|//)([^\"'`\s]{1,200}+)[\"'`]")
"""Where an inline script adds a file of the site's own."""

_DOM = "DOM"
"""The product of rows for what any script may call to fill an element."""


class Builder(NamedTuple):
    """A script that may build the page: what shows it, how much that says (1 or 2), and where."""

    name: str
    points: int
    value: str


def best_builder(page: Page, ids: Collection[str] = ()) -> Builder | None:
    """The script of ``page`` that most surely builds it, or None. ``ids`` are those of empty elements."""
    return max(_builders(page, ids), key=lambda each: each.points, default=None)


def _builders(page: Page, ids: Collection[str]) -> Iterator[Builder]:
    host = _host(page.url)
    running = (script for script in page.scripts if script.runs or script.type in _COMPILED)
    for script in islice(running, MAX_SCRIPTS):
        found = _file(script, host) if script.address else _inline(script, ids)
        if found is not None:
            yield found


def _file(script: Script, host: str) -> Builder | None:
    """What the address of a script says."""
    path = _path(script.address)
    theirs = _host(script.address)
    is_own = relation(theirs, host) is not Relation.THIRD_PARTY or is_pull_zone(theirs)
    patterns = (*_patterns("bundle"), *_patterns("own-bundle")) if is_own else _patterns("bundle")
    if any(pattern.search(path) for pattern in patterns):
        return Builder("bundle", 2, script.address)
    if not is_own or _HELPER.search(path):
        return None
    return Builder("module", 2, script.address) if script.type == "module" else Builder("own-script", 1, path)


def _inline(script: Script, ids: Collection[str]) -> Builder | None:
    """What the code of a script says."""
    text = script.text[:MAX_INLINE]
    for call, product in _calls():
        if call in text:
            return Builder("inline-script", 1 if product == _DOM else 2, call)
    if script.type == "module" and "import" in text:
        return Builder("module", 2, "import")
    added = (match[1] for match in islice(_ADDED.finditer(text), MAX_ADDED))
    if file := next((file for file in added if ".js" in file), None):
        return Builder("inline-script", 1, file)
    named = (
        name
        for name in islice(ids, MAX_IDS)
        if any(f"{before}{name}{after}" in text for before, after in _QUOTED)
    )
    return next((Builder("inline-script", 1, name) for name in named), None)


_QUOTED = (('"', '"'), ("'", "'"), ('"#', '"'), ("'#", "'"))


@functools.cache
def _patterns(kind: str) -> tuple[re.Pattern[str], ...]:
    found = (row["mark"] for row in rows("script_shells.tsv") if row["kind"] == kind)
    return tuple(re.compile(mark, re.IGNORECASE) for mark in found)


@functools.cache
def _calls() -> tuple[tuple[str, str], ...]:
    return tuple(
        (row["mark"], row["product"]) for row in rows("script_shells.tsv") if row["kind"] == "inline"
    )


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _path(url: str) -> str:
    try:
        return unquote(urlsplit(url).path)[-MAX_PATH:]
    except ValueError:
        return ""
