"""HTTP archives, as browsers and proxies write them: http://www.softwareishard.com/blog/har-12-spec/."""

import base64
import binascii
from collections.abc import Iterator
from pathlib import Path

import msgspec

from siteloupe.capture import Headers, Timing
from siteloupe.errors import BadCapture
from siteloupe.net.folder import Saved
from siteloupe.net.replay import Replay, SavedHop
from siteloupe.net.wire import REDIRECTS, Resolved, WireAnswer
from siteloupe.saved.message import MAX_BODY, address_of, names_of, read_whole, utc_time

MAX_FILE = 256 * 1024 * 1024
MAX_ENTRIES = 20_000
MAX_PAGES = 1_000

_UNREAD = ("image/", "font/", "video/", "audio/")
"""Types of bodies that no analysis needs."""


class _HarPair(msgspec.Struct, frozen=True):
    name: str
    value: str | None = ""


class _HarContent(msgspec.Struct, frozen=True, rename="camel"):
    mime_type: str | None = None
    text: str | None = None
    encoding: str | None = None


class _HarResponse(msgspec.Struct, frozen=True, rename="camel"):
    status: int
    headers: list[_HarPair] = []
    content: _HarContent = _HarContent()
    body_size: float | None = None


class _HarRequest(msgspec.Struct, frozen=True):
    url: str
    method: str = "GET"


class _HarTimings(msgspec.Struct, frozen=True):
    """Milliseconds; -1 for a step that did not happen."""

    dns: float | None = None
    connect: float | None = None
    wait: float | None = None
    receive: float | None = None


class _HarEntry(msgspec.Struct, frozen=True, rename="camel"):
    request: _HarRequest
    response: _HarResponse
    started_date_time: str = ""
    pageref: str | None = None
    timings: _HarTimings = _HarTimings()

    @property
    def is_page(self) -> bool:
        """Whether this may be the first request of a page: HTML, or a redirect to it."""
        kind = (self.response.content.mime_type or "").lower()
        return self.response.status in REDIRECTS or "html" in kind


class _HarLog(msgspec.Struct, frozen=True):
    entries: list[_HarEntry]


class _HarArchive(msgspec.Struct, frozen=True):
    log: _HarLog


def load_har(path: Path) -> Iterator[Saved]:
    """Yield every page of the archive as a visit, with all answers of the archive.

    Raises BadCapture, which says what is wrong with the file.
    """
    entries = _entries(path)
    asked = [entry for entry in entries if entry.request.method == "GET" and entry.response.status]
    wire = Replay(_hops(asked))
    pages = list(_first_of_pages(asked))[:MAX_PAGES]
    if not pages:
        raise BadCapture(f"{path} holds no page of HTML.")
    for entry in pages:
        yield Saved(entry.request.url, utc_time(entry.started_date_time), wire)


def _entries(path: Path) -> list[_HarEntry]:
    raw = read_whole(path, MAX_FILE)
    try:
        archive = msgspec.json.decode(raw.removeprefix(b"\xef\xbb\xbf"), type=_HarArchive, strict=False)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadCapture(f"{path} is no HTTP archive: {error}") from error
    return archive.log.entries[:MAX_ENTRIES]


def _first_of_pages(entries: list[_HarEntry]) -> Iterator[_HarEntry]:
    """Return the first request of each page, in order; without pages, that of the archive."""
    begun: set[str | None] = set()
    for entry in entries:
        if entry.pageref not in begun and entry.is_page and address_of(entry.request.url):
            begun.add(entry.pageref)
            yield entry


def _hops(entries: list[_HarEntry]) -> dict[str, SavedHop]:
    """Return the answers by URL; of several, the one with the longest body."""
    hops: dict[str, SavedHop] = {}
    fullest: dict[str, int] = {}
    for entry in entries:
        if (address := address_of(entry.request.url)) is not None:
            answer = _answer(entry)
            kind = (entry.response.content.mime_type or "").partition(";")[0].strip().lower()
            for name in names_of(address, kind):
                if len(answer.body) > fullest.get(name, -1):
                    fullest[name] = len(answer.body)
                    hops[name] = SavedHop(Resolved((), _positive(entry.timings.dns)), answer)
    return hops


def _answer(entry: _HarEntry) -> WireAnswer:
    response, timings = entry.response, entry.timings
    body, is_text = _body(response.content)
    # A browser answers 304 from its cache; its body is in the archive.
    status = 200 if response.status == 304 and body else response.status
    lines = [(line.name, line.value or "") for line in response.headers if not line.name.startswith(":")]
    kind = response.content.mime_type or ""
    if is_text and body:
        # The archive's text is Unicode for all encodings of pages; from here on it is UTF-8.
        kind = f"{(kind or 'text/html').partition(';')[0].strip()}; charset=utf-8"
        lines = [line for line in lines if line[0].lower() != "content-type"]
        lines.append(("content-type", kind))
    size = _positive(response.body_size)
    return WireAnswer(
        status=status,
        headers=Headers(lines),
        body=body,
        truncated=False,
        wire_bytes=len(body) if size is None else int(size),
        timing=Timing(
            connect=_positive(timings.connect),
            first_byte=_positive(timings.wait) or 0.0,
            download=_positive(timings.receive) or 0.0,
        ),
    )


def _body(content: _HarContent) -> tuple[bytes, bool]:
    """Return the body, and whether it was written as text."""
    if not content.text or (content.mime_type or "").startswith(_UNREAD):
        return b"", False
    if (content.encoding or "").lower() != "base64":
        return content.text.encode("utf-8", "replace")[:MAX_BODY], True
    try:
        return base64.b64decode(content.text)[:MAX_BODY], False
    except (binascii.Error, ValueError):
        return b"", False


def _positive(milliseconds: float | None) -> float | None:
    return milliseconds if milliseconds is not None and 0 <= milliseconds < 1e9 else None
