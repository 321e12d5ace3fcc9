"""Two workers against one, on work that a processor does: tech-stack of large pages, none kept from before.

The callers and the sites share the machine with the workers, so on two cores the pages are made large enough
for both to cost next to nothing beside judging. Of all rounds the best of each counts: whatever else the machine
does can only slow a round down. The aim is 1.6 times as many answers a second, which takes two cores that are
free; how many of them the workers got is printed beside it.
"""

import asyncio
import itertools
import os
import statistics
from typing import NamedTuple

import loopback
from serving import Server, served
from serving import asked as load

SIZE = 400_000
ANALYSES = 40
CONNECTIONS = 8
ROUNDS = 12

_numbers = itertools.count()


class Round(NamedTuple):
    """Answers a second, cores that the workers had meanwhile, and the 99th percentile in seconds."""

    rate: float
    cores: float
    slowest: float


def asked(server: Server, analyses: int = ANALYSES) -> Round:
    """Ask about so many sites that nobody has asked about."""
    paths = [f"/tech-stack?url=http://site-{next(_numbers)}.example/" for _ in range(analyses)]
    cpu = server.cpu_seconds()
    answers = asyncio.run(load(server.port, iter(paths), CONNECTIONS))
    assert answers.statuses == {200: analyses}, answers.statuses
    cores = (server.cpu_seconds() - cpu) / answers.seconds
    return Round(answers.rate, cores, statistics.quantiles(answers.took, n=100)[98])


def main() -> None:
    """Measure both in turn, and print the best of each and their ratio."""
    print(f"{ANALYSES} pages of {len(loopback.page(SIZE)):,} bytes, {os.cpu_count()} cores, tech-stack")
    with loopback.sites(SIZE) as port:
        connect_to = f"::127.0.0.1:{port}"
        with (
            served(SITELOUPE_CONNECT_TO=connect_to) as one,
            served(SITELOUPE_CONNECT_TO=connect_to, SITELOUPE_WORKERS="2") as two,
        ):
            for server in (one, two):
                asked(server)
            rounds = [(asked(one), asked(two)) for _ in range(ROUNDS)]
    best = [max(side) for side in zip(*rounds, strict=True)]
    for label, each in zip(("one worker", "two workers"), best, strict=True):
        print(
            f"  {label:12}{each.rate:6.1f} a second on {each.cores:.2f} cores, p99 {each.slowest * 1000:.0f} ms"
        )
    print(f"ratio {best[1].rate / best[0].rate:.2f} (aim: 1.60)")


if __name__ == "__main__":
    main()
