"""What fetching through the wall costs: process CPU per small fetch, against aiohttp alone.

Both ask a server in another process over kept-alive loopback connections, in turns, six at a time.
"""

import asyncio
import ipaddress
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

import aiohttp

from siteloupe.fetching import Bounds
from siteloupe.net.fetch import Fetcher
from siteloupe.net.live import open_wire
from siteloupe.settings import Route, Settings
from siteloupe.target import parse

FETCHES, AT_ONCE, ROUNDS = 300, 6, 7

SERVER = """
import asyncio
PAGE = b"HTTP/1.1 200 OK\\r\\nContent-Type: text/html\\r\\nContent-Length: 6000\\r\\n\\r\\n" + b"x" * 6000

async def connected(reader, writer):
    while await reader.read(65536):  # one small request at a time
        writer.write(PAGE)

async def main():
    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
"""


async def cpu(fetch: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds of this process's CPU per fetch."""

    async def one_of_many() -> None:
        for _ in range(FETCHES // AT_ONCE):
            await fetch()

    started = time.process_time()
    await asyncio.gather(*(one_of_many() for _ in range(AT_ONCE)))
    return (time.process_time() - started) * 1000 / FETCHES


async def measure(port: int) -> None:
    """Print both figures and their ratio."""
    settings = replace(
        Settings(),
        allow_networks=(ipaddress.ip_network("127.0.0.0/8"),),
        connect_to=(Route(None, 80, "127.0.0.1", port),),
    )
    target = parse("http://site.test/", settings.policy)
    loop = asyncio.get_running_loop()
    async with open_wire(settings) as wire, aiohttp.ClientSession() as session:
        fetcher = Fetcher(wire, settings)

        async def alone() -> bytes:
            async with session.get(f"http://127.0.0.1:{port}/") as response:
                return await response.read()

        async def walled() -> bytes:
            return (await fetcher(target, Bounds(loop.time() + 20, 1 << 20))).body

        pairs = [(await cpu(alone), await cpu(walled)) for _ in range(ROUNDS)]
    bare, ours = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"aiohttp alone  {bare:.3f} ms CPU a fetch")
    print(f"siteloupe.net  {ours:.3f} ms CPU a fetch")
    print(f"ratio          {ours / bare:.2f}")


def main() -> None:
    """Start the server, measure, and stop it."""
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        asyncio.run(measure(int(server.stdout.readline())))
        server.terminate()


if __name__ == "__main__":
    main()
