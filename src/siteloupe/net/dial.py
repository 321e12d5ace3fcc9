"""Dialling: connections are opened to the addresses a hop was given, and to no other.

The hop says where it may go in a context variable, because aiohttp's connector is shared by all hops; its
watch is told there too when a connection is begun, stands, and is asked on. (aiohttp's own tracing says the
same, at a fifth of a request's whole cost.) The connector takes the addresses from there instead of looking
names up, and the guard compares every socket with them once more just before it is opened. A connection kept
alive is reused for the same scheme, name and port only, so it leads to an address that was checked for that
name.
"""

import socket
import ssl
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any

import aiohttp
from aiohttp.abc import ResolveResult
from aiohttp.client_proto import ResponseHandler

from siteloupe.address import Address
from siteloupe.net.protocol import BoundedProtocol
from siteloupe.net.watch import Watch

_MAX_DIALLED = 8
_KEEP_ALIVE_SECONDS = 5.0  # long enough for one visit, which is all that reuse is for


@dataclass(frozen=True, slots=True)
class _Destination:
    """Where the current hop may connect to.

    Its watch is held weakly: a connection that is kept has this in its context, and the watch leads to the
    task of the visit, and so to all that the visit has brought back.
    """

    addresses: tuple[Address, ...]
    port: int
    watch: weakref.ref[Watch]

    @property
    def present_watch(self) -> Watch:
        """The hop's watch, as long as the hop lasts."""
        if (watch := self.watch()) is None:
            raise OSError("a connection was about to be used after its hop")
        return watch


_destination: ContextVar[_Destination] = ContextVar("destination")


@contextmanager
def dialling(addresses: tuple[Address, ...], port: int, watch: Watch) -> Iterator[None]:
    """Let requests made inside connect to ``addresses`` on ``port``; outside, nothing can be dialled."""
    token = _destination.set(_Destination(addresses, port, weakref.ref(watch)))
    try:
        yield
    finally:
        _destination.reset(token)


class PinnedConnector(aiohttp.TCPConnector):
    """A connection pool that knows no names. Limits are the caller's: here there are none."""

    def __init__(self, trust: ssl.SSLContext, max_head: int) -> None:
        super().__init__(
            ssl=trust,
            use_dns_cache=False,
            limit=0,
            keepalive_timeout=_KEEP_ALIVE_SECONDS,
            socket_factory=_guard,
        )
        protocol = partial(BoundedProtocol, loop=self._loop, max_head=max_head, asking=_asking)
        self._factory = protocol  # type: ignore[assignment]  # aiohttp's own, narrowed

    async def _create_connection(self, *about: Any) -> ResponseHandler:
        """A new connection, by the hop's watch."""
        if (destination := _destination.get(None)) is None:
            raise OSError("there is no address that may be dialled")
        destination.present_watch.start_connecting()
        protocol = await super()._create_connection(*about)
        destination.present_watch.end_connecting()
        return protocol

    async def _resolve_host(self, host: str, *_: Any, **__: Any) -> list[ResolveResult]:
        """The hop's own addresses. Overridden, not given as a resolver, because literals skip resolvers."""
        destination = _destination.get(None)
        if destination is None or not destination.addresses:
            raise OSError("there is no address that may be dialled")
        return [
            ResolveResult(
                hostname=host,
                host=str(address),
                port=destination.port,
                family=socket.AF_INET if address.version == 4 else socket.AF_INET6,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
            for address in destination.addresses[:_MAX_DIALLED]
        ]


def _asking() -> None:
    """A connection, new or kept, is about to carry a request."""
    if (destination := _destination.get(None)) is not None:
        destination.present_watch.start_request()


def _guard(info: aiohttp.AddrInfoType) -> socket.socket:
    """A socket for one dial. Raises PermissionError when the hop was not given this very address and port."""
    family, kind, protocol, _, sockaddr = info
    destination = _destination.get(None)
    if (
        destination is None
        or sockaddr[0] not in map(str, destination.addresses)  # in one spelling, as they were given out
        or sockaddr[1] != destination.port
    ):
        raise PermissionError("a connection to an unchecked address was about to be opened")
    return socket.socket(family, kind, protocol)
