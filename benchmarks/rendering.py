"""What rendering costs: CPU seconds and memory of the browser for each page, and how long it took.

    SITELOUPE_RENDER=ask .venv/bin/python benchmarks/rendering.py URL...

The settings are those of the environment. The memory is that of all processes of the browser at its greatest.
"""

import asyncio
import os
import statistics
import sys
from dataclasses import replace

from siteloupe.capture import Exchange
from siteloupe.errors import SiteloupeError
from siteloupe.fetching import Allowance, Bounds
from siteloupe.net import open_fetch
from siteloupe.render import open_renderer
from siteloupe.rendered import Rendered
from siteloupe.settings import Settings
from siteloupe.target import parse

EXAMPLES = ("http://example.org/",)


async def cpu_of(watch):
    """CPU seconds of the browser's processes that live now."""
    answer = await watch._session.send("SystemInfo.getProcessInfo")
    return sum(each["cpuTime"] for each in answer["processInfo"])


async def measure(urls):
    settings = replace(Settings.from_environment(os.environ), render="ask")
    rows = []
    async with open_fetch(settings) as fetch, open_renderer(settings) as render:
        loop = asyncio.get_running_loop()
        for url in (urls[0], *urls):  # the first one starts the browser
            try:
                page: Exchange = await fetch(
                    parse(url, settings.policy), Bounds(loop.time() + 20, settings.max_html)
                )
            except SiteloupeError as error:
                print(f"{url}: {error.message}", file=sys.stderr)
                continue
            if (watch := render.watch) is not None:
                watch.peak, watch.ended = 0, 0.0
                before = await cpu_of(watch)
            result = await render(page, fetch, Allowance(settings.render_requests), loop.time() + 20)
            if watch is None:
                continue
            await asyncio.sleep(0.5)  # the watch notes processes that have ended
            used = await cpu_of(watch) - before + watch.ended
            rows.append((used, watch.peak / 1e6, isinstance(result, Rendered) and result.milliseconds))
    return rows


def line(name, values):
    ordered = sorted(values)
    if len(ordered) > 1:
        p95 = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
        print(
            f"{name:<12} median {statistics.median(ordered):8.2f}   p95 {p95:8.2f}   most {ordered[-1]:8.2f}"
        )


def main():
    rows = asyncio.run(measure(sys.argv[1:] or list(EXAMPLES)))
    done = [row for row in rows if row[2]]
    print(f"{len(done)} of {len(rows)} pages were rendered")
    line("CPU seconds", [row[0] for row in rows])
    line("MB", [row[1] for row in rows])
    line("ms", [row[2] for row in done])


if __name__ == "__main__":
    main()
