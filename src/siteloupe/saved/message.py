"""Saved HTTP answers, with their URLs and times: https://www.rfc-editor.org/rfc/rfc9112."""

import datetime as dt
import ipaddress
import re
from functools import lru_cache
from pathlib import Path

from siteloupe.address import TargetPolicy
from siteloupe.capture import Headers, Timing
from siteloupe.errors import BadCapture, BadTarget
from siteloupe.net.decode import Body
from siteloupe.net.wire import WireAnswer
from siteloupe.target import parse

MAX_HEAD = 64 * 1024
MAX_BODY = 8 * 1024 * 1024
"""Most bytes of a decoded body; a replay has the limits of a visit too."""

_STATUS = re.compile(rb"HTTP/[0-9](?:\.[0-9])? ([1-5][0-9]{2})(?: |$)")
_CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})[^\r\n]{0,256}\r?\n")
_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")

ANYWHERE = TargetPolicy(
    frozenset(range(1, 65536)), (ipaddress.ip_network("0.0.0.0/0"), ipaddress.ip_network("::/0"))
)
"""Allows every port and address, because no connection is made."""


def read_whole(path: Path, most: int) -> bytes:
    """Return the bytes of a file. Raises BadCapture when it cannot be read or has more than ``most``."""
    try:
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except OSError as error:
        raise BadCapture(f"{path}: {error.strerror}") from error
    if len(raw) > most:
        raise BadCapture(f"{path} is larger than the {most:,} bytes that are read.")
    return raw


def head_of(message: bytes) -> tuple[int, Headers, int] | None:
    """Return status, headers, and the start of the body; None when ``message`` is no answer."""
    head, end = _split(message)
    first, *lines = head.splitlines() or [b""]
    if not (found := _STATUS.match(first)):
        return None
    pairs = (line.partition(b":") for line in lines if line[:1] not in {b" ", b"\t"})
    return (
        int(found[1]),
        Headers((header_text(n.strip()), header_text(v.strip())) for n, colon, v in pairs if colon),
        end,
    )


def answer_of(message: bytes, *, cut: bool = False) -> WireAnswer | None:
    """Return the answer in ``message`` with its decoded body; ``cut`` is true when its end is missing.

    Some programs write bodies as received, others remove chunks and compression but keep the headers: a body
    that cannot be decoded is used as it is.
    """
    if (read := head_of(message)) is None:
        return None
    status, headers, start = read
    raw = message[start:]
    if (headers.get("transfer-encoding") or "").lower().endswith("chunked"):
        raw = _join_chunks(raw)
    body = Body(headers, MAX_BODY)
    body.feed(raw)
    content, truncated = body.content(), body.truncated
    if raw and not content:
        content, truncated = raw[:MAX_BODY], len(raw) > MAX_BODY
    return WireAnswer(status, headers, content, truncated or cut, len(raw), Timing())


def header_text(raw: bytes) -> str:
    """Decode a header: UTF-8, which is usual, otherwise Latin-1."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def names_of(address: str, media_type: str) -> tuple[str, ...]:
    """Return every URL of an answer, its own first.

    Pages name style sheets with a version (``style.css?ver=1.4``), and visits request the file without it.
    """
    file, question, _ = address.partition("?")
    return (address, file) if question and media_type == "text/css" else (address,)


@lru_cache(1024)
def address_of(url: str) -> str | None:
    """Return ``url`` in the form of ``Target.url``, as in replays; None when no visit can request it."""
    try:
        return parse(url, ANYWHERE).url
    except BadTarget:
        return None


def utc_time(written: str) -> str:
    """Return a time in UTC, ISO 8601 to the second; the epoch when it is invalid."""
    try:
        then = dt.datetime.fromisoformat(written).astimezone(dt.UTC)
    except (ValueError, OverflowError):
        then = dt.datetime.fromtimestamp(0, dt.UTC)
    return then.strftime("%Y-%m-%dT%H:%M:%SZ")


def _split(message: bytes) -> tuple[bytes, int]:
    if found := _END_OF_HEAD.search(message, 0, MAX_HEAD):
        return message[: found.start()], found.end()
    return message[:MAX_HEAD], len(message)


def _join_chunks(raw: bytes) -> bytes:
    """Join chunks (https://www.rfc-editor.org/rfc/rfc9112#section-7.1); return ``raw`` when it has none."""
    pieces: list[bytes] = []
    position = 0
    while found := _CHUNK_SIZE.match(raw, position):
        size = int(found[1], 16)
        if size == 0:
            return b"".join(pieces)
        pieces.append(raw[found.end() : found.end() + size])
        position = found.end() + size
        position += 2 if raw[position : position + 2] == b"\r\n" else 1
    return b"".join(pieces) if pieces else raw
