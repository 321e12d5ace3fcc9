"""Two workers against one, on work that a processor does: tech-stack of large pages, none kept from before.

The callers and the sites share the machine with the workers, so on two cores the pages are made large enough
for both to cost next to nothing beside judging. The aim is 1.6 times as many answers a second.
"""

import asyncio
import itertools
import os
import statistics

import loopback
from serving import Answers, served
from serving import asked as load

SIZE = 400_000
ANALYSES = 60
CONNECTIONS = 8
ROUNDS = 5

_numbers = itertools.count()


def asked(port: int, analyses: int) -> Answers:
    """Ask about so many sites that nobody has asked about."""
    paths = [f"/tech-stack?url=http://site-{next(_numbers)}.example/" for _ in range(analyses)]
    answers = asyncio.run(load(port, iter(paths), CONNECTIONS))
    assert answers.statuses == {200: analyses}, answers.statuses
    return answers


def main() -> None:
    """Measure both in turn, and print the best of each and their ratio."""
    print(f"{ANALYSES} pages of {len(loopback.page(SIZE)):,} bytes, {os.cpu_count()} cores, tech-stack")
    with (
        loopback.sites(SIZE) as port,
        served(SITELOUPE_CONNECT_TO=f"::127.0.0.1:{port}") as one,
        served(SITELOUPE_CONNECT_TO=f"::127.0.0.1:{port}", SITELOUPE_WORKERS="2") as two,
    ):
        asked(one.port, 8)
        asked(two.port, 16)
        rounds = [(asked(one.port, ANALYSES), asked(two.port, ANALYSES)) for _ in range(ROUNDS)]
    for label, side in (("one worker", 0), ("two workers", 1)):
        best = max((turn[side] for turn in rounds), key=lambda answers: answers.rate)
        slowest = statistics.quantiles(best.took, n=100)[98]
        print(f"  {label:12}{best.rate:6.1f} a second, p99 {slowest * 1000:.0f} ms")
    ratio = max(two.rate for _, two in rounds) / max(one.rate for one, _ in rounds)
    print(f"ratio {ratio:.2f} (aim: 1.60)")


if __name__ == "__main__":
    main()
