"""Scripts that build a page in the browser: bundles, modules, and inline scripts of frameworks."""

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
"""Most characters of one inline script that are searched."""

MAX_PATH = 200
"""Characters at the end of a URL's path that are searched."""

MAX_IDS = 10
MAX_ADDED = 50

_HELPER = re.compile(
    r"/(?:jquery|bootstrap|popper|modernizr|html5shiv|respond|analytics|gtag|sw|serviceworker)(?![a-z])[^/]*+\Z",
    re.IGNORECASE,
)
"""Files of many static pages: they build nothing by themselves."""

_ADDED = re.compile(r"\.src\s{0,9}+=\s{0,9}+[\"'`](?!https?:|//)([^\"'`\s]{1,200}+)[\"'`]")
"""An inline script that adds a file of the site itself."""

_DOM = "DOM"
"""The product of rows for calls that any script may use to fill an element."""


class Builder(NamedTuple):
    """A script that may build the page: its mark, the weight of the mark (1 or 2), and its place."""

    name: str
    points: int
    value: str


def best_builder(page: Page, ids: Collection[str] = ()) -> Builder | None:
    """Return the most likely builder of ``page``, or None. ``ids`` are those of empty elements."""
    return max(_builders(page, ids), key=lambda each: each.points, default=None)


def _builders(page: Page, ids: Collection[str]) -> Iterator[Builder]:
    host = _host(page.url)
    running = (script for script in page.scripts if script.runs)
    for script in islice(running, MAX_SCRIPTS):
        found = _file(script, host) if script.address else _inline(script, ids)
        if found is not None:
            yield found


def _file(script: Script, host: str) -> Builder | None:
    """Return the builder by the URL of a script."""
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
    """Return the builder by the code of a script."""
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
