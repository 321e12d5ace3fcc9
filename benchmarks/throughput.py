"""Uncached check-cms on one core, against aiohttp alone fetching the same bytes from the same sites.

Both keep 64 sites in hand, each site a host of its own, and both fetch what a check does in the order that it
does: the page, then its style and REST root. The sites are another process; what counts is the CPU time of
this one. The aim is half of the bare fetch's rate.
"""

import argparse
import asyncio
import socket
import statistics
import time
from collections.abc import Awaitable, Callable

import aiohttp
import loopback
from aiohttp.abc import AbstractResolver, ResolveResult

from siteloupe.allocator import keep_freed_memory
from siteloupe.analyses import CHECK_CMS
from siteloupe.garbage import collect_less
from siteloupe.service import open_service

SIZES = (10_000, 30_000, 100_000)
PARTS = ("/wp-content/themes/hearth/style.css?ver=2", "/wp-json/")
AT_ONCE = 64
ROUNDS = 5

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


async def rate(look: Look, names: list[str]) -> tuple[float, float, float]:
    """Sites a CPU second, sites a second, and the 99th percentile of one site in milliseconds."""
    waiting, took = iter(names), []

    async def work() -> None:
        for name in waiting:
            began = time.perf_counter()
            await look(name)
            took.append(time.perf_counter() - began)

    cpu, began = time.process_time(), time.perf_counter()
    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    cpu, wall = time.process_time() - cpu, time.perf_counter() - began
    return len(names) / cpu, len(names) / wall, statistics.quantiles(took, n=100)[98] * 1000


async def bare(port: int, names: list[str]) -> tuple[float, float, float]:
    """The rate of aiohttp alone."""
    connector = aiohttp.TCPConnector(resolver=Everywhere(port), use_dns_cache=False, limit=0)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:

        async def get(url: str) -> None:
            async with session.get(url) as answer:
                await answer.read()

        async def look(name: str) -> None:
            await get(f"http://{name}/")
            await asyncio.gather(*(get(f"http://{name}{part}") for part in PARTS))

        return await rate(look, names)


async def checked(port: int, names: list[str]) -> tuple[float, float, float]:
    """The rate of checks, none of which is kept from before."""
    async with open_service(loopback.settings(port)) as service:

        async def look(name: str) -> None:
            await service.answer(CHECK_CMS, f"http://{name}/")

        return await rate(look, names)


def main() -> None:
    """Measure in turn, and print medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=int, default=400)
    names = [f"site-{number}.example" for number in range(parser.parse_args().sites)]
    keep_freed_memory()  # this and the next as the service does, and for both alike
    collect_less()
    for size in SIZES:
        with loopback.sites(size) as port:
            asyncio.run(checked(port, names[:50]))
            rounds = [
                (asyncio.run(checked(port, names)), asyncio.run(bare(port, names))) for _ in range(ROUNDS)
            ]
        ours, theirs = (
            tuple(statistics.median(turn[side][n] for turn in rounds) for n in range(3)) for side in (0, 1)
        )
        print(
            f"{len(loopback.page(size)):,} bytes, {len(names)} sites, {AT_ONCE} at once, medians of {ROUNDS}"
        )
        for label, (per_cpu, per_second, slowest) in (("check-cms", ours), ("bare aiohttp", theirs)):
            print(
                f"  {label:12}  {per_cpu:7.1f} sites a CPU second, {per_second:7.1f} a second, p99 {slowest:.0f} ms"
            )
        ratio = statistics.median(turn[0][0] / turn[1][0] for turn in rounds)
        wall = statistics.median(turn[0][1] / turn[1][1] for turn in rounds)
        print(f"  ratio {ratio:.2f} of CPU (aim: 0.50), {wall:.2f} of wall time")


if __name__ == "__main__":
    main()
