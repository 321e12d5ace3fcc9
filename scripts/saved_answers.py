"""Reads saved pages and recorded answers below a folder, with where each was seen.

A folder has pages of HTML at any depth, perhaps with a JSON file of the same name (``headers``, ``status``,
``source``), and perhaps files ``hops.jsonl`` with one answer a line (``url``, ``status``, ``headers``,
``body_file`` relative to a folder above, and perhaps ``page``, the address of the public copy with its day)
and ``headers.jsonl`` (``host``, ``status``, ``headers``).

``manifest.jsonl`` at its top says where they come from, one line for each ``id``, which is the name of a page
or of the folder that holds it: ``repo``, ``path``, ``commit`` and ``commit_date`` of a public copy, or
``truth`` with the software and versions that were installed.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from siteloupe.capture import Exchange, Headers
from siteloupe.document import page_of
from siteloupe.products.seen import MAX_LENGTH

UNKNOWN = "https://unknown.example/"
MAX_BYTES = 5_000_000
COMMIT = 12
"""Characters of a commit that name it."""

_PUBLIC_HOST = re.compile(r"(?!(?:.*\.)?example\.)(?:[\w-]+\.)+(?!local$|test$|example$|invalid$)[a-z]{2,}")


@dataclass(frozen=True)
class Saved:
    """An answer. ``page`` is the address of the page or of a public copy, with the day; None when not known.

    ``installed`` are the versions of the software that served it, by folder of a plugin; ``system`` is the
    system of the whole site with its version.
    """

    exchange: Exchange
    page: str | None = None
    installed: Mapping[str, str] = field(default_factory=dict)
    system: str | None = None


def saved_answers(folder: Path) -> Iterator[Saved]:
    """Yield the pages and the recorded answers below ``folder``."""
    manifest = {row["id"]: row for row in _rows(folder / "manifest.jsonl")}
    for path in sorted(folder.rglob("*.htm*")):
        if path.is_file():
            yield _page(path, _item(path.relative_to(folder), manifest))
    for path in sorted(folder.rglob("hops.jsonl")):
        truth = _item(path.relative_to(folder), manifest).get("truth", {})
        for hop in _rows(path):
            if "html" in json.dumps(hop.get("headers", "")) and (body := _body_file(path, hop)):
                exchange = _exchange(hop, body.read_bytes()[:MAX_BYTES])
                yield Saved(exchange, hop.get("page"), _installed(truth), _system(truth))
    for path in sorted(folder.rglob("headers.jsonl")):
        for row in _rows(path):
            url = f"https://{row['host']}/"
            years = [value[12:16] for name, value in row["headers"] if name.lower() == "date"]
            page = f"{url}, {years[0]}" if years and _PUBLIC_HOST.fullmatch(row["host"]) else None
            yield Saved(_exchange({**row, "url": url}, b""), page)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    yield from map(json.loads, lines)


def _item(path: Path, manifest: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the line of the manifest for a file: by its name, or that of a folder that holds it."""
    names = (path.stem, *(parent.name for parent in path.parents))
    return next((manifest[name] for name in names if name in manifest), {})


def _page(path: Path, item: Mapping[str, Any]) -> Saved:
    body = path.read_bytes()[:MAX_BYTES]
    beside = _beside(path)
    headers = beside.get("headers") if beside.get("headers_real", True) else None
    exchange = Exchange(
        UNKNOWN,
        _address(body),
        int(beside.get("status", 200)),
        Headers([("content-type", "text/html"), *_pairs(headers or {})]),
        body,
    )
    if beside.get("body_reconstructed") or beside.get("derived"):
        return Saved(exchange)
    return Saved(exchange, _public_copy(path, item))


def _public_copy(path: Path, item: Mapping[str, Any]) -> str | None:
    """Return the address of the copy of a page and the day of its commit; None for one that is not public."""
    if not (item.get("repo") and item.get("commit") and item.get("commit_date")):
        return None
    name = item["path"] if path.stem == item["id"] else path.as_posix().partition(f"/{item['id']}/")[2]
    file = quote(f"{item['repo']}/blob/{item['commit'][:COMMIT]}/{name}")
    copy = f"https://github.com/{file}, {item['commit_date'][:10]}"
    return copy if len(copy) <= MAX_LENGTH else None


def _beside(page: Path) -> dict[str, Any]:
    """Return the JSON file of the same name; empty without one, or for a file of the page itself."""
    try:
        found = json.loads(page.with_suffix(".json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) and "headers" in found else {}


def _pairs(headers: object) -> list[tuple[str, str]]:
    items = headers.items() if isinstance(headers, dict) else headers if isinstance(headers, list) else ()
    return [(str(name), str(value)) for name, value in items]


def _body_file(path: Path, hop: Mapping[str, Any]) -> Path | None:
    named = hop.get("body_file")
    places = (parent / named for parent in path.parents if named)
    return next((place for place in places if place.is_file()), None)


def _exchange(hop: Mapping[str, Any], body: bytes) -> Exchange:
    return Exchange(hop["url"], hop["url"], int(hop["status"]), Headers(_pairs(hop["headers"])), body)


def _installed(truth: Mapping[str, Any]) -> dict[str, str]:
    plugins = truth.get("plugins", {})
    return {slug: f"{each['name']} {each['version']}" for slug, each in plugins.items()}


def _system(truth: Mapping[str, Any]) -> str | None:
    name = truth.get("cms") or truth.get("platform")
    version = truth.get("version") or truth.get("platform_version")
    return f"{name} {version}" if name and version else None


def _address(body: bytes) -> str:
    """Return the address that the page states for itself."""
    page = page_of(Exchange(UNKNOWN, UNKNOWN, 200, Headers(), body))
    stated = [link.href for link in page.links if "canonical" in link.rel]
    stated += [page.meta("og:url") or ""]
    return next((url for url in stated if url.startswith(("http://", "https://"))), UNKNOWN)
