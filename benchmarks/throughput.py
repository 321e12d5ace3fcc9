"""Uncached check-cms on one core, against aiohttp alone fetching the same bytes from the same sites.

Both keep 64 sites in hand, each site a host of its own, and both fetch what a check does in the order that it
does: the page, then its style and REST root; over TLS, as nearly all sites are reached, and without. The sites
are another process; what counts is the CPU time of this one. The aim is half of the bare fetch's rate.
"""

import argparse
import asyncio
import os
import socket
import ssl
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import aiohttp
import loopback
from aiohttp.abc import AbstractResolver, ResolveResult

from siteloupe.analyses import CHECK_CMS
from siteloupe.process import tune_for_pages
from siteloupe.service import open_service
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


async def rate(look: Look, urls: list[str]) -> tuple[float, float, float]:
    """Sites a CPU second, sites a second, and the 99th percentile of one site in milliseconds."""
    waiting, took = iter(urls), []

    async def work() -> None:
        for url in waiting:
            began = time.perf_counter()
            await look(url)
            took.append(time.perf_counter() - began)

    cpu, began = time.process_time(), time.perf_counter()
    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    cpu, wall = time.process_time() - cpu, time.perf_counter() - began
    return len(urls) / cpu, len(urls) / wall, statistics.quantiles(took, n=100)[98] * 1000


async def bare(port: int, urls: list[str]) -> tuple[float, float, float]:
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

        return await rate(look, urls)


async def checked(port: int, urls: list[str]) -> tuple[float, float, float]:
    """The rate of checks, none of which is kept from before."""
    async with open_service(loopback.settings(port)) as service:

        async def look(url: str) -> None:
            await service.answer(CHECK_CMS, f"{url}/")

        return await rate(look, urls)


def compare(size: int, sites: int, scheme: str, tls: ssl.SSLContext | None) -> None:
    """Measure in turn, and print medians."""
    urls = [f"{scheme}://site-{number}.sites.example" for number in range(sites)]
    with loopback.sites(size, tls) as port:
        asyncio.run(checked(port, urls[:50]))
        rounds = [(asyncio.run(checked(port, urls)), asyncio.run(bare(port, urls))) for _ in range(ROUNDS)]
    ours, theirs = (
        tuple(statistics.median(turn[side][n] for turn in rounds) for n in range(3)) for side in (0, 1)
    )
    print(
        f"{len(loopback.page(size)):,} bytes over {scheme}, {sites} sites, {AT_ONCE} at once, medians of {ROUNDS}"
    )
    for label, (per_cpu, per_second, slowest) in (("check-cms", ours), ("bare aiohttp", theirs)):
        print(
            f"  {label:12}  {per_cpu:7.1f} sites a CPU second, {per_second:7.1f} a second, p99 {slowest:.0f} ms"
        )
    ratio = statistics.median(turn[0][0] / turn[1][0] for turn in rounds)
    wall = statistics.median(turn[0][1] / turn[1][1] for turn in rounds)
    print(f"  ratio {ratio:.2f} of CPU (aim: 0.50), {wall:.2f} of wall time", flush=True)


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
