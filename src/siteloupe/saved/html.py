"""A page that a browser saved: one file of HTML, and perhaps a folder of the same name beside it."""

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote, unquote

from siteloupe.capture import Headers, Timing
from siteloupe.document import parse_page, too_many_from
from siteloupe.errors import BadCapture
from siteloupe.net.folder import Saved, read_plain
from siteloupe.net.replay import Replay, SavedHop
from siteloupe.net.wire import Resolved, WireAnswer
from siteloupe.saved.message import MAX_BODY, address_of

_MARK = re.compile(
    rb"<!--\s{1,9}+(?:saved from url=\([0-9]{4}\)|Page saved with SingleFile\s{1,9}+url: )"
    rb"(https?://(?:(?!-->)[^\s>]){1,2000})",
    re.IGNORECASE,
)
"""The comment at the top: https://en.wikipedia.org/wiki/Mark_of_the_Web, and that of SingleFile."""

_MARK_WITHIN = 4096
_TYPES = {".css": "text/css", ".js": "text/javascript", ".json": "application/json"}
_FOLDERS = ("_files", "-Dateien", "_fichiers", "_archivos", "_file")
"""The endings of folders for a page's files in Chromium and Firefox, also translated."""


def load_html(path: Path, url: str | None = None) -> Saved:
    """Load the page in ``path``, saved on its own date, at ``url`` or at the address in the page.

    The address is in the comment that browsers write, in ``<link rel=canonical>`` or in ``og:url``. Raises
    BadCapture without an address, or when the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            body = file.read(MAX_BODY)
    except OSError as error:
        raise BadCapture(f"{path}: {error.strerror}") from error
    typed = url or _stated_url(body)
    if typed is None:
        raise BadCapture(_why_refused(path, body))
    if (address := address_of(typed)) is None:
        raise BadCapture(f"{path}: {typed[:300]!r} is no address of a website.")
    saved = dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    page = _hop(body, "text/html")
    return Saved(typed, saved, Replay(_SavedFiles(address, page, path)))


def _why_refused(path: Path, body: bytes) -> str:
    """Return why a file without an address is refused: it may be no page at all."""
    if not body:
        return f"{path} is empty."
    return (
        f"{path} is no MHTML, no HAR file and no WARC archive, and as a page of HTML it does not say where "
        "it came from: siteloupe replay takes that as --url."
    )


def _stated_url(body: bytes) -> str | None:
    if found := _MARK.search(body, 0, _MARK_WITHIN):
        return found[1].decode("utf-8", "replace")
    page = parse_page(body[: too_many_from(body)], "https://unknown.invalid/")
    links = (link.href for link in page.links if "canonical" in link.rel)
    metas = (meta.content for meta in page.metas if meta.name == "og:url")
    for said in (*links, *metas):
        if said and said.startswith(("http://", "https://")) and "//unknown.invalid" not in said:
            return said
    return None


class _SavedFiles(Mapping[str, SavedHop]):
    """The page, and the files of its folder, by their URLs in the page."""

    def __init__(self, address: str, page: SavedHop, path: Path) -> None:
        self._address = address
        self._page = page
        self._folders = [path.parent / f"{path.stem}{ending}" for ending in _FOLDERS]
        self._directory = address.partition("?")[0].rpartition("/")[0] + "/"

    def __getitem__(self, url: str) -> SavedHop:
        if url == self._address:
            return self._page
        folder, _, name = unquote(url.removeprefix(self._directory).partition("?")[0]).partition("/")
        for known in self._folders:
            if known.name == folder and url.startswith(self._directory) and _is_plain_name(name):
                return _file(known, name)
        raise KeyError(url)

    def __iter__(self) -> Iterator[str]:
        yield self._address
        for folder in filter(Path.is_dir, self._folders):
            for file in sorted(folder.iterdir()):
                yield self._directory + quote(f"{folder.name}/{file.name}")

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _is_plain_name(name: str) -> bool:
    return name not in {"", ".", ".."} and not set(name) & set("/\\\0")


def _file(folder: Path, name: str) -> SavedHop:
    """Read a file of the folder. Raises KeyError unless it is a plain file."""
    if folder.is_symlink():
        raise KeyError(name)
    try:
        body = read_plain(folder / name, MAX_BODY)
    except BadCapture as error:
        raise KeyError(name) from error
    return _hop(body, _TYPES.get(Path(name).suffix.lower(), "application/octet-stream"))


def _hop(body: bytes, media_type: str) -> SavedHop:
    headers = Headers([("content-type", media_type)])
    answer = WireAnswer(200, headers, body, truncated=False, wire_bytes=len(body), timing=Timing())
    return SavedHop(Resolved(()), answer)
