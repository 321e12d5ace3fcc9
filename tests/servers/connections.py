"""A server whose connections behave as a test says, each by its number; it counts them."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.servers.raw import PUBLIC


@dataclass(eq=False)
class Server:
    """Counts connections: taken, through TLS, open, used for a request; and the paths that were asked for."""

    port: int = 0
    connections: int = 0
    shaken: int = 0
    open_now: int = 0
    used: int = 0
    paths: list[str] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def until(self, true: Callable[["Server"], bool]) -> None:
        """Wait until ``true`` of this server; whatever never becomes true is ended by the test's own limit."""
        async with asyncio.timeout(20):
            while not true(self):
                self.changed.clear()
                await self.changed.wait()

    def change(self, **by: int) -> None:
        for name, number in by.items():
            setattr(self, name, getattr(self, name) + number)
        self.changed.set()


async def reply(server: Server, request: bytes, writer: asyncio.StreamWriter, says: bytes) -> None:
    """Note the path of a request, and answer it."""
    server.paths.append(request.split(b" ")[1].decode())
    server.change()
    writer.write(says)
    await writer.drain()


Serve = Callable[[Server, asyncio.StreamReader, asyncio.StreamWriter, int], Awaitable[None]]
"""Serves one connection, given its number from 1."""


@asynccontextmanager
async def serving(connection: Serve) -> AsyncIterator[Server]:
    """A server that has ``connection`` serve each connection, TLS included."""
    server = Server()
    tasks = set()

    async def connected(reader, writer):
        tasks.add(asyncio.current_task())
        server.change(connections=1, open_now=1)
        try:
            await connection(server, reader, writer, server.connections)
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
            server.change(open_now=-1)

    listening = await asyncio.start_server(connected, PUBLIC, 0)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def secured(context: ssl.SSLContext, serve: Serve) -> Serve:
    """A connection that speaks TLS and is then served."""

    async def connection(server, reader, writer, number):
        await writer.start_tls(context)
        server.change(shaken=1)
        await serve(server, reader, writer, number)

    return connection
