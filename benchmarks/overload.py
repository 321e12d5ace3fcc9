"""How long cached answers and refusals take alone, and while the service is kept busy in every way we know.

Each row is a service of its own, asked by a prober that waits for each answer; sites and load are processes of
their own. Aims at p95 while hostile pages are analyzed: cached answers within 100 ms, refusals within 50.
"""

import asyncio
import contextlib
import itertools
import multiprocessing
import os
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from urllib.parse import quote

from hostile_sites import serve_sites

SECONDS = 4.0
PAUSE = 0.01
HEAVY = 8
HUNG = 40
STAMPEDE = 500
SPOOFED = 2000
SLOW = 200
HALF_OPEN = 300
AT_ONCE = 64
ANALYSED = 320

ANALYSES = ("check-cms", "tech-stack", "font-detector", "color-palette")
KEPT = "http://ordinary-kept.example/"
REFUSED = "http://10.0.0.1/"

_addresses = itertools.count()


async def ask(port: int, analysis: str, url: str) -> int:
    """The status of one answer, over a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        return await asked(reader, writer, analysis, url)
    finally:
        writer.close()


async def asked(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    analysis: str,
    url: str,
    address: str | None = None,
) -> int:
    """Ask once, as somebody new unless ``address`` is given."""
    writer.write(request(analysis, url, address or fresh_address()))
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    length = next(int(line[15:]) for line in lines if line.startswith(b"content-length:"))
    await reader.readexactly(length)
    return int(head[9:12])


def request(analysis: str, url: str, address: str) -> bytes:
    """One request as a trusted proxy hands it on."""
    lines = (
        f"GET /{analysis}?url={quote(url, safe='')} HTTP/1.1",
        "Host: 127.0.0.1",
        "User-Agent: siteloupe-benchmark/1.0",
        f"X-Forwarded-For: {address}",
    )
    return "\r\n".join([*lines, "", ""]).encode()


def fresh_address() -> str:
    """Somebody who never asked before."""
    number = next(_addresses)
    return f"11.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


@contextmanager
def served(sites_port: int, interpreter: str = sys.executable) -> Iterator[int]:
    """The port of a service of its own, that believes who its callers say they are; killed at the end."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "SITELOUPE_PORT": str(port),
        "SITELOUPE_CONNECT_TO": f"::127.0.0.1:{sites_port}",
        "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
        "SITELOUPE_TRUSTED_PROXIES": "127.0.0.0/8",
        "SITELOUPE_WPORG_API": "off",
    }
    process = subprocess.Popen(
        [interpreter, "-m", "siteloupe", "serve"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield port
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


async def warmed(port: int) -> None:
    """Wait until the service is up, and has the answer that it shall give out."""
    for _ in range(200):
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            if await ask(port, "check-cms", KEPT) == 200:
                return
        await asyncio.sleep(0.05)
    raise SystemExit("the service did not start")


@dataclass
class Probe:
    """Milliseconds that answers took."""

    kept: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)

    async def run(self, port: int, until: float) -> None:
        """Ask for a kept answer and for a refusal, in turn."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.perf_counter() < until:
            for times, url, status in ((self.kept, KEPT, 200), (self.refused, REFUSED, 400)):
                began = time.perf_counter()
                answered = await asked(reader, writer, "check-cms", url)
                times.append((time.perf_counter() - began) * 1000)
                assert answered == status, answered
            await asyncio.sleep(PAUSE)
        writer.close()


Load = Callable[[int], Awaitable[None]]
"""Keeps the service at a port busy."""


async def nothing(_: int) -> None:
    """The service has only the prober."""


def heavy(kind: str, at_once: int = HEAVY) -> Load:
    """So many callers, each with one new hostile site after the other."""

    async def load(port: int) -> None:
        async def caller() -> None:
            for number in itertools.count():
                await ask(port, ANALYSES[number % 4], f"http://{kind}-{fresh_address()}.example/")

        await asyncio.gather(*(caller() for _ in range(at_once)))

    return load


async def hung(port: int) -> None:
    """Sites that take the connection and say nothing."""
    await asyncio.gather(
        *(ask(port, "check-cms", f"http://silent-{number}.example/") for number in range(HUNG))
    )


async def stampede(port: int) -> None:
    """Everybody wants the same page at once, again and again, and never one that is kept."""
    for number in itertools.count():
        url = f"http://ordinary-{number}.example/"
        await asyncio.gather(*(ask(port, "tech-stack", url) for _ in range(STAMPEDE)))


async def spoofed(port: int) -> None:
    """Somebody claims to be thousands, each of whom asks until it is told to stop."""
    connections = [await asyncio.open_connection("127.0.0.1", port) for _ in range(8)]

    async def caller(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for number in itertools.count():
            await asked(reader, writer, "check-cms", REFUSED, f"12.0.{number % SPOOFED >> 8}.{number & 255}")

    await asyncio.gather(*(caller(*each) for each in connections))


async def slow_clients(port: int) -> None:
    """Clients that send a byte of their headers now and then, and never come to an end."""
    async with connections(port, SLOW) as writers:
        while True:
            for writer in writers:
                with contextlib.suppress(OSError):
                    writer.write(b"G")
            await asyncio.sleep(0.5)


async def half_open(port: int) -> None:
    """Clients that connect and say nothing, and ones that ask and never read."""
    async with connections(port, HALF_OPEN) as writers:
        for writer in writers[: HALF_OPEN // 2]:
            writer.write(request("check-cms", KEPT, fresh_address()) * 5)
        await asyncio.sleep(60)


@asynccontextmanager
async def connections(port: int, count: int) -> AsyncIterator[list[asyncio.StreamWriter]]:
    """So many open connections, whose answers nobody reads."""
    opened = [await asyncio.open_connection("127.0.0.1", port, limit=1024) for _ in range(count)]
    try:
        yield [writer for _, writer in opened]
    finally:
        for _, writer in opened:
            writer.transport.abort()


ROWS: dict[str, Load] = {
    "alone": nothing,
    f"{HEAVY} pages of tags": heavy("tags"),
    f"{HEAVY} pages of attributes": heavy("attributes"),
    f"{HEAVY} pages with hostile CSS": heavy("css"),
    f"{HEAVY} pages just below heavy": heavy("below"),
    f"{HUNG} hung sites": hung,
    f"a stampede of {STAMPEDE}": stampede,
    f"{SPOOFED} spoofed addresses": spoofed,
    f"{SLOW} slow clients": slow_clients,
    f"{HALF_OPEN} half-open connections": half_open,
}


def measured(port: int, name: str) -> Probe:
    """What the prober sees while the load of a row goes on, in a process of its own."""
    asyncio.run(warmed(port))
    probe = Probe()
    load = multiprocessing.Process(target=keep_busy, args=(port, name), daemon=True)
    load.start()
    time.sleep(0.5)
    asyncio.run(probe.run(port, time.perf_counter() + SECONDS))
    assert load.exitcode in {None, 0}, name
    load.terminate()
    load.join()
    return probe


def keep_busy(port: int, name: str) -> None:
    """Load the service as a row says."""
    next(itertools.islice(_addresses, 1_000_000, None))  # nobody whom the prober claims to be
    asyncio.run(ROWS[name](port))


async def analyzed(port: int) -> list[float]:
    """Milliseconds that analyses of ordinary sites take when so many are made at once."""
    await warmed(port)
    numbers, times = iter(range(ANALYSED)), []

    async def caller() -> None:
        for number in numbers:
            began = time.perf_counter()
            assert await ask(port, ANALYSES[number % 4], f"http://ordinary-{number}.example/") == 200
            times.append((time.perf_counter() - began) * 1000)

    await asyncio.gather(*(caller() for _ in range(AT_ONCE)))
    return times


def percentiles(times: list[float]) -> tuple[float, ...]:
    """The times within which half, 95 % and 99 % of them are."""
    parts = statistics.quantiles(times, n=100)
    return parts[49], parts[94], parts[98]


def row(name: str, probe: Probe, alone: Probe) -> str:
    """Milliseconds, and how many times as long as alone at p95."""
    cells = ""
    for times, base in ((probe.kept, alone.kept), (probe.refused, alone.refused)):
        figures = percentiles(times)
        ratio = figures[1] / percentiles(base)[1]
        cells += "".join(f"{figure:8.1f}" for figure in (*figures, ratio)) + " "
    return f"{name:31}{cells}"


def main() -> None:
    """Measure row by row; words on the command line choose among the rows."""
    chosen = [name for name in ROWS if name == "alone" or all(word in name for word in sys.argv[1:])]
    print(f"{'':32}{'cached answers, ms':^32}{'refusals, ms':^32}")
    print(f"{'':32}" + f"{'p50':>7}{'p95':>8}{'p99':>8}{'ratio':>8} " * 2)
    probes: dict[str, Probe] = {}
    with serve_sites() as sites_port:
        for name in chosen:
            with served(sites_port) as port:
                probes[name] = measured(port, name)
            print(row(name, probes[name], probes["alone"]), flush=True)
        with served(sites_port) as port:
            p50, p95, p99 = percentiles(asyncio.run(analyzed(port)))
    figures = f"p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms, ratio {p99 / p50:.1f}"
    print(f"{ANALYSED} analyses, {AT_ONCE} at once: {figures}")


if __name__ == "__main__":
    main()
