"""What costly pages of some callers cost another caller, and how many costly pages are answered at once.

A service of its own for each row, with its default limits. Hostile callers ask for new costly pages as often as
their limits allow; the bystander asks for one new ordinary site after the other. Aim: at most 1 s more at p95.
Costly pages asked for all at once are answered no less often than pages asked for one after the other.
"""

import asyncio
import contextlib
import itertools
import multiprocessing
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from hostile_sites import serve_sites
from overload import ANALYSES, ask, asked, percentiles, served, warmed

from tests.servers.memory import Peak

HOSTILE = 3
AT_ONCE = 10
SECONDS = 15.0
PAUSE = 0.1
HEAVY = 64
PATIENCE = 25.0
KINDS = ("tags", "attributes", "css", "formatting", "services")

_numbers = itertools.count()


async def be_hostile(port: int, kind: str) -> None:
    """Ask for new costly pages from a few addresses, each analysis as often as its limit allows."""

    async def caller(address: str) -> None:
        while True:
            url = f"http://{kind}-{address.replace('.', '-')}-{next(_numbers)}.example/"
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                if await asked(reader, writer, ANALYSES[next(_numbers) % 4], url, address) == 429:
                    await asyncio.sleep(1)
            writer.close()

    addresses = [f"13.0.{number}.1" for number in range(HOSTILE)]
    await asyncio.gather(*(caller(address) for address in addresses for _ in range(AT_ONCE)))


def run_hostile(port: int, kind: str) -> None:
    """Be hostile, in a process of its own."""
    asyncio.run(be_hostile(port, kind))


async def stand_by(port: int) -> tuple[list[float], int]:
    """Milliseconds of a bystander's answers about new sites, and how many were refused."""
    until, times, refused = time.perf_counter() + SECONDS, [], 0
    while time.perf_counter() < until:
        began = time.perf_counter()
        status = await ask(port, ANALYSES[len(times) % 4], f"http://ordinary-{next(_numbers)}.example/")
        times.append((time.perf_counter() - began) * 1000)
        refused += status != 200
        await asyncio.sleep(PAUSE)
    return times, refused


def stand_beside(sites_port: int, kind: str | None) -> str:
    """The bystander's figures beside pages of a kind, or alone."""
    with served(sites_port) as port:
        asyncio.run(warmed(port))
        hostile = multiprocessing.Process(target=run_hostile, args=(port, kind), daemon=True)
        if kind:
            hostile.start()
        times, refused = asyncio.run(stand_by(port))
        if kind:
            hostile.terminate()
            hostile.join()
    _, p95, _ = percentiles(times)
    return f"p95 {p95:6.0f} ms, worst {max(times):6.0f} ms, {refused} of {len(times)} not answered"


async def answered_at_once(port: int, kind: str) -> int:
    """How many of many costly pages are answered within one analysis's time when all are asked for at once."""
    await warmed(port)
    urls = [f"http://{kind}-once-{number}.example/" for number in range(HEAVY)]
    statuses = await asyncio.gather(*(ask(port, "color-palette", url) for url in urls))
    return statuses.count(200)


async def answered_in_turn(port: int, kind: str) -> int:
    """How many are answered in the same time when they are asked for one after the other."""
    await warmed(port)
    until, answered = time.perf_counter() + PATIENCE, 0
    for number in range(HEAVY):
        left = until - time.perf_counter()
        with contextlib.suppress(TimeoutError):
            status = await asyncio.wait_for(
                ask(port, "color-palette", f"http://{kind}-turn-{number}.example/"), max(left, 0)
            )
            answered += status == 200
    return answered


def compare_counts(sites_port: int, kind: str) -> str:
    """Both counts, and the memory of all processes together."""
    counts = []
    for measure in (answered_at_once, answered_in_turn):
        with served(sites_port) as port, Peak(_newest_child()) as peak:
            counts.append(asyncio.run(measure(port, kind)))
    return f"{counts[0]} at once, {counts[1]} in turn; memory at most {peak.bytes / 1e6:.0f} MB"


def _newest_child() -> int:
    """The process that was started last."""
    children = Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text().split()
    return int(children[-1])


def main() -> None:
    """Measure row by row; words on the command line choose among the kinds."""
    kinds = [kind for kind in KINDS if not sys.argv[1:] or kind in sys.argv[1:]]
    with serve_sites() as sites_port:
        print(f"bystander alone:             {stand_beside(sites_port, None)}", flush=True)
        for kind in kinds:
            print(f"beside {HOSTILE} with {kind:13} {stand_beside(sites_port, kind)}", flush=True)
        for kind in kinds:
            print(f"{HEAVY} pages, {kind:13}: {compare_counts(sites_port, kind)}", flush=True)


if __name__ == "__main__":
    main()
