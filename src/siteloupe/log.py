"""The log: one JSON object a line on standard error, in which no text of a site or caller can forge a line.

Lines of a request have the ``id`` of the request. Query strings, bodies and client addresses are never
logged. Records of the standard library's ``logging``, ours or a library's, have the same form.
"""

import asyncio
import contextlib
import contextvars
import functools
import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any, TextIO

import msgspec

MAX_TEXT = 300
MAX_STACK = 20_000
MAX_HELD = 500
"""Most lines that wait to be written together."""

HELD_SECONDS = 0.1

MINUTE = 60.0

logger = logging.getLogger("siteloupe")

Line = dict[str, Any]
"""A line that waits to be written: its fields in order, with its time in seconds since 1970."""

_encoder = msgspec.json.Encoder()
_NO_NOTES: Line = {}
_notes: contextvars.ContextVar[dict[str, Any] | None] = contextvars.ContextVar("notes", default=None)


def open_notes(notes: dict[str, Any]) -> contextvars.Token[dict[str, Any] | None]:
    """Begin a request: all its log lines contain ``notes``; :func:`note` adds to the same mapping."""
    return _notes.set(notes)


def close_notes(token: contextvars.Token[dict[str, Any] | None]) -> None:
    """End the request that ``open_notes`` began."""
    _notes.reset(token)


def note(**fields: Any) -> None:
    """Add fields to the later log lines of the current request."""
    if (notes := _notes.get()) is not None:
        notes.update(fields)


def event(name: str, fields: dict[str, Any], level: int = logging.INFO) -> None:
    """Log ``name`` with ``fields``; before :func:`write_to` nothing is written."""
    if _writer is not None:
        _writer.write(_line(time.time(), level, name, fields), at_once=level > logging.INFO)


def write_to(stream: TextIO | None = None) -> None:
    """Send this process's log to ``stream``, by default standard error."""
    global _writer  # noqa: PLW0603 - a process has one log, as it has one standard error
    write_nowhere()
    _writer = _Writer(stream or sys.stderr)
    logger.handlers[:] = [_writer]
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logging.getLogger().addHandler(_writer)


def write_nowhere() -> None:
    """Undo :func:`write_to`, for a process that continues after its service."""
    global _writer  # noqa: PLW0603
    flush()
    if _writer is not None:
        logging.getLogger().removeHandler(_writer)
    _writer = None
    logger.handlers.clear()
    logger.propagate = True


def flush() -> None:
    """Write the lines that still wait."""
    if _writer is not None:
        _writer.flush()


def plain(text: str, limit: int = MAX_TEXT) -> str:
    """Return ``text`` as printable ASCII in one line, cut at ``limit`` characters."""
    return ascii(text[:limit])[1:-1][:limit]


class SparseEvents:
    """Logs an event of a name at most ``most`` times a minute; the next line says how many were left out."""

    def __init__(self, most: int = 1, timer: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._timer = timer
        self._minutes: dict[str, tuple[float, int]] = {}

    def event(self, name: str, fields: dict[str, Any], level: int = logging.INFO, kind: str = "") -> None:
        """Log ``name``, or count it; each ``kind`` of it, of which there are few, is counted alone."""
        now = self._timer()
        began, seen = self._minutes.get(name + kind, (now, 0))
        if now - began >= MINUTE:
            left_out, began, seen = max(0, seen - self._most), now, 0
            fields = {**fields, "left_out": left_out} if left_out else fields
        self._minutes[name + kind] = began, seen + 1
        if seen < self._most:
            event(name, fields, level)


class _Writer(logging.Handler):
    """Writes lines; while an event loop runs, less urgent lines wait a moment and are written together.

    To encode and write the line of each request alone would take longer than to find the answer. Threads may
    write too: to append to a list is a single step, and one thread at a time takes lines from it.
    """

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream
        self._held: list[Line] = []
        self._is_due = False
        self._alone = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        fields, name = {}, record.getMessage()
        if record.name != logger.name:
            fields, name = {"logger": record.name, "note": name}, "library"
        if record.exc_info:
            fields["stack"] = "".join(traceback.format_exception(*record.exc_info))
        self.write(_line(record.created, record.levelno, name, fields), at_once=True)

    def write(self, line: Line, *, at_once: bool) -> None:
        self._held.append(line)
        if at_once or len(self._held) >= MAX_HELD:
            self.flush()
        elif not self._is_due:
            self._flush_soon()

    def flush(self) -> None:
        with self._alone:
            self._is_due = False
            held = self._held.copy()
            del self._held[: len(held)]
        if held:
            # A full disk, or a reader that is gone, loses lines but no answer.
            with contextlib.suppress(OSError, ValueError):
                self._stream.write(_encode(held))
                self._stream.flush()

    def _flush_soon(self) -> None:
        self._is_due = True
        try:
            asyncio.get_running_loop().call_later(HELD_SECONDS, self.flush)
        except RuntimeError:  # there is no loop to write it later
            self.flush()


_writer: _Writer | None = None


def _line(now: float, level: int, name: str, fields: dict[str, Any]) -> Line:
    notes = _notes.get() or _NO_NOTES
    return {"time": now, "level": _level(level), "event": name, **notes, **fields}


def _encode(lines: list[Line]) -> str:
    """Return the lines as text; each is cleaned alone when one of them is long or needs escapes."""
    for line in lines:
        line["time"] = _time(int(line["time"] * 1000))
    return _as_they_are(lines) or "".join(map(_clean, lines))


def _as_they_are(lines: list[Line]) -> str | None:
    """Return the lines when all are short and need no JSON escapes."""
    try:
        written = _encoder.encode_lines(lines)
    except UnicodeEncodeError:
        return None
    if b"\\" in written or b"\x7f" in written or not written.isascii():
        return None
    return written.decode("ascii") if max(map(len, written.split(b"\n"))) <= MAX_TEXT else None


def _clean(line: Line) -> str:
    """Return a line with texts that are printable, of bounded length, and need no escapes."""
    for key, value in line.items():
        if isinstance(value, str) and not (
            value.isascii() and value.isprintable() and len(value) <= MAX_TEXT
        ):
            line[key] = plain(value, MAX_STACK if key == "stack" else MAX_TEXT)
    return _encoder.encode(line).decode() + "\n"


@functools.lru_cache(16)
def _level(number: int) -> str:
    return logging.getLevelName(number).lower()


@functools.lru_cache(1)
def _time(milliseconds: int) -> str:
    return f"{_second(milliseconds // 1000)}.{milliseconds % 1000:03}Z"


@functools.lru_cache(1)
def _second(now: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now))
