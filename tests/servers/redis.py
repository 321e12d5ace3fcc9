"""A real Redis for the tests, and a way between it and the service that a test can make slow."""

import asyncio
import contextlib
import shutil
import socket
from contextlib import asynccontextmanager

from tests.servers.program import Program

PATIENCE = 10.0
"""Seconds that a test waits for the store: a busy machine must not look like a slow store."""
IMPATIENCE = 0.1
"""Seconds that it waits for one that will not answer."""

SERVER = shutil.which("redis-server") or shutil.which("valkey-server") or "redis-server"


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class RedisServer:
    """redis-server on a port of its own that keeps nothing on disk; may be stopped and started again."""

    def __init__(self, *options):
        self.port = free_port()
        self._options = options
        self._program = None
        self.start()

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}"

    @property
    def pid(self):
        return self._program.pid

    def start(self):
        """Start it unless it runs."""
        if self._program is not None:
            return
        options = ("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        self._program = Program([SERVER, *options, *self._options], ready="eady to accept connections")

    def stop(self):
        if self._program is not None:
            self._program.stop()
            self._program = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Road:
    """A TCP way to ``port`` that passes everything on; ``closed`` holds everything back."""

    def __init__(self, port):
        self.to = port
        self.port = 0
        self._open = asyncio.Event()
        self._open.set()

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}"

    def close(self):
        self._open.clear()

    def open(self):
        self._open.set()

    async def lead(self, reader, writer):
        """Pass one connection on, both ways, until either end hangs up."""
        writers = [writer]
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to)
            writers.append(far_writer)
            await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))
        finally:
            for each in writers:
                each.transport.abort()
            await asyncio.sleep(0)  # the transports close in the loop's next turn

    async def _pass(self, reader, writer):
        while data := await reader.read(1 << 16):
            await self._open.wait()
            writer.write(data)
            await writer.drain()
        writer.close()


@asynccontextmanager
async def road(port):
    way, tasks = Road(port), set()

    async def connected(reader, writer):
        tasks.add(asyncio.current_task())
        with contextlib.suppress(asyncio.CancelledError, OSError):
            await way.lead(reader, writer)

    server = await asyncio.start_server(connected, "127.0.0.1")
    way.port = server.sockets[0].getsockname()[1]
    try:
        yield way
    finally:
        way.open()
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
