"""What a request's line in the log costs: this project's own log, and structlog set up to say the same.

Both get the same request: an id, two notes while it is served, and the line at its end. structlog takes its
contextvars, level, time and JSON; texts are bounded and inert in a step of ours, which it has no like of, and
lines are only collected, without the lock that ours has. Least CPU time of several rounds in turn.
"""

import asyncio
import io
import time
from collections.abc import Callable
from typing import Any

import msgspec
import structlog
from structlog.contextvars import bind_contextvars, merge_contextvars, reset_contextvars

from siteloupe import log

ROUNDS = 9
LINES = 10_000
LINE = {"method": "GET", "path": "/check-cms", "status": 200, "ms": 0.4}

written: list[str] = []


class Sink:
    """Where structlog's lines go."""

    def info(self, line: str) -> None:
        """Keep a line until the next round."""
        written.append(line)


def bounded(_logger: object, _method: str, said: Any) -> Any:
    """A step of structlog: fields in our order, texts bounded and inert."""
    line = {"time": said.pop("time"), "level": said.pop("level"), "event": said.pop("event"), **said}
    for key, value in line.items():
        if isinstance(value, str) and not (
            value.isascii() and value.isprintable() and len(value) <= log.MAX_TEXT
        ):
            line[key] = log.plain(value)
    return line


peer = structlog.wrap_logger(
    Sink(),
    processors=[
        merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        structlog.processors.format_exc_info,
        bounded,
        structlog.processors.JSONRenderer(lambda line, **_: msgspec.json.encode(line).decode()),
    ],
    wrapper_class=structlog.make_filtering_bound_logger(20),
    cache_logger_on_first_use=True,
).bind()


def ours(number: int) -> None:
    """A request as ``http.front`` and the service log it."""
    token = log.open_notes({"id": f"abcdef01-{number:x}"})
    log.note(target="home.example", source="cache")
    log.event("request", LINE)
    log.close_notes(token)


def theirs(number: int) -> None:
    """The same with structlog."""
    tokens = bind_contextvars(id=f"abcdef01-{number:x}")
    tokens = {**bind_contextvars(target="home.example", source="cache"), **tokens}
    peer.info("request", **LINE)
    reset_contextvars(**tokens)


def cost(request: Callable[[int], None]) -> float:
    """Microseconds of CPU time a request."""
    written.clear()
    started = time.process_time()
    for number in range(LINES):
        request(number)
    return (time.process_time() - started) / LINES * 1e6


async def main() -> None:
    """Print both, within an event loop, where the log holds its lines together."""
    log.write_to(io.StringIO())
    rounds = [(cost(ours), cost(theirs)) for _ in range(ROUNDS)]
    log.write_nowhere()
    mine, other = (min(each[side] for each in rounds) for side in (0, 1))
    print(f"a line: ours {mine:.1f} us, structlog {other:.1f} us ({other / mine:.1f} times)")


if __name__ == "__main__":
    asyncio.run(main())
