"""What sharing limits and reports through Redis costs a request, against keeping them in the process.

Kept answers ask the store once, for the limit; new ones also for the report, the lease and its return, and
put the report there. Needs redis-server or valkey-server. Both services are asked in turn in one run, and of
all rounds the best counts: whatever else the machine does can only slow one down.
"""

import asyncio
import itertools
import shutil
import socket
import statistics
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import loopback
from serving import Server, asked, served

KEPT, NEW = 2000, 200
CONNECTIONS = 16
ROUNDS = 5

_numbers = itertools.count()


@contextmanager
def redis() -> Iterator[str]:
    """A store's URL, for as long as the block lasts."""
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if program is None:
        raise SystemExit("this benchmark needs redis-server or valkey-server")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
            except OSError:
                time.sleep(0.05)
            else:
                break
        yield f"redis://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def kept() -> Iterator[str]:
    """Requests for one site."""
    return itertools.repeat("/check-cms?url=http://kept.example/", KEPT)


def new() -> Iterator[str]:
    """Requests for sites that nobody has asked about."""
    return (f"/check-cms?url=http://site-{next(_numbers)}.example/" for _ in range(NEW))


def measured(server: Server, targets: Iterator[str]) -> tuple[float, float]:
    """Microseconds of the server's CPU a request, and of the median request's time."""
    cpu = server.cpu_seconds()
    answers = asyncio.run(asked(server.port, targets, CONNECTIONS))
    assert set(answers.statuses) == {200}, answers.statuses
    cost = (server.cpu_seconds() - cpu) / len(answers.took)
    return cost * 1e6, statistics.median(answers.took) * 1e6


def main() -> None:
    """Measure in turn, and print the best of each."""
    with loopback.sites(30_000) as port, redis() as url:
        settings = {
            "SITELOUPE_CONNECT_TO": f"::127.0.0.1:{port}",
            "SITELOUPE_RATE_LIMITS": "check-cms=1000000000",
        }
        with served(**settings) as alone, served(**settings, SITELOUPE_REDIS_URL=url) as sharing:
            for label, targets in (("kept answers", kept), ("new answers", new)):
                for server in (alone, sharing):
                    measured(server, targets())
                rounds = [(measured(alone, targets()), measured(sharing, targets())) for _ in range(ROUNDS)]
                sides = [[min(turn[side][n] for turn in rounds) for n in range(2)] for side in (0, 1)]
                print(f"{label}, best of {ROUNDS} rounds, {CONNECTIONS} connections")
                for name, (cpu, took) in zip(("alone", "with Redis"), sides, strict=True):
                    print(f"  {name:12}{cpu:8.0f} us CPU a request, {took:8.0f} us until its answer")
                print(
                    f"  Redis costs {sides[1][0] - sides[0][0]:.0f} us CPU, ratio {sides[1][0] / sides[0][0]:.2f}"
                )


if __name__ == "__main__":
    main()
