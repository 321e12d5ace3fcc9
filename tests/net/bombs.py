"""Fetches bodies that are small on the wire and 200 MB decoded, and prints what that took.

A program of its own: the peak of a process's memory is only known for its whole life.
"""

import asyncio
import gzip
import ipaddress
import json
import resource
import sys
import zlib
from collections.abc import Iterator
from dataclasses import replace

import brotli

from siteloupe.fetching import Bounds
from siteloupe.net.decode import zstd
from siteloupe.net.fetch import Fetcher
from siteloupe.net.live import open_wire
from siteloupe.settings import Route, Settings
from siteloupe.target import parse
from tests.servers.raw import PUBLIC, answer, raw_server, site

MEGABYTE = bytes(1 << 20)
LIMIT = 5 << 20


def packed(encoding: str, megabyte: bytes = MEGABYTE) -> bytes:
    """200 times ``megabyte``, in few bytes."""
    return b"".join(_pieces(encoding, megabyte))


def _pieces(encoding: str, megabyte: bytes) -> Iterator[bytes]:
    match encoding:
        case "gzip":
            stream = zlib.compressobj(1, wbits=31)
            yield from (stream.compress(megabyte) for _ in range(200))
        case "deflate":
            stream = zlib.compressobj(1)
            yield from (stream.compress(megabyte) for _ in range(200))
        case "raw deflate":
            stream = zlib.compressobj(1, wbits=-15)
            yield from (stream.compress(megabyte) for _ in range(200))
        case "zstd":
            stream = zstd.ZstdCompressor(1)
            yield from (stream.compress(megabyte) for _ in range(200))
        case "br":
            stream = brotli.Compressor(quality=1)
            yield from (stream.process(megabyte) for _ in range(200))
            yield stream.finish()
            return
        case "members":
            yield gzip.compress(megabyte, 1) * 200
            return
        case "nested":
            yield gzip.compress(packed("gzip", megabyte))
            return
    yield stream.flush()


HEADERS = {"raw deflate": "deflate", "members": "gzip", "nested": "gzip"}
BOMBS = ("gzip", "deflate", "raw deflate", "zstd", "br", "members", "nested")


def peak() -> int:
    """In bytes; Linux counts in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


async def main() -> None:
    pages = {
        f"/{name}": answer(packed(name), f"Content-Encoding: {HEADERS.get(name, name)}") for name in BOMBS
    }
    async with raw_server(site({path.replace(" ", "%20"): page for path, page in pages.items()})) as server:
        open_network = ipaddress.ip_network("127.10.0.0/16")
        settings = replace(
            Settings(), allow_networks=(open_network,), connect_to=(Route(None, 80, PUBLIC, server.port),)
        )
        policy = settings.policy
        async with open_wire(settings) as wire:
            fetch = Fetcher(wire, settings)
            before, seen = peak(), {}
            for name in BOMBS:
                bounds = Bounds(asyncio.get_running_loop().time() + 60, LIMIT)
                exchange = await fetch(parse(f"http://site.test/{name}", policy), bounds)
                seen[name] = [len(exchange.body), exchange.truncated]
            sys.stdout.write(json.dumps({"growth": peak() - before, "seen": seen}))


if __name__ == "__main__":
    asyncio.run(main())
