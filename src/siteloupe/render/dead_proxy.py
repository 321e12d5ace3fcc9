"""The proxy that the browser is given: it accepts, counts and closes. It never dials.

Whatever the browser does by itself, and whatever a page does past the interception, ends here.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class DeadProxy:
    """A listener on loopback that answers nobody; ``refused`` counts who came."""

    def __init__(self) -> None:
        self.refused = 0
        self.port = 0

    @property
    def address(self) -> str:
        """The address for the browser."""
        return f"http://127.0.0.1:{self.port}"

    def refuse(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Close one connection without a word."""
        self.refused += 1
        writer.transport.abort()


@asynccontextmanager
async def open_dead_proxy() -> AsyncIterator[DeadProxy]:
    """Listen until the block ends."""
    proxy = DeadProxy()
    server = await asyncio.start_server(proxy.refuse, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        await server.wait_closed()
