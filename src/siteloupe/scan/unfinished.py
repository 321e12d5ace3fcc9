"""The lines that a scan has begun and not finished: for the next scan after a kill, and for the progress bar.

After a kill, the lines that were begun are looked at one at a time. When a line is alone and the scan is
killed again, that line is the cause, and the scan after that records a failure instead of a third visit.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from siteloupe.scan.entries import Entry
from siteloupe.scan.record import ScanRecord

_ALONE = "alone"
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
_MAX_BYTES = 64 * 1024 * 1024
"""Most bytes of the file that are read; a scan writes a few bytes for each line."""


class UnfinishedLines:
    """The unfinished lines. ``path`` is the file where they are noted; None to note them nowhere.

    The file is removed when the scan ends by itself. Raises OSError when it cannot be written.
    """

    def __init__(self, path: Path | None = None, timer: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._timer = timer
        self._begun: dict[int, tuple[str, float]] = {}
        self._suspects, self._culprits = _read(path) if path else (frozenset[int](), frozenset[int]())
        self._descriptor = None if path is None else os.open(path, _FLAGS, 0o644)

    def killed_twice(self, entry: Entry) -> bool:
        """Whether the scan was killed twice during this line, the second time without another one."""
        return entry.line in self._culprits

    def is_suspect(self, entry: Entry) -> bool:
        """Whether the scan was killed during this line, so that it has to be looked at alone."""
        return entry.line in self._suspects

    def begin(self, entry: Entry) -> None:
        """Note that ``entry`` is looked at."""
        self._begun[entry.line] = (entry.text, self._timer())
        if self._descriptor is not None:
            word = f" {_ALONE}" if self.is_suspect(entry) else ""
            os.write(self._descriptor, f"{entry.line}{word}\n".encode())

    def finish(self, entry: Entry) -> None:
        """Note that ``entry`` is done."""
        self._begun.pop(entry.line, None)

    def slowest(self, seconds: float) -> tuple[str, float] | None:
        """Return the text and seconds of the line that takes longest; None if under ``seconds``."""
        begun = list(self._begun.values())  # the progress bar asks from its own thread
        text, since = min(begun, key=lambda each: each[1], default=("", self._timer()))
        waited = self._timer() - since
        return (text, waited) if text and waited >= seconds else None

    def close(self) -> None:
        """Remove the file: the scan was not killed."""
        if self._descriptor is not None and self._path is not None:
            os.close(self._descriptor)
            self._path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def killed_record(entry: Entry) -> ScanRecord:
    """Return the record of a line with which the scan was killed twice."""
    return ScanRecord(
        line=entry.line,
        input=entry.text,
        outcome="failed",
        cause="killed",
        message="The scan was killed twice while it looked at this line.",
    )


def _read(path: Path) -> tuple[frozenset[int], frozenset[int]]:
    """Return the lines that were begun in a crowd, and those that were begun alone."""
    try:
        with path.open("rb") as file:
            words = [raw.split() for raw in file.read(_MAX_BYTES).splitlines()]
    except FileNotFoundError:
        return frozenset(), frozenset()
    begun = {int(each[0]) for each in words if each and each[0].isdigit()}
    # only the last line that was begun alone can have been unfinished: the others before it were finished
    last = words[-1] if words else []
    was_alone = last[1:] == [_ALONE.encode()] and last[0].isdigit()
    return frozenset(begun), frozenset({int(last[0])} if was_alone else ())
