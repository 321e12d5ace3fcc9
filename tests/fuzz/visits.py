"""Visits to mutate: what was typed, and the answer to each URL."""

import zlib
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from siteloupe.net.folder import load
from siteloupe.net.replay import SavedHop
from siteloupe.net.wire import WireAnswer

SITES = Path(__file__).parent.parent / "sites"
FONTS = (".woff2", ".woff", ".ttf", ".otf")
MAX_BODY = 256 * 1024
"""Bytes of a body; larger ones are cut, since a page of megabytes takes the time of a hundred others."""


@dataclass(frozen=True, slots=True)
class SeedVisit:
    """A saved visit; the first of its ``hops`` is that of the page."""

    typed: str
    hops: dict[str, SavedHop]


def role_of(url: str) -> str:
    """What the file at ``url`` is for: directory, plugins, theme, theme-json, rest, font, css or page."""
    parts = urlsplit(url)
    roles = {
        "directory": parts.path.endswith("/themes/info/1.2/"),
        "plugins": parts.path.endswith("/plugins/info/1.2/"),
        "theme": parts.path.endswith("/style.css") and "/themes/" in parts.path,
        "theme-json": parts.path.endswith("/theme.json"),
        "rest": "/wp-json" in parts.path or "rest_route=" in parts.query,
        "font": parts.path.endswith(FONTS),
        "css": "css" in url,
    }
    return next((role for role, is_it in roles.items() if is_it), "page")


class Answers(dict[str, SavedHop]):
    """The hops of a visit by URL. One that was not saved has the answer to another of the same role.

    So a page whose mutated address leads elsewhere still has stylesheets and a theme.
    """

    def get(self, url: str, default: SavedHop | None = None) -> SavedHop | None:  # type: ignore[override]
        """The answer to ``url``, each time the same; ``default`` where no answer has its role."""
        if url in self:
            return self[url]
        role = role_of(url)
        alike = [hop for known, hop in self.items() if role_of(known) == role]
        return alike[zlib.crc32(url.encode(errors="replace")) % len(alike)] if alike else default


def saved_folders(folder: Path) -> list[Path]:
    """Every folder of a saved visit, at any depth below ``folder``, in the order of their names."""
    return sorted(index.parent for index in folder.glob("**/site.toml"))


@lru_cache(maxsize=200)
def saved_visit(folder: Path) -> SeedVisit:
    """The visit that is saved in ``folder``. Raises BadCapture."""
    saved = load(folder)
    return SeedVisit(saved.typed, {url: with_body(hop) for url, hop in saved.wire.hops.items()})


def with_body(hop: SavedHop, body: bytes | None = None) -> SavedHop:
    """``hop`` with another body, or with its own, of at most MAX_BODY bytes; a failure stays as it is."""
    if not isinstance(hop.outcome, WireAnswer):
        return hop
    kept = (hop.outcome.body if body is None else body)[:MAX_BODY]
    return replace(hop, outcome=replace(hop.outcome, body=kept, wire_bytes=len(kept)))
