"""Judges costly sites in processes of their own, and prints those that take too much computing or memory.

Every generator of tests/costly makes a site of two sizes; after them, sites that several generators make
together, at random, until SITELOUPE_FUZZ_SECONDS are over. A site fails when its analyses take more than a
second of computing, more memory than 20 times its size (no less than 150 MB counts), or when twice the size
takes much more than twice the computing. Names as arguments choose generators. Ends with 1 when one failed.
One line a site: size, seconds, MB, growth; a star marks what failed. What is found becomes a generator.
"""

import argparse
import gc
import json
import math
import multiprocessing
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

import msgspec

from siteloupe.analyses import ANALYSES
from siteloupe.analyses.judge import judge
from siteloupe.detect.site import Site
from siteloupe.errors import BadCapture
from siteloupe.saved import saved_visits
from tests.costly.files import ARCHIVES
from tests.costly.table import GENERATORS, CostlySite

MEGABYTE = 1 << 20
MAX_SECONDS = 1.0
MAX_MEMORY = 20
"""Bytes for each byte of a site."""

FLOOR = 150 * MEGABYTE
"""Memory that any site may take."""

MAX_GROWTH = 2.6
"""How much more computing twice the size may take, where it takes more than NOISE seconds."""

NOISE = 0.25
CPU_LIMIT = 12
MEMORY_LIMIT = 1024 * MEGABYTE
MAX_ANSWER = 256 * 1024

Work = Callable[[], tuple[int, Callable[[], object]]]
"""Makes a site: its size, and what is to be measured."""


class Cost(NamedTuple):
    """What a site took: seconds of computing, bytes of memory; ``ended`` when it was stopped."""

    size: int
    seconds: float
    memory: int
    ended: bool = False


def cost(work: Work) -> Cost:
    """The cost of ``work`` in a process of its own."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_measure, args=(sender, work))
    process.start()
    sender.close()
    size = 0
    try:
        size = receiver.recv()
        return Cost(*receiver.recv())
    except EOFError:
        return Cost(size, CPU_LIMIT, MEMORY_LIMIT, ended=True)
    finally:
        process.join()


def _measure(result: Connection, work: Work) -> None:
    size, run = work()
    result.send(size)
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew, see proc(5)
    before = _status("VmRSS")
    limit = math.ceil(time.process_time() + CPU_LIMIT)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_LIMIT, MEMORY_LIMIT))
    began = time.process_time()
    try:
        run()
    except MemoryError:
        os._exit(1)
    result.send((size, time.process_time() - began, _status("VmHWM") - before))


def _status(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


def judging(made: Callable[[], CostlySite]) -> tuple[int, Callable[[], object]]:
    """All analyses of a site."""
    site = made()
    capture = site.capture()

    def run() -> None:
        read = Site(capture)
        for analysis in ANALYSES:
            variant = analysis.variant(inspect=True)
            msgspec.json.encode(judge(variant, read, MAX_ANSWER))

    return site.size, run


def reading(name: str, body: bytes) -> tuple[int, Callable[[], object]]:
    """Reading a saved file."""
    path = Path(tempfile.mkdtemp()) / name
    path.write_bytes(body)

    def run() -> None:
        try:
            for _ in saved_visits(path):
                pass
        except BadCapture:
            pass
        finally:
            path.unlink()
            path.parent.rmdir()

    return len(body), run


def works(names: list[str]) -> Iterator[tuple[str, Callable[[int], Work]]]:
    """Every generator by its name, as work of a size."""
    for name, generate in GENERATORS.items():
        if not names or any(each in name for each in names):
            yield name, lambda size, made=generate: partial(judging, partial(made, size))  # type: ignore[misc]
    for name, (file, make) in ARCHIVES.items():
        if not names or any(each in name for each in names):
            yield name, lambda size, file=file, make=make: lambda: reading(file, make(size))  # type: ignore[misc]


def combined(seed: int, size: int) -> CostlySite:
    """A site whose parts are from several generators."""
    chosen = random.Random(seed)  # noqa: S311
    names = [name for name in GENERATORS if name.startswith(("page-", "css-"))]
    made = [GENERATORS[name](size // 4) for name in chosen.sample(names, 4)]
    chosen.shuffle(made)
    page = b"".join(each.page for each in made)
    return replace(made[0], page=page, css=b"}".join(each.css for each in made))


def failures(small: Cost, large: Cost) -> list[str]:
    """What is too much of a site at two sizes."""
    reasons = []
    if large.ended:
        reasons.append("ended")
    if large.seconds > MAX_SECONDS:
        reasons.append("seconds")
    if large.memory > max(FLOOR, MAX_MEMORY * large.size):
        reasons.append("memory")
    if large.seconds > NOISE and large.seconds > MAX_GROWTH * small.seconds * large.size / small.size / 2:
        reasons.append("growth")
    return reasons


def show(name: str, small: Cost, large: Cost) -> list[str]:
    """Print the row of a site. Returns why it failed."""
    reasons = failures(small, large)
    growth = large.seconds / max(small.seconds, 0.001)
    sizes = (
        f"{large.size / 1024:8.0f} KB {large.seconds:6.2f} s {large.memory / MEGABYTE:6.0f} MB {growth:5.1f}x"
    )
    print(f"{'*' if reasons else ' '} {name:50} {sizes} {' '.join(reasons)}", flush=True)
    return reasons


def main() -> None:
    """Try every generator, then combinations."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--size", type=int, default=500_000)
    reader.add_argument("--json", type=Path)
    reader.add_argument("names", nargs="*")
    options = reader.parse_args()
    _warm_up()
    failed: dict[str, list[str]] = {}
    costs: dict[str, tuple[Cost, Cost]] = {}
    for name, work in works(options.names):
        small, large = (cost(work(size)) for size in (options.size // 2, options.size))
        costs[name] = small, large
        if reasons := show(name, small, large):
            failed[name] = reasons
    until = time.monotonic() + float(os.environ.get("SITELOUPE_FUZZ_SECONDS") or 0)
    while time.monotonic() < until:
        seed = random.getrandbits(32)
        small, large = (
            cost(partial(judging, partial(combined, seed, size)))
            for size in (options.size // 2, options.size)
        )
        if failures(small, large):
            failed[f"combined {seed}"] = show(f"combined {seed}", small, large)
    kinds = [reason for reasons in failed.values() for reason in reasons]
    counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds)))
    print(f"{len(costs)} generators; {len(failed)} failed: {counts or 'none'}")
    if options.json:
        options.json.write_text(json.dumps(costs))
    sys.exit(bool(failed))


def _warm_up() -> None:
    _, run = judging(lambda: GENERATORS["page-nested-divs"](100))
    run()
    gc.collect()


if __name__ == "__main__":
    main()
