"""How long a person waits for an analysis that nothing was kept of, over a line with round trips of 80 ms.

    .venv/bin/python benchmarks/latency.py                      # beside Chromium
    .venv/bin/python benchmarks/latency.py --without-browser
    .venv/bin/python benchmarks/latency.py --round-trip 20 --rounds 3

Eight made-up WordPress sites with 15 to 46 stylesheets are served over TLS 1.3 and HTTP/1.1. In each round, every
site is measured in turn: its HTML alone, fetched as siteloupe does; what Chromium needs for the HTML and for
DOMContentLoaded; and three analyses, each on a host name of its own, so that nothing is known of it. Names are not
looked up, for nobody. Printed are medians over the rounds, and ratios of the times of one site in one round.
"""

import argparse
import asyncio
import shutil
import statistics
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from ipaddress import ip_network
from pathlib import Path

import delayed
import wordpress_like

from siteloupe.analyses import CHECK_CMS, COLORS, FONTS
from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.judge import REPORTS
from siteloupe.fetching import Bounds, Fetch
from siteloupe.gather.visit import visit_once
from siteloupe.judging import Judge, open_judges
from siteloupe.net import open_fetch
from siteloupe.settings import Route, Settings
from siteloupe.target import parse

HTML, BROWSER_HTML, LOADED = "HTML", "HTML in Chromium", "DOMContentLoaded"
ANALYSES = (CHECK_CMS, COLORS, FONTS)
AIMS = ((CHECK_CMS.name, HTML, 1.5), (COLORS.name, LOADED, 0.6), (FONTS.name, LOADED, 0.6))

Times = dict[str, float]
Browse = Callable[[str], Awaitable[Times]]


def settings(port: int, chain: Path) -> Settings:
    """Every default, but for the way to the sites."""
    return Settings(
        connect_to=(Route(None, None, delayed.FAR, port),),
        allow_networks=(ip_network("10.9.0.0/24"),),
        ca_file=str(chain),
    )


@asynccontextmanager
async def browser(port: int) -> AsyncIterator[Browse]:
    """Loads a URL in a new profile, and returns its times in seconds."""
    from playwright.async_api import async_playwright  # noqa: PLC0415 - not needed without a browser

    path = shutil.which("chromium") or shutil.which("google-chrome")
    arguments = [
        "--no-sandbox",
        "--disable-background-networking",
        "--ignore-certificate-errors",
        f"--host-resolver-rules=MAP * {delayed.FAR}:{port}",
    ]
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=path, args=arguments)

        async def browse(url: str) -> Times:
            context = await chromium.new_context(ignore_https_errors=True)
            opened = await context.new_page()
            await opened.goto(url, wait_until="domcontentloaded")
            html, loaded = await opened.evaluate(
                "() => { const [t] = performance.getEntriesByType('navigation');"
                " return [t.responseEnd, t.domContentLoadedEventEnd]; }"
            )
            await context.close()
            return {BROWSER_HTML: html / 1000, LOADED: loaded / 1000}

        yield browse
        await chromium.close()


async def fetch_html(url: str, fetch: Fetch, chosen: Settings) -> None:
    """Fetch one page and nothing else."""
    bounds = Bounds(asyncio.get_running_loop().time() + 20, chosen.max_html)
    answer = await fetch(parse(url, chosen.policy), bounds)
    assert answer.status == 200


async def timed(work: Awaitable[object]) -> float:
    """Seconds that ``work`` takes."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    await work
    return loop.time() - began


async def analyze(analysis: Analysis, url: str, *, fetch: Fetch, judge: Judge, chosen: Settings) -> None:
    """One analysis from the text of a URL to the report."""
    capture = await visit_once(parse(url, chosen.policy), analysis.needs, fetch, chosen, judge=judge)
    deadline = asyncio.get_running_loop().time() + chosen.total_seconds
    [report] = await judge(REPORTS, capture, (analysis,), chosen.max_answer, False, deadline=deadline)  # noqa: FBT003
    assert b'"isCms":true' in report


async def measure(label: str, sheets: int, *, judge: Judge, chosen: Settings, browse: Browse | None) -> Times:
    """The times of one site in one round."""
    times: Times = {}
    if browse is not None:
        times |= await browse(f"https://browser-{label}.s{sheets}.test/")
    async with open_fetch(chosen) as fetch:
        times[HTML] = await timed(fetch_html(f"https://html-{label}.s{sheets}.test/", fetch, chosen))
    for analysis in ANALYSES:
        async with open_fetch(chosen) as fetch:  # a new one, which has no connection to the directory
            url = f"https://{analysis.name}-{label}.s{sheets}.test/"
            work = analyze(analysis, url, fetch=fetch, judge=judge, chosen=chosen)
            times[analysis.name] = await timed(work)
    return times


async def run(chosen: Settings, port: int, rounds: int, with_browser: bool) -> dict[int, list[Times]]:
    """All the times, by site; a first round is thrown away."""
    rows: dict[int, list[Times]] = {sheets: [] for sheets in wordpress_like.SHEETS}
    async with AsyncExitStack() as open_ones:
        browse = await open_ones.enter_async_context(browser(port)) if with_browser else None
        judge = await open_ones.enter_async_context(open_judges(chosen))
        ask = partial(measure, judge=judge, chosen=chosen, browse=browse)
        await ask("first", wordpress_like.SHEETS[0])
        for number in range(rounds):
            for sheets in wordpress_like.SHEETS:
                rows[sheets].append(await ask(f"r{number}", sheets))
    return rows


def report(rows: dict[int, list[Times]]) -> None:
    """Print medians by site, then the ratios."""
    names = list(next(iter(rows.values()))[0])
    print("sheets  " + "  ".join(f"{name:>16}" for name in names))
    for sheets, times in rows.items():
        medians = (statistics.median(each[name] for each in times) for name in names)
        print(f"{sheets:6}  " + "  ".join(f"{seconds * 1000:13.0f} ms" for seconds in medians))
    for name, beside, aim in AIMS:
        if beside in names:
            ratios = [
                statistics.median(each[name] / each[beside] for each in times) for times in rows.values()
            ]
            print(
                f"{name} / {beside}: {statistics.median(ratios):.2f}"
                f" ({min(ratios):.2f} to {max(ratios):.2f}; aim: {aim})"
            )


def main() -> None:
    """Measure, and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--without-browser", action="store_true")
    options.add_argument("--round-trip", type=float, default=80.0, help="milliseconds")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument(
        "--record", type=int, default=wordpress_like.LARGEST_RECORD, help="bytes of a TLS record"
    )
    given = options.parse_args()
    if not delayed.is_possible():
        print("not measured: a delayed network needs root and /dev/net/tun")
        return
    delayed.enter()
    with_browser = not given.without_browser and shutil.which("chromium") is not None
    with tempfile.TemporaryDirectory() as folder, delayed.network(given.round_trip / 1000):
        chain = wordpress_like.make_certificate(Path(folder))
        with wordpress_like.served(delayed.HERE, chain, given.record) as port:
            rows = asyncio.run(run(settings(port, chain), port, given.rounds, with_browser))
    report(rows)


if __name__ == "__main__":
    main()
