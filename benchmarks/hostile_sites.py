"""Sites that cost as much to judge as their size allows; which one a host is says the first word of its name."""

import asyncio
import multiprocessing
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing.connection import Connection

MB = 1024 * 1024
SHEETS = 4

BLOCK = '<div class="wp-block-group alignwide"><p class="has-text-color" style="color:#123">{}</p></div>\n'
HEAD = b'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A site</title>'


def _of(unit: bytes, size: int) -> bytes:
    return unit * (size // len(unit))


def _sheets(host: str) -> bytes:
    links = "".join(f'<link rel="stylesheet" href="/{host}-{number}.css">' for number in range(SHEETS))
    return HEAD + links.encode()


@lru_cache(8)
def _page(kind: str, host: str) -> bytes:
    match kind:
        case "size10" | "size30" | "size100":
            block = BLOCK.format("Bread, slowly. " * 7).encode()
            body = HEAD + _of(block, int(kind[4:]) * 1024)
        case "tags":
            body = _of(b"<b>x", 5 * MB)
        case "attributes":
            body = b"<p " + b" ".join(b"a%d" % number for number in range(600_000)) + b">"
        case "css":
            body = _sheets(host)
        case "below":
            body = HEAD + f'<link rel="stylesheet" href="/{host}.css">'.encode() + _of(b"<b>x", 72_000)
        case "formatting":  # each paragraph makes all of them anew: 40 KB become four million elements
            body = b"<p>" + b"".join(b"<b a=%d>" % number for number in range(500)) + b"<p>x" * 9000
        case "services":  # sheets of a font service with many families each
            families = "|".join(f"z{number}q" for number in range(50))
            link = f"<link rel=stylesheet href='//fonts.bunny.net/css?family={families}'>"
            body = HEAD + f"<link rel=stylesheet href=/{host}.css>".encode() + link.encode() * 250
        case _:
            body = HEAD + "".join(BLOCK.format("Bread, slowly. " * 7) for _ in range(500)).encode()
    return body


def _kind(host: str) -> tuple[str, str]:
    """What a host is, and its name where its page says it."""
    kind = host.partition("-")[0]
    return kind, host if kind in {"css", "below", "services"} else ""


def _css(host: str) -> bytes:
    if host.startswith("services"):
        return b"".join(b"@font-face{font-family:%s%d;src:url(a)}" % (b"n" * 146, n) for n in range(1000))
    size = 300_000 if host.startswith("below") else int(1.9 * MB)
    return f"/* {host} */".encode() + _colors(size)


@lru_cache
def _colors(size: int) -> bytes:
    return b"".join(b"a{color:#%06x}" % number for number in range(size // 16))


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            request = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            path = request.split(" ")[1]
            found = re.search(r"host: ([\w.-]+)", request, re.IGNORECASE)
            host = found[1] if found else ""
            if host.startswith("silent"):
                await asyncio.sleep(60)
            kind, body = (
                ("text/css", _css(host)) if path.endswith(".css") else ("text/html", _page(*_kind(host)))
            )
            head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            await writer.drain()
    except (OSError, asyncio.IncompleteReadError):
        writer.close()


async def _serve(port: Connection) -> None:
    server = await asyncio.start_server(_answer, "127.0.0.1", 0)
    port.send(server.sockets[0].getsockname()[1])
    await server.serve_forever()


def _run(port: Connection) -> None:
    asyncio.run(_serve(port))


@contextmanager
def serve_sites() -> Iterator[int]:
    """The port of all sites, in a process of their own."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_run, args=(there,), daemon=True)
    process.start()
    yield here.recv()
    process.terminate()
    process.join()
