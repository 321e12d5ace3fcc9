"""A visit as a folder: ``site.toml``, written to be read and edited by hand, and ``bodies/``.

::

    typed = "example.org"            # the target as it was typed
    at = "2026-11-21T10:00:00Z"      # when the page was visited

    [[hop]]                          # one per URL, in the form of Target.url
    url = "https://example.org/"
    addresses = ["93.184.215.14"]    # what the name resolved to; without them the wall judges the URL alone
    dns = 12.5                       # milliseconds, as all times here
    status = 200
    headers = [
      ["content-type", "text/html"],
    ]
    body = "index.html"              # a file in bodies/, decoded; saving names it by its SHA-256
    truncated = true                 # the body was cut
    wire_bytes = 5120                # as received, before decoding
    connect = 20.0                   # TCP and TLS
    first_byte = 31.0
    download = 4.0

    [[hop]]
    url = "https://example.org/style.css"
    failure = "timed-out"            # instead of a status: a cause of replay.FAILURES
    message = "example.org did not answer in time."

``typed``, ``at`` and each ``url`` are required, and a hop that was answered has a ``status``; the rest may be
left out. A page that was rendered has ``rendered.json`` beside it: what the browser showed, as ``rendered``
describes it. A replay uses that, and runs no script. A folder may come from a stranger: everything read is
bounded, and nothing outside it is read.
"""

import datetime as dt
import hashlib
import ipaddress
import json
import os
import re
import stat
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from siteloupe.capture import Headers, Timing
from siteloupe.errors import BadCapture
from siteloupe.net.replay import FAILURES, Replay, SavedFailure, SavedHop
from siteloupe.net.wire import Resolved, WireAnswer
from siteloupe.rendered import RenderResult

_INDEX = "site.toml"
_BODIES = "bodies"
_RENDERED = "rendered.json"
_MAX_RENDERED = 64 * 1024 * 1024
_RENDER_RESULT: msgspec.json.Decoder[RenderResult] = msgspec.json.Decoder(RenderResult)
_MAX_INDEX = 8 * 1024 * 1024
_MAX_HOPS = 1000
_MAX_BODIES = 128 * 1024 * 1024
_BODY_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")


@dataclass(frozen=True, slots=True)
class Saved:
    """A loaded visit: ``typed`` is the text to analyze again, over ``wire``, at the time ``at``.

    ``rendered`` is what a browser showed then; None when the page was not rendered.
    """

    typed: str
    at: str
    wire: Replay
    rendered: RenderResult | None = None


class _TomlHop(msgspec.Struct, forbid_unknown_fields=True):
    url: str
    addresses: list[str] = []
    dns: float | None = None
    status: int | None = None
    headers: list[tuple[str, str]] = []
    body: str | None = None
    truncated: bool = False
    wire_bytes: int = 0
    connect: float | None = None
    first_byte: float = 0.0
    download: float = 0.0
    failure: str | None = None
    message: str = ""


class _TomlIndex(msgspec.Struct, forbid_unknown_fields=True):
    typed: str
    at: str
    hop: list[_TomlHop] = []


def save(
    folder: Path, hops: Mapping[str, SavedHop], typed: str, at: str, rendered: RenderResult | None = None
) -> None:
    """Write a visit over an older one in ``folder``, whose unused bodies remain. Raises OSError."""
    bodies = folder / _BODIES
    bodies.mkdir(parents=True, exist_ok=True)
    for hop in hops.values():
        if isinstance(hop.outcome, WireAnswer) and hop.outcome.body:
            (bodies / _body_name(hop.outcome.body)).write_bytes(hop.outcome.body)
    lines = [f"typed = {_text(typed)}", f"at = {_text(at)}"]
    for url, hop in hops.items():
        lines += ["", "[[hop]]", f"url = {_text(url)}", *_hop_lines(hop)]
    (folder / _INDEX).write_text("\n".join(lines) + "\n", encoding="utf-8", errors="replace")
    if rendered is not None:
        (folder / _RENDERED).write_bytes(msgspec.json.format(msgspec.json.encode(rendered)) + b"\n")
    else:
        (folder / _RENDERED).unlink(missing_ok=True)


def _load_rendered(folder: Path) -> RenderResult | None:
    if not (path := folder / _RENDERED).exists():
        return None
    try:
        return _RENDER_RESULT.decode(read_plain(path, _MAX_RENDERED))
    except msgspec.DecodeError as error:
        raise BadCapture(f"{path}: {error}") from error


