"""What judging in processes costs and brings: the hand-over, and analyses a second with one judge and with two.

Rows stand beside each other in one run. The hand-over is the time of a task without work, and of the same page
judged here and there. Rates are of uncached check-cms about ordinary pages of three sizes, many at once, asked
of a service of its own for each row. Interpreters of other installations on the command line get rows as well.
"""

import asyncio
import itertools
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable

from hostile_sites import serve_sites
from overload import ask, percentiles, served, warmed

from siteloupe.analyses import CHECK_CMS
from siteloupe.analyses.judge import REPORTS
from siteloupe.capture import Capture, Exchange, Headers
from siteloupe.detect.site import Site
from siteloupe.judging import Judges, Task, open_judges
from siteloupe.settings import Settings

ROUNDS = 200
AT_ONCE = 64
SIZES = (10, 30, 100)
SECONDS = 6.0
PARAGRAPH = b'<div class="wp-block-group alignwide"><p style="color:#123">Bread, slowly baked.</p></div>\n'


def _count_bytes(site: Site) -> int:
    return len(site.capture.page.body)


NO_WORK = Task(_count_bytes, int)


def capture_of(kilobytes: int, number: int) -> Capture:
    """A page of a size, each time another object, so that it is sent and parsed anew."""
    url = f"http://page-{number}.example/"
    body = b"<!doctype html><title>Page</title>" + PARAGRAPH * (kilobytes * 1024 // len(PARAGRAPH))
    page = Exchange(url, url, 200, Headers([("content-type", "text/html")]), body)
    return Capture("2026-01-01T00:00:00Z", page)


async def median(work: Callable[[int], Awaitable[object]]) -> float:
    """Microseconds of one round, the median of many."""
    times = []
    for number in range(ROUNDS):
        began = time.perf_counter()
        await work(number)
        times.append((time.perf_counter() - began) * 1e6)
    return statistics.median(times)


async def measure_hand_over(judges: Judges, kilobytes: int) -> str:
    """The figures of one size."""
    deadline = asyncio.get_running_loop().time() + 600
    captures = [capture_of(kilobytes, number) for number in range(ROUNDS)]

    async def new(number: int) -> object:
        return await judges(NO_WORK, captures[number], deadline=deadline)

    async def again(number: int) -> object:
        return await judges(NO_WORK, captures[-1 - number % 2], deadline=deadline)

    async def there(number: int) -> object:
        page = capture_of(kilobytes, number)
        return await judges(REPORTS, page, (CHECK_CMS,), 10**6, deadline=deadline)

    async def here(number: int) -> object:
        return REPORTS.function(Site(capture_of(kilobytes, number)), (CHECK_CMS,), 10**6)

    first, held, afar, near = [await median(each) for each in (new, again, there, here)]
    return (
        f"{kilobytes:5} KB: {first:5.0f} µs with the page, {held:4.0f} without; "
        f"check-cms {afar / 1000:.2f} ms there, {near / 1000:.2f} here"
    )


async def hand_over() -> None:
    """Print what handing a page over costs."""
    async with open_judges(Settings(), count=1) as judges:
        for kilobytes in (*SIZES, 1000):
            print(await measure_hand_over(judges, kilobytes), flush=True)


async def rate(port: int, kilobytes: int) -> tuple[float, list[float]]:
    """Answers a second, and their milliseconds, with many asked for at once."""
    await warmed(port)
    numbers, times = itertools.count(), list[float]()
    until = time.perf_counter() + SECONDS

    async def caller() -> None:
        while (began := time.perf_counter()) < until:
            status = await ask(port, "check-cms", f"http://size{kilobytes}-{next(numbers)}.example/")
            assert status == 200, status
            times.append((time.perf_counter() - began) * 1000)

    await asyncio.gather(*(caller() for _ in range(AT_ONCE)))
    return len(times) / SECONDS, times


def rates(sites_port: int, name: str, interpreter: str, judges: int) -> None:
    """Print the rates of a service with so many judges."""
    os.environ["SITELOUPE_JUDGES"] = str(judges)
    for kilobytes in SIZES:
        with served(sites_port, interpreter) as port:
            each_second, times = asyncio.run(rate(port, kilobytes))
        p50, _, p99 = percentiles(times)
        print(
            f"{name:28} {kilobytes:4} KB: {each_second:6.0f} a second, p50 {p50:4.0f} ms, p99 {p99:4.0f} ms",
            flush=True,
        )


def main() -> None:
    """Measure and print."""
    asyncio.run(hand_over())
    with serve_sites() as sites_port:
        rates(sites_port, "one judge", sys.executable, 1)
        rates(sites_port, "two judges", sys.executable, 2)
        for interpreter in sys.argv[1:]:
            rates(sites_port, interpreter[-28:], interpreter, 2)


if __name__ == "__main__":
    main()
