"""How much memory a program takes, with all processes that it started."""

import threading
from pathlib import Path
from typing import Self


class Peak:
    """The most that the processes from ``pid`` down take while the block runs, in bytes.

    What several of them share counts once (proportional set size, proc_pid_smaps(5)).
    """

    def __init__(self, pid: int, seconds: float = 0.1) -> None:
        self._pid = pid
        self._seconds = seconds
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self.bytes = 0

    def _watch(self) -> None:
        while True:
            self.bytes = max(self.bytes, memory(self._pid))
            if self._over.wait(self._seconds):
                return

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()


def memory(pid: int) -> int:
    """What the processes from ``pid`` down take now, in bytes."""
    return sum(_own(each) for each in family(pid))


def family(pid: int) -> list[int]:
    """The process, and all that it started."""
    children = [int(child) for task in _read(f"/proc/{pid}/task/*/children") for child in task.split()]
    return [pid, *(each for child in children for each in family(child))]


def _own(pid: int) -> int:
    lines = "".join(_read(f"/proc/{pid}/smaps_rollup")).splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def _read(pattern: str) -> list[str]:
    """The files that match; a process may have ended meanwhile."""
    texts = []
    for path in Path("/").glob(pattern.removeprefix("/")):
        try:
            texts.append(path.read_text())
        except (FileNotFoundError, ProcessLookupError):
            continue
    return texts
