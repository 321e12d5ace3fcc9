"""Made-up WordPress sites for benchmarks: any number of hosts on one loopback server, a process of its own.

The server writes whole answers that were made beforehand, so that it costs less than whoever asks it.
"""

import asyncio
import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from ipaddress import ip_network
from multiprocessing.connection import Connection
from ssl import SSLContext

from siteloupe.settings import Route, Settings

STYLE = b"/*\nTheme Name: Hearth\nVersion: 2.0\nAuthor: Ada\n*/\nbody { color: #222 }\n"
REST = b'{"namespaces":["oembed/1.0","wp/v2"]}'

HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Loaves</title>
<meta name="generator" content="WordPress 6.8.1"><link rel="https://api.w.org/" href="/wp-json/">
<link rel="stylesheet" href="/wp-content/themes/hearth/style.css?ver=2">
"""
ASSET = '<script src="/wp-content/plugins/p{0}/p{0}.js?ver=1.{0}"></script>\n'
ENTRY = '<li class="menu-item"><a href="/bread/{0}/">Bread {0}</a></li>\n'
BLOCK = '<div class="wp-block-group alignwide"><p class="has-text-color">{}</p>{}</div>\n'
IMAGE = '<img src="/wp-content/uploads/{0}.jpg" srcset="/wp-content/uploads/{0}-300.jpg 300w" alt="">'
TEXT = "Bread, slowly, as it was baked before there were clocks in kitchens. " * 3


def page(size: int) -> bytes:
    """A page of about ``size`` bytes as WordPress makes them: plugins' files, a menu, then blocks."""
    assets = "".join(ASSET.format(number) for number in range(max(4, size // 5000)))
    menu = "".join(ENTRY.format(number) for number in range(15))
    head = f"{HEAD}{assets}</head><body class='home wp-theme-hearth'><nav><ul>{menu}</ul></nav>"
    count = max(1, (size - len(head)) // len(BLOCK + TEXT + IMAGE[:20]))
    blocks = "".join(
        BLOCK.format(TEXT, "" if number % 5 else IMAGE.format(number)) for number in range(count)
    )
    return f"{head}{blocks}</body></html>".encode()


def _answer(kind: bytes, body: bytes) -> bytes:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
    return head % (kind, len(body)) + body


class _Answers(asyncio.Protocol):
    """One connection: an answer for each request that has come in whole."""

    def __init__(self, html: bytes) -> None:
        self._page = _answer(b"text/html; charset=utf-8", html)
        self._style = _answer(b"text/css", STYLE)
        self._rest = _answer(b"application/json", REST)
        self._waiting = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        *requests, self._waiting = (self._waiting + data).split(b"\r\n\r\n")
        for request in requests:
            path = request[:200].partition(b"\r\n")[0]
            known = self._style if b"style.css" in path else self._rest if b"wp-json" in path else self._page
            self._transport.write(known)


def _serve(port: Connection, html: bytes, tls: SSLContext | None) -> None:
    async def serve() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: _Answers(html), "127.0.0.1", 0, backlog=1024, ssl=tls)
        port.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(serve())


def sites(size: int, tls: SSLContext | None = None) -> AbstractContextManager[int]:
    """The port under which every host serves a page of about ``size`` bytes, its style and its REST root."""
    return in_process(_serve, page(size), tls)


@contextmanager
def in_process(serve: Callable[..., None], *arguments: object) -> Iterator[int]:
    """Run ``serve`` in a process while the block lives; the port that it sends to its first argument, a pipe."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=serve, args=(there, *arguments), daemon=True)
    process.start()
    try:
        yield here.recv()
    finally:
        process.terminate()
        process.join()


def settings(port: int) -> Settings:
    """Every default, but for the way to the sites and the directory, which is asked nothing."""
    return Settings(
        connect_to=(Route(None, None, "127.0.0.1", port),),
        allow_networks=(ip_network("127.0.0.0/8"),),
        wporg_api=None,
    )
