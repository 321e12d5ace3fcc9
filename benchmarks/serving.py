"""``siteloupe serve`` as a benchmark's own process, and callers that cost little beside it."""

import asyncio
import os
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

AGENT = "siteloupe-benchmark/1.0"


@dataclass(frozen=True)
class Server:
    """A server that answers on ``port``; ``pid`` is the parent of its workers."""

    port: int
    pid: int

    @property
    def workers(self) -> list[int]:
        """The workers' process ids."""
        return children(self.pid)

    def cpu_seconds(self) -> float:
        """CPU time of all workers, whatever they have started included."""
        return cpu_seconds(self.workers)

    def resident(self) -> float:
        """Megabytes of memory that all workers hold, shared pages counted in each."""
        return sum(map(_resident, _family(self.workers)))


@contextmanager
def served(**environment: str) -> Iterator[Server]:
    """The service with the given settings, once it answers. Limits are off unless they are given."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    settings = {
        "SITELOUPE_PORT": str(port),
        "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
        "SITELOUPE_RATE_LIMITS": "off",
        "SITELOUPE_WPORG_API": "off",
        **environment,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "siteloupe", "serve"],
        env={**os.environ, **settings},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _await_answer(port)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait()


@dataclass
class Answers:
    """What came back: how often each status, and each answer's seconds."""

    seconds: float = 0.0
    statuses: Counter[int] = field(default_factory=Counter)
    took: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.took) / self.seconds


async def asked(port: int, targets: Iterator[str], connections: int) -> Answers:
    """Ask for every target (path and query), one after the other on each of so many connections."""
    answers, began = Answers(), time.perf_counter()
    await asyncio.gather(*(_ask(port, targets, answers) for _ in range(connections)))
    answers.seconds = time.perf_counter() - began
    return answers


async def _ask(port: int, targets: Iterator[str], answers: Answers) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for target in targets:
        began = time.perf_counter()
        writer.write(
            f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUser-Agent: {AGENT}\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        await reader.readexactly(int(length[1]))
        answers.took.append(time.perf_counter() - began)
        answers.statuses[int(head[9:12])] += 1
    writer.close()


def _await_answer(port: int) -> None:
    for _ in range(600):
        try:
            answers = asyncio.run(asked(port, iter(["/healthz"]), 1))
        except OSError:
            time.sleep(0.05)
        else:
            if answers.statuses[200]:
                return
    raise RuntimeError("the server did not start")


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError):  # a thread that has ended
            found += map(int, (thread / "children").read_text().split())
    return found


def cpu_seconds(pids: list[int]) -> float:
    """CPU time of processes and of all that they have started."""
    return sum(map(_cpu_seconds, _family(pids)))


def _family(pids: list[int]) -> Iterator[int]:
    """Processes and all that they have started."""
    for pid in pids:
        yield pid
        yield from _family(children(pid))


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")  # with children that have ended


def _resident(pid: int) -> float:
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1024
