"""Connections go only to the addresses that were checked for a hop.

All hops share aiohttp's connector, so a context variable holds the allowed addresses of the current hop, and
its watch, which notes when a connection begins, is open, and carries a request. (aiohttp's own tracing notes
the same, but takes a fifth of a request's time.) The connector takes the addresses from the variable and
looks up no names. The guard compares every socket with them again just before it is opened. A kept connection
is reused only for the same scheme, name and port, so its address was checked for that name.
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

_MAX_DIALED = 8
_KEEP_ALIVE_SECONDS = 5.0  # long enough for one visit, which is all that reuse is for


@dataclass(frozen=True, slots=True)
class _Destination:
    """The addresses and the port that the current hop may connect to.

    The reference to its watch is weak: a kept connection has this object in its context, and a strong
    reference would keep the visit and all its answers in memory.
    """

    addresses: tuple[Address, ...]
    port: int
    watch: weakref.ref[Watch]

    @property
    def present_watch(self) -> Watch:
        """The hop's watch, which exists until the hop ends."""
        if (watch := self.watch()) is None:
            raise OSError("a connection was about to be used after its hop")
        return watch


_destination: ContextVar[_Destination] = ContextVar("destination")


@contextmanager
def pin_addresses(addresses: tuple[Address, ...], port: int, watch: Watch) -> Iterator[None]:
    """Allow requests inside the block to connect to ``addresses`` on ``port``; outside a block, none can."""
    token = _destination.set(_Destination(addresses, port, weakref.ref(watch)))
    try:
        yield
    finally:
        _destination.reset(token)


class PinnedConnector(aiohttp.TCPConnector):
    """A connection pool that looks up no names. It has no limits; the caller sets them."""

    def __init__(self, trust: ssl.SSLContext, max_head: int) -> None:
        super().__init__(
            ssl=trust,
            use_dns_cache=False,
            limit=0,
            keepalive_timeout=_KEEP_ALIVE_SECONDS,
            socket_factory=_guard,
        )
        protocol = partial(BoundedProtocol, loop=self._loop, max_head=max_head, asking=_start_request)
        self._factory = protocol  # type: ignore[assignment]  # aiohttp's own, narrowed

    async def _create_connection(self, *about: Any) -> ResponseHandler:
        """Open a new connection, under the hop's watch."""
        if (destination := _destination.get(None)) is None:
            raise OSError("there is no address that may be dialed")
        destination.present_watch.start_connecting()
        protocol = await super()._create_connection(*about)
        destination.present_watch.end_connecting()
        return protocol

    async def _resolve_host(self, host: str, *_: Any, **__: Any) -> list[ResolveResult]:
        """Return the hop's own addresses. This is an override, because address literals skip a resolver."""
        destination = _destination.get(None)
        if destination is None or not destination.addresses:
            raise OSError("there is no address that may be dialed")
        return [
            ResolveResult(
                hostname=host,
                host=str(address),
                port=destination.port,
                family=socket.AF_INET if address.version == 4 else socket.AF_INET6,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
            for address in destination.addresses[:_MAX_DIALED]
        ]


def _start_request() -> None:
    """Note that a connection, new or kept, is about to carry a request."""
    if (destination := _destination.get(None)) is not None:
        destination.present_watch.start_request()


def _guard(info: aiohttp.AddrInfoType) -> socket.socket:
    """Make a socket for one connection. Raises PermissionError when the hop may not use this address."""
    family, kind, protocol, _, sockaddr = info
    destination = _destination.get(None)
    if (
        destination is None
        or sockaddr[0] not in map(str, destination.addresses)  # in one spelling, like the allowed addresses
        or sockaddr[1] != destination.port
    ):
        raise PermissionError("a connection to an unchecked address was about to be opened")
    return socket.socket(family, kind, protocol)
