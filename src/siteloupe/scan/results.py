"""The results file: one record on each line; it only grows, and is valid again after a kill at any byte.

The file is its own checkpoint. It is read once when it is opened: an incomplete last line is completed or
removed, and one byte of each earlier record stays in memory, so that no line is visited twice, and a
different list is noticed.
"""

import fcntl
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, Self

import msgspec

from siteloupe.errors import BadResults
from siteloupe.scan.entries import Entry
from siteloupe.scan.record import ScanRecord

MAX_RECORD = 16 * 1024 * 1024
"""Most bytes of one line; reports are much smaller."""

_START = b'{"line":'


def read_records(path: Path) -> Iterator[ScanRecord]:
    """Yield the records of a finished results file. Raises OSError, and ValueError for other content."""
    decoder = msgspec.json.Decoder(ScanRecord)
    with path.open("rb") as file:
        while line := file.readline(MAX_RECORD):
            yield decoder.decode(line)


class Results(Protocol):
    """The interface of results."""

    def has(self, entry: Entry) -> bool:
        """Whether this line already has its record."""

    def append(self, record: ScanRecord) -> None:
        """Add a record."""


class Journal:
    """The results in ``path``, which is made if missing; no other process may write while it is open.

    ``on_record`` is called with each existing record. Raises BadResults when the file has other content, or
    another scan writes it; OSError when it cannot be opened.
    """

    def __init__(
        self, path: Path, analyses: tuple[str, ...], on_record: Callable[[ScanRecord], None]
    ) -> None:
        self._path = path
        self._analyses = set(analyses)
        self._marks = bytearray()
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        try:
            self._lock()
            self._read(on_record)
        except BaseException:
            os.close(self._descriptor)
            raise

    def has(self, entry: Entry) -> bool:
        """Whether the entry's line is done. Raises BadResults when that line had another text."""
        mark = self._marks[entry.line] if entry.line < len(self._marks) else 0
        if mark and mark != _mark(entry.text):
            raise BadResults(
                f"{self._path} has a result for line {entry.line}, but for another text than the list has "
                "there now; give --out a new file for a new list."
            )
        return mark != 0

    def append(self, record: ScanRecord) -> None:
        """Add a record; after that, it survives the end of the process. Raises OSError."""
        line = memoryview(msgspec.json.encode(record) + b"\n")
        while line:
            line = line[os.write(self._descriptor, line) :]

    def close(self) -> None:
        """Sync the file to the disk, and release the lock."""
        os.fsync(self._descriptor)
        os.close(self._descriptor)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _lock(self) -> None:
        if not stat.S_ISREG(os.fstat(self._descriptor).st_mode):
            raise BadResults(f"{self._path} is no plain file; without --out, results go to standard output.")
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadResults(f"{self._path} is being written by another scan.") from None

    def _read(self, on_record: Callable[[ScanRecord], None]) -> None:
        decoder = msgspec.json.Decoder(ScanRecord)
        end = number = 0
        with open(self._descriptor, "rb", closefd=False) as file:
            while raw := file.readline(MAX_RECORD):
                number += 1
                try:
                    record = decoder.decode(raw)
                except (ValueError, RecursionError) as error:
                    if file.read(1) or not _may_be_cut_off(raw):
                        raise BadResults(f"{self._path}, line {number} is no result of a scan.") from error
                    os.ftruncate(self._descriptor, end)
                    return
                self._remember(record, number)
                on_record(record)
                end += len(raw)
                if not raw.endswith(b"\n"):
                    os.write(self._descriptor, b"\n")

    def _remember(self, record: ScanRecord, number: int) -> None:
        if record.reports and set(record.reports) != self._analyses:
            made = ", ".join(sorted(record.reports))
            raise BadResults(f"{self._path}, line {number} was made with other analyses: {made}.")
        if len(self._marks) <= record.line:
            self._marks.extend(bytes(max(record.line + 1 - len(self._marks), len(self._marks) // 8)))
        self._marks[record.line] = _mark(record.input)


def _may_be_cut_off(raw: bytes) -> bool:
    """Whether ``raw`` is an incomplete record: only this is ever removed."""
    return not raw.endswith(b"\n") and (raw.startswith(_START) or _START.startswith(raw))


def _mark(text: str) -> int:
    """Return a byte for a text, never 0: a changed line is noticed 254 times in 255."""
    return 1 + zlib.crc32(text.encode()) % 255


class Stream:
    """Results on standard output."""

    def has(self, entry: Entry) -> bool:  # noqa: ARG002
        """Return false: printed records are not stored."""
        return False

    def append(self, record: ScanRecord) -> None:
        """Print a record. Raises BrokenPipeError when the other end is closed."""
        sys.stdout.buffer.write(msgspec.json.encode(record) + b"\n")
        sys.stdout.buffer.flush()
