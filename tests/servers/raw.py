"""A server that says exactly the bytes a test gives it, on any loopback address."""

import asyncio
import contextlib
import socket
import ssl
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

PUBLIC = "127.10.0.1"
"""Stands for a public address: tests exempt its network, and no other."""
PRIVATE = "127.0.0.1"
"""Stays refused: a connection to it is a hole in the wall."""

Talk = Callable[[bytes, asyncio.StreamWriter], Awaitable[None]]
"""Answers one request, given its head. A writer it closes ends the connection."""


@dataclass(eq=False)
class RawServer:
    """``port`` it listens on, how many ``connections`` it took, and the heads of all ``requests``."""

    port: int = 0
    connections: int = 0
    requests: list[bytes] = field(default_factory=list)

    @property
    def paths(self) -> list[str]:
        return [request.split(b" ")[1].decode() for request in self.requests]


@asynccontextmanager
async def raw_server(
    talk: Talk,
    address: str = PUBLIC,
    *,
    port: int = 0,
    tls: ssl.SSLContext | None = None,
    expects_http: bool = True,
) -> AsyncIterator[RawServer]:
    """A running server; closed, with every connection, at the end of the block.

    One that does not expect HTTP talks as soon as it has received anything.
    """
    server = RawServer()
    open_ones: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server.connections += 1
        task = asyncio.current_task()
        assert task
        open_ones.add(task)
        task.add_done_callback(open_ones.discard)
        over = (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError, ssl.SSLError)
        with contextlib.suppress(*over):
            while not writer.is_closing():
                request = await (reader.readuntil(b"\r\n\r\n") if expects_http else reader.read(1 << 16))
                server.requests.append(request)
                await talk(request, writer)
                await writer.drain()
        writer.close()

    listening = await asyncio.start_server(connected, address, port, ssl=tls)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()
        for task in open_ones:
            task.cancel()
        await asyncio.gather(*open_ones, return_exceptions=True)


def say(*answers: bytes) -> Talk:
    """Answers every request with these bytes, then hangs up."""

    async def talk(_: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(b"".join(answers))
        await writer.drain()
        writer.close()

    return talk


def site(pages: Mapping[str, bytes]) -> Talk:
    """Answers by path, keeping connections open; any other path is an empty 404."""

    async def talk(request: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(pages.get(request.split(b" ")[1].decode()) or answer(status="404 Not Found"))

    return talk


def answer(body: bytes = b"", *headers: str, status: str = "200 OK") -> bytes:
    """A well-formed answer with its length stated."""
    lines = [f"HTTP/1.1 {status}", *headers, f"Content-Length: {len(body)}", "", ""]
    return "\r\n".join(lines).encode() + body


def redirect(location: str, status: int = 302) -> bytes:
    return answer(b"", f"Location: {location}", status=f"{status} Found")


def endless(begin: bytes, part: bytes, pause: float = 0.0) -> Talk:
    """Says ``begin``, then ``part`` for ever, with so many seconds between."""

    async def talk(_request: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(begin)
        while True:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(pause)

    return talk


def reset_after(data: bytes) -> Talk:
    """Says ``data``, then resets the connection rather than closing it."""

    async def talk(_request: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(data)
        await writer.drain()
        linger = struct.pack("ii", 1, 0)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        writer.transport.abort()

    return talk
