"""The log: one JSON object a line on standard error, with nothing of a site or caller that could forge one.

What is said while a request is served carries that request's ``id``. Query strings, bodies and client
addresses are never logged.
"""

import contextvars
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, TextIO

import msgspec

MAX_TEXT = 300
MAX_STACK = 20_000

logger = logging.getLogger("siteloupe")

_notes: contextvars.ContextVar[dict[str, Any]] = contextvars.ContextVar("siteloupe.log.notes")


def open_notes(notes: dict[str, Any]) -> contextvars.Token[dict[str, Any]]:
    """Begin the request whose log lines carry ``notes["id"]``; :func:`note` adds to the same mapping."""
    return _notes.set(notes)


def close_notes(token: contextvars.Token[dict[str, Any]]) -> None:
    """End the request that ``open_notes`` began."""
    _notes.reset(token)


def note(**fields: Any) -> None:
    """Add fields to the line that will be logged when the request being served is answered."""
    if (notes := _notes.get(None)) is not None:
        notes.update(fields)


def plain(text: str, limit: int = MAX_TEXT) -> str:
    """``text`` as printable ASCII in one line, cut at ``limit`` characters."""
    return ascii(text[:limit])[1:-1][:limit]


class JsonLines(logging.Formatter):
    """A record as one JSON object: ``time``, ``level``, ``event``, the request's ``id``, then its fields.

    The fields are the record's ``fields`` attribute; a record of another library has its message instead.
    """

    def format(self, record: logging.LogRecord) -> str:
        """One line, without its end."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": plain(record.getMessage()),
        }
        if (notes := _notes.get(None)) is not None:
            line["id"] = notes.get("id")
        for name, value in getattr(record, "fields", {}).items():
            line[name] = plain(value) if isinstance(value, str) else value
        if record.exc_info:
            line["stack"] = plain("".join(traceback.format_exception(*record.exc_info)), MAX_STACK)
        return msgspec.json.encode(line).decode()


def event(name: str, fields: dict[str, Any], level: int = logging.INFO) -> None:
    """Log ``name`` with ``fields``, without looking up the caller's source line."""
    if logger.isEnabledFor(level):
        record = logging.LogRecord(logger.name, level, "", 0, name, None, None)
        record.fields = fields
        logger.handle(record)


def write_to(stream: TextIO | None = None) -> None:
    """Send this process's log to ``stream``, standard error unless told otherwise."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    logger.handlers[:] = [handler]
    logger.setLevel(logging.INFO)
    logger.propagate = False
