"""The list of a scan, read on demand: a file of any length, or an open pipe."""

import asyncio
import csv
import os
import stat
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass

MAX_LINE = 8192
"""Most bytes of a line that are read; accepted URLs are shorter, so a cut line is refused anyway."""

_CHUNK = 64 * 1024
_BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Entry:
    """One site of the list: the number of its line, from 1, and its text."""

    line: int
    text: str


class Entries:
    """The lines of the open file ``descriptor``; empty ones and those that begin with ``#`` are left out.

    ``column`` is the column to take of comma-separated values (https://www.rfc-editor.org/rfc/rfc4180),
    counted from 1; None takes the whole line. ``given`` is the number of entries; ``position``, the end of
    the last one, and ``size`` are in bytes; ``size`` is None for a pipe.
    """

    def __init__(self, descriptor: int, column: int | None = None) -> None:
        status = os.fstat(descriptor)
        self._descriptor = descriptor
        self._is_file = stat.S_ISREG(status.st_mode)
        self._column = column
        self.given = 0
        self.position = 0
        self.size = status.st_size if self._is_file else None

    async def __aiter__(self) -> AsyncIterator[Entry]:
        """Yield every entry, read on demand. Raises OSError."""
        number = 0
        async for raw in self._lines():
            number += 1
            line = raw.decode("utf-8", "replace")
            text = (line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line).strip()
            if text and not text.startswith("#"):
                self.given += 1
                yield Entry(number, text if self._column is None else _cell(text, self._column))

    async def _lines(self) -> AsyncIterator[bytes]:
        held = b""
        while chunk := await self._read():
            *whole, held = (held + chunk).split(b"\n")
            for line in whole:
                self.position += len(line) + 1
                yield line[:MAX_LINE]
            held = held[:MAX_LINE]
        if held:
            yield held

    async def _read(self) -> bytes:
        if self._is_file:
            return os.read(self._descriptor, _CHUNK)
        return await _read_when_there(self._descriptor)


def _cell(line: str, column: int) -> str:
    """Return one column of a line; empty without such a column."""
    try:
        cells = next(csv.reader([line]), [])
    except csv.Error:
        return line
    return cells[column - 1].strip() if column <= len(cells) else ""


async def _read_when_there(descriptor: int) -> bytes:
    """Read the next bytes of a pipe or terminal. The thread is a daemon, so that the process can end."""
    loop = asyncio.get_running_loop()
    arrived: asyncio.Future[bytes] = loop.create_future()

    def deliver(chunk: bytes) -> None:
        if not arrived.done():
            arrived.set_result(chunk)

    def read() -> None:
        try:
            chunk = os.read(descriptor, _CHUNK)
        except OSError:  # Linux reports a closed terminal as an error
            chunk = b""
        if not loop.is_closed():
            loop.call_soon_threadsafe(deliver, chunk)

    threading.Thread(target=read, name="list", daemon=True).start()
    return await arrived
