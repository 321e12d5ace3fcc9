"""The limits of the browser's processes: CPU time and memory, read from the system while pages are open.

A page has a process of its own, because contexts and sites share none. A process that exceeds a limit is
killed, which ends the one visit that it works for.
"""

import asyncio
import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

EVERY = 0.2
"""Seconds between two looks at the processes."""

_PAGE = os.sysconf("SC_PAGE_SIZE")


class BrowserProcess(NamedTuple):
    """One process of the browser: its kind in Chromium's words, CPU seconds, and own bytes of memory."""

    kind: str
    pid: int
    cpu: float
    memory: int


def processes_of(info: Iterable[dict[str, Any]]) -> list[BrowserProcess]:
    """Return the processes in an answer of CDP's ``SystemInfo.getProcessInfo``."""
    return [
        BrowserProcess(str(each["type"]), int(each["id"]), float(each["cpuTime"]), memory_of(int(each["id"])))
        for each in info
    ]


def memory_of(pid: int) -> int:
    """Return the bytes that a process holds and shares with no file; 0 when the system does not say.

    Source: https://man7.org/linux/man-pages/man5/proc_pid_statm.5.html
    """
    try:
        fields = Path(f"/proc/{pid}/statm").read_text("ascii").split()
    except OSError:
        return 0
    return max(0, int(fields[1]) - int(fields[2])) * _PAGE


def kill_renderer(pid: int) -> None:
    """Kill a process that shows pages; any other process is left alone, whatever the browser said."""
    with suppress(OSError):
        if b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes():
            os.kill(pid, signal.SIGKILL)


class ProcessWatch:
    """Kills page processes of one browser that exceed ``cpu`` seconds or ``memory`` bytes, while it runs.

    ``killed`` are the causes by process, ``ended`` the CPU seconds of processes that are gone, ``peak`` the
    most memory that all had together.
    """

    def __init__(self, session: Any, cpu: float, memory: int, places: int) -> None:
        self._session = session
        self._cpu = cpu
        self._memory = memory
        self._most = memory * (places + 2)
        self.killed: dict[int, str] = {}
        self._browser = 0
        self._alive: dict[int, float] = {}
        self.ended = 0.0
        self.peak = 0

    async def run(self) -> None:
        """Look at the processes until cancelled; ends the browser when all together hold too much memory."""
        while True:
            answer = await self._session.send("SystemInfo.getProcessInfo")
            processes = processes_of(answer["processInfo"])
            self._browser = next((each.pid for each in processes if each.kind == "browser"), 0)
            self._note_ended(processes)
            self.peak = max(self.peak, sum(each.memory for each in processes))
            for each in processes:
                if each.kind == "renderer" and (cause := self._excess(each)) and each.pid not in self.killed:
                    self.killed[each.pid] = cause
                    kill_renderer(each.pid)
            if sum(each.memory for each in processes) > self._most:
                self.kill_browser()
                return
            await asyncio.sleep(EVERY)

    def _note_ended(self, processes: list[BrowserProcess]) -> None:
        """Add the CPU seconds of processes that have ended to ``ended``, as far as they were seen."""
        now = {each.pid: each.cpu for each in processes}
        self.ended += sum(cpu for pid, cpu in self._alive.items() if pid not in now)
        self._alive = now

    def kill_browser(self) -> None:
        """End the browser itself, which no longer does what it is told; all its processes end with it."""
        if self._browser:
            with suppress(OSError):
                os.kill(self._browser, signal.SIGKILL)

    def _excess(self, process: BrowserProcess) -> str | None:
        if process.memory > self._memory:
            return "memory"
        return "cpu" if process.cpu > self._cpu else None
