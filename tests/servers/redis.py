"""A real Redis for the tests, and a way between it and the service that a test can make slow."""

import asyncio
import shutil
import socket
from contextlib import asynccontextmanager

from tests.servers.program import Program

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

    async def connected(self, reader, writer):
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to)
        async with asyncio.TaskGroup() as ways:
            ways.create_task(self._pass(reader, far_writer))
            ways.create_task(self._pass(far_reader, writer))

    async def _pass(self, reader, writer):
        try:
            while data := await reader.read(1 << 16):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()


@asynccontextmanager
async def road(port):
    way, tasks = Road(port), set()

    async def connected(reader, writer):
        tasks.add(asyncio.current_task())
        await way.connected(reader, writer)

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