def load(folder: Path) -> Saved:
    """Read a visit. Raises BadCapture, which says what is wrong with the folder."""
    if not (folder / _INDEX).exists():
        raise BadCapture(f"{folder} is no capture: there is no {_INDEX} in it.")
    text = read_plain(folder / _INDEX, _MAX_INDEX)
    try:
        index = msgspec.convert(tomllib.loads(text.decode()), _TomlIndex)
        dt.datetime.fromisoformat(index.at)
    except (ValueError, RecursionError) as error:  # TOML, UTF-8, msgspec and date errors are all ValueErrors
        raise BadCapture(f"{folder / _INDEX}: {error}") from error
    if len(index.hop) > _MAX_HOPS:
        raise BadCapture(f"{folder / _INDEX}: more than {_MAX_HOPS} hops")
    bodies = _Bodies(folder / _BODIES)
    return Saved(
        index.typed,
        index.at,
        Replay({hop.url: _saved_hop(hop, bodies) for hop in index.hop}),
        _load_rendered(folder),
    )


class _Bodies:
    """The files of ``bodies/``, each read once, with one limit for all."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[str, bytes] = {}
        self._room = _MAX_BODIES

    def get(self, name: str | None) -> bytes:
        if name is None:
            return b""
        if name not in self._read:
            if not _BODY_NAME.fullmatch(name) or self._folder.is_symlink():
                raise BadCapture(f"{self._folder}: {name!r} is no name for a body")
            self._read[name] = read_plain(self._folder / name, self._room)
            self._room -= len(self._read[name])
        return self._read[name]


def read_plain(path: Path, limit: int) -> bytes:
    """Read a plain file of at most ``limit`` bytes; no link, pipe or device. Raises BadCapture."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:  # noqa: PTH123
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise BadCapture(f"{path} is no plain file")
            content = file.read(limit + 1)
    except OSError as error:
        raise BadCapture(f"{path}: {error.strerror}") from error
    if len(content) > limit:
        raise BadCapture(f"{path} is larger than {limit} bytes allow")
    return content


def _saved_hop(hop: _TomlHop, bodies: _Bodies) -> SavedHop:
    try:
        addresses = tuple(ipaddress.ip_address(text) for text in hop.addresses)
    except ValueError as error:
        raise BadCapture(f"{hop.url}: {error}") from error
    return SavedHop(Resolved(addresses, hop.dns), _outcome(hop, bodies))


def _outcome(hop: _TomlHop, bodies: _Bodies) -> WireAnswer | SavedFailure | None:
    if hop.failure is not None:
        if hop.failure not in FAILURES:
            raise BadCapture(f"{hop.url}: {hop.failure!r} is none of {', '.join(FAILURES)}")
        return SavedFailure(hop.failure, hop.message)
    if hop.status is None:
        return None
    return WireAnswer(
        status=hop.status,
        headers=Headers(hop.headers),
        body=bodies.get(hop.body),
        truncated=hop.truncated,
        wire_bytes=hop.wire_bytes,
        timing=Timing(connect=hop.connect, first_byte=hop.first_byte, download=hop.download),
    )


def _hop_lines(hop: SavedHop) -> Iterator[str]:
    if hop.resolved.addresses:
        yield f"addresses = [{', '.join(_text(str(address)) for address in hop.resolved.addresses)}]"
    if hop.resolved.milliseconds is not None:
        yield f"dns = {hop.resolved.milliseconds!r}"
    match hop.outcome:
        case WireAnswer():
            yield from _answer_lines(hop.outcome)
        case SavedFailure():
            yield f"failure = {_text(hop.outcome.cause)}"
            yield f"message = {_text(hop.outcome.message)}"


def _answer_lines(answer: WireAnswer) -> Iterator[str]:
    yield f"status = {answer.status}"
    yield "headers = ["
    yield from (f"  [{_text(name)}, {_text(value)}]," for name, value in answer.headers)
    yield "]"
    if answer.body:
        yield f"body = {_text(_body_name(answer.body))}"
    if answer.truncated:
        yield "truncated = true"
    yield f"wire_bytes = {answer.wire_bytes}"
    if answer.timing.connect is not None:
        yield f"connect = {answer.timing.connect!r}"
    yield f"first_byte = {answer.timing.first_byte!r}"
    yield f"download = {answer.timing.download!r}"


def _body_name(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def _text(text: str) -> str:
    """Return a TOML basic string, which is a JSON string except for DEL. Source: https://toml.io/en/v1.0.0#string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
