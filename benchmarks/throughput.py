"""Uncached check-cms on one core, against aiohttp alone fetching the same bytes from the same sites.

Both keep 64 sites in hand, each site a host of its own, and both fetch what a check does in the order that it
does: the page, then its style and REST root; over TLS, as nearly all sites are reached, and without. The sites
are another process. Two ratios to the bare fetch: of the CPU time of all that the service is, judging processes
included, and of the process of its event loop alone.
"""

import argparse
import asyncio
import multiprocessing
import os
import socket
import ssl
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import aiohttp
import loopback
import serving
from aiohttp.abc import AbstractResolver, ResolveResult

from siteloupe.analyses import CHECK_CMS
from siteloupe.live_service import open_service
from siteloupe.process import tune_for_pages
from tests.servers.authority import Authority

SIZES = (10_000, 30_000, 100_000)
PARTS = ("/wp-content/themes/hearth/style.css?ver=2", "/wp-json/")
AT_ONCE = 64
ROUNDS = 4

Look = Callable[[str], Awaitable[None]]


class Everywhere(AbstractResolver):
    """Every name is this machine, every port the sites'."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def resolve(self, host: str, port: int = 0, family: int = 0) -> list[ResolveResult]:  # noqa: ARG002
        """The one address."""
        there = ResolveResult(
            hostname=host, host="127.0.0.1", port=self._port, family=socket.AF_INET, proto=0, flags=0
        )
        return [there]

    async def close(self) -> None:
        """Nothing is open."""


class Rate(NamedTuple):
    """Sites a CPU second of all processes and of this one, sites a second, and a site's p99 in milliseconds."""

    all: float
    alone: float
    wall: float
    slowest: float


async def rate(look: Look, urls: list[str], others: list[int]) -> Rate:
    """The rate of looking at ``urls``; the processes ``others`` are the sites."""
    waiting, took = iter(urls), []

    async def work() -> None:
        for url in waiting:
            began = time.perf_counter()
            await look(url)
            took.append(time.perf_counter() - began)

    def times() -> tuple[float, float, float]:
        judges = [pid for pid in serving.children(os.getpid()) if pid not in others]
        return serving.cpu_seconds(judges), time.process_time(), time.perf_counter()

    before = times()
    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    judging, alone, wall = (after - then for after, then in zip(times(), before, strict=True))
    slowest = statistics.quantiles(took, n=100)[98] * 1000
    return Rate(len(urls) / (alone + judging), len(urls) / alone, len(urls) / wall, slowest)


async def bare(port: int, urls: list[str], others: list[int]) -> Rate:
    """The rate of aiohttp alone, which trusts whom we trust."""
    trust = ssl.create_default_context()
    connector = aiohttp.TCPConnector(resolver=Everywhere(port), use_dns_cache=False, limit=0, ssl=trust)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:

        async def get(url: str) -> None:
            async with session.get(url) as answer:
                await answer.read()

        async def look(url: str) -> None:
            await get(f"{url}/")
            await asyncio.gather(*(get(f"{url}{part}") for part in PARTS))

        return await rate(look, urls, others)


async def checked(port: int, urls: list[str], others: list[int]) -> Rate:
    """The rate of checks, none of which is kept from before."""
    patient = replace(
        loopback.settings(port), wait_seconds=60.0, total_seconds=60.0
    )  # others load the machine
    async with open_service(patient) as service:

        async def look(url: str) -> None:
            await service.answer(CHECK_CMS, f"{url}/")

        await asyncio.gather(*(look(f"{urls[0]}/warm/{number}") for number in range(8)))  # starts the judges
        return await rate(look, urls, others)


def compare(size: int, sites: int, scheme: str, tls: ssl.SSLContext | None) -> None:
    """Measure in turn, and print medians."""
    urls = [f"{scheme}://site-{number}.sites.example" for number in range(sites)]
    with loopback.sites(size, tls) as port:
        others = [child.pid for child in multiprocessing.active_children()]
        asyncio.run(checked(port, urls[:50], others))
        rounds = [
            (asyncio.run(checked(port, urls, others)), asyncio.run(bare(port, urls, others)))
            for _ in range(ROUNDS)
        ]
    print(
        f"{len(loopback.page(size)):,} bytes over {scheme}, {sites} sites, {AT_ONCE} at once, medians of {ROUNDS}"
    )
    for label, side in (("check-cms", 0), ("bare aiohttp", 1)):
        medians = Rate(*map(statistics.median, zip(*(turn[side] for turn in rounds), strict=True)))
        print(
            f"  {label:12}  {medians.all:7.1f} sites a CPU second, {medians.alone:7.1f} of the event loop's, "
            f"{medians.wall:7.1f} a second, p99 {medians.slowest:.0f} ms"
        )
    both, alone, wall = (statistics.median(ours[n] / theirs[n] for ours, theirs in rounds) for n in range(3))
    print(
        f"  ratio {both:.2f} of CPU, {alone:.2f} of the event loop's alone, {wall:.2f} of wall time",
        flush=True,
    )


def main() -> None:
    """Compare for each size of page, over TLS and without."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=int, default=400)
    sites = parser.parse_args().sites
    tune_for_pages()  # as the service does, and for both alike
    with tempfile.TemporaryDirectory() as folder:
        authority = Authority(Path(folder))
        os.environ["SSL_CERT_FILE"] = str(authority.certificate)
        for size in SIZES:
            compare(size, sites, "https", authority.server_context("*.sites.example"))
            compare(size, sites, "http", None)


if __name__ == "__main__":
    main()
