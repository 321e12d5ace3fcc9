"""A page that Chromium saved as one file, MHTML: https://www.rfc-editor.org/rfc/rfc2557.

The file is a mail of type ``multipart/related``: the page first, then its files, each with its address in
``Content-Location``. Only these parts are read, not parts of parts. Chromium moves ``<style>`` elements into
parts with ``cid:`` addresses, which no visit could fetch; they are put back into the page.
"""

import binascii
import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from pathlib import Path

from siteloupe.capture import Headers, Timing
from siteloupe.errors import BadCapture
from siteloupe.net.folder import Saved
from siteloupe.net.replay import Replay, SavedHop
from siteloupe.net.wire import Resolved, WireAnswer
from siteloupe.saved.message import MAX_BODY, address_of, names_of, read_whole

MAX_FILE = 64 * 1024 * 1024
MAX_PARTS = 2_000
MAX_HEAD = 16 * 1024
"""Most bytes of the head of the file, and of that of a part."""

_READ = ("text/", "application/xhtml+xml", "application/json")
"""The beginnings of types whose bodies an analysis reads."""

_HTML = ("text/html", "application/xhtml+xml")
_FIRST_LINE = re.compile(rb"[A-Za-z][A-Za-z0-9-]{0,63}:[ \t]")
_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
_MOVED_STYLE = re.compile(rb'<link rel="stylesheet" type="text/css" href="(cid:[^"\s<>]{1,200})" ?/?>')
"""What Chromium writes in place of a ``<style>`` element."""


def is_mhtml(head: bytes) -> bool:
    """Whether the beginning of a file is that of a saved page."""
    return bool(_FIRST_LINE.match(head)) and b"multipart/related" in head[:MAX_HEAD].lower()


def load_mhtml(path: Path, url: str | None = None) -> Saved:
    """Load the page in ``path`` at ``url``, or at its own address, as on the day that it was saved.

    Raises BadCapture, which says what is wrong with the file.
    """
    raw = read_whole(path, MAX_FILE)
    head, start = _head(raw, 0, len(raw))
    boundary = _boundary(head)
    if head is None or not boundary:
        raise BadCapture(f"{path} is no saved page: it does not say where its parts begin.")
    parts = list(_parts(raw, start, boundary))
    outer = _field(head, "Snapshot-Content-Location") or _field(head, "Content-Location")
    page = _page_of(parts, outer)
    if page is None:
        raise BadCapture(f"{path} holds no page of HTML.")
    typed = url or outer or page.location
    if (address := address_of(typed)) is None:
        raise BadCapture(
            f"{path}: {typed[:300]!r} is no address of a website; siteloupe replay takes one as --url."
        )
    hops = {name: hop for part in reversed(parts) for name, hop in _files(part)}
    hops[address] = page.hop(_with_styles(page.body, parts))
    return Saved(typed, _time(head, path), Replay(hops))


@dataclass(frozen=True, slots=True)
class _MhtmlPart:
    """One file: its type as written, its address (http or cid), and its decoded body."""

    content_type: str
    location: str
    body: bytes

    @property
    def media_type(self) -> str:
        return self.content_type.partition(";")[0].strip().lower()

    def hop(self, body: bytes) -> SavedHop:
        """Return ``body`` as an answer of this part's type."""
        headers = Headers([("content-type", self.content_type)])
        cut = len(body) > MAX_BODY
        answer = WireAnswer(200, headers, body[:MAX_BODY], cut, wire_bytes=len(body), timing=Timing())
        return SavedHop(Resolved(()), answer)


def _head(raw: bytes, start: int, end: int) -> tuple[Message | None, int]:
    """Return the header fields that begin at ``start``, and where they end; None when they are too long."""
    found = _END_OF_HEAD.search(raw, start, min(start + MAX_HEAD, end))
    if found is None:
        return None, end
    return BytesHeaderParser().parsebytes(raw[start : found.start()] + b"\n\n"), found.end()


def _field(head: Message, name: str) -> str:
    """Return a field on one line; empty when there is none."""
    return " ".join(str(head.get(name, "")).split())


def _boundary(head: Message | None) -> bytes:
    """Return the boundary, at most 70 characters by RFC 2046; empty when there is none."""
    text = _field(head, "Content-Type") if head is not None else ""
    found = re.search(r'boundary\s{0,9}=\s{0,9}(?:"([^"]{1,70})"|([^\s;"]{1,70}))', text, re.IGNORECASE)
    return (found[1] or found[2]).encode("ascii", "ignore") if found else b""


def _parts(raw: bytes, start: int, boundary: bytes) -> Iterator[_MhtmlPart]:
    """Yield the parts whose bodies are read. Each ends where the next delimiter line begins."""
    delimiter = b"\n--" + boundary
    position = raw.find(delimiter, max(start - 1, 0))
    for _ in range(MAX_PARTS):
        if position < 0 or raw.startswith(b"--", position + len(delimiter)):
            return
        begin = raw.find(b"\n", position + len(delimiter)) + 1
        following = raw.find(delimiter, begin - 1) if begin else -1
        if not begin:
            return
        end = len(raw) if following < 0 else following
        head, body = _head(raw, begin, end)
        if head is not None and (part := _part(head, raw[body:end])):
            yield part
        position = following


def _part(head: Message, body: bytes) -> _MhtmlPart | None:
    """Return the part; None when no analysis reads its type."""
    kind = _field(head, "Content-Type")[:300]
    if not kind.lower().startswith(_READ):
        return None
    return _MhtmlPart(kind, _field(head, "Content-Location"), _decode(head, body.removesuffix(b"\r")))


def _decode(head: Message, body: bytes) -> bytes:
    encoding = _field(head, "Content-Transfer-Encoding").lower()
    try:
        if encoding == "quoted-printable":
            return binascii.a2b_qp(body)
        return binascii.a2b_base64(body) if encoding == "base64" else body
    except binascii.Error:
        return b""


def _page_of(parts: list[_MhtmlPart], address: str) -> _MhtmlPart | None:
    """Return the part with ``address``, otherwise the first, of those that are HTML; frames are HTML too."""
    pages = [part for part in parts if part.media_type in _HTML and part.body]
    return next((part for part in pages if part.location == address), pages[0] if pages else None)


def _files(part: _MhtmlPart) -> Iterator[tuple[str, SavedHop]]:
    """Yield the part's addresses, each with its answer."""
    if part.body and (address := address_of(part.location)):
        for name in names_of(address, part.media_type):
            yield name, part.hop(part.body)


def _with_styles(page: bytes, parts: list[_MhtmlPart]) -> bytes:
    """Return the page with the ``<style>`` elements that Chromium moved, as far as there is room."""
    styles = {part.location.encode("utf-8", "replace"): part.body for part in parts}
    room = MAX_BODY - len(page)

    def style(link: re.Match[bytes]) -> bytes:
        nonlocal room
        text = styles.get(link[1])
        if text is None or len(text) > room or b"</style" in text.lower():
            return link[0]
        room -= len(text) + 15
        return b"<style>" + text + b"</style>"

    return _MOVED_STYLE.sub(style, page)


def _time(head: Message, path: Path) -> str:
    """Return when the page was saved, UTC: by its ``Date``, otherwise by the file."""
    try:
        then = parsedate_to_datetime(_field(head, "Date")).astimezone(dt.UTC)
    except (ValueError, OverflowError, TypeError):
        then = dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC)
    return then.strftime("%Y-%m-%dT%H:%M:%SZ")
