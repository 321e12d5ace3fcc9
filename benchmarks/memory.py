"""What a worker holds after 1,000 analyses of distinct sites, and after ten times as many.

All settings are the defaults. Pages are so large that reports and visits fill what may be kept of them long
before the first look: 500 visits of 70 KB are more than the 32 MB there are for them. The aim is that the
second figure is at most a fifth above the first.
"""

import argparse
import asyncio

import loopback
from serving import asked, served

SIZE = 70_000
CONNECTIONS = 8


def main() -> None:
    """Ask, look, ask, look, and print the ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=int, default=2000, help="10000 is the whole measurement")
    parser.add_argument("--analysis", default="check-cms")
    arguments = parser.parse_args()
    marks = [arguments.sites // 10 * tenth for tenth in (1, 2, 4, 6, 8, 10)]
    print(f"{arguments.sites} sites of {len(loopback.page(SIZE)):,} bytes, {arguments.analysis}, one worker")
    held, done = [], 0
    with loopback.sites(SIZE) as port, served(SITELOUPE_CONNECT_TO=f"::127.0.0.1:{port}") as server:
        for mark in marks:
            paths = iter([f"/{arguments.analysis}?url=http://site-{n}.example/" for n in range(done, mark)])
            answers = asyncio.run(asked(server.port, paths, CONNECTIONS))
            assert answers.statuses == {200: mark - done}, answers.statuses
            done = mark
            held.append(server.resident())
            print(f"  {done:6} sites  {held[-1]:7.1f} MB  {answers.rate:6.1f} a second")
    print(f"ratio {held[-1] / held[0]:.2f} (aim: at most 1.20)")


if __name__ == "__main__":
    main()
