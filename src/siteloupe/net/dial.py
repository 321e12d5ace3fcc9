"""Connections go only to the addresses that were checked for a hop.

All hops share aiohttp's connector, so a context variable holds the allowed addresses of the current hop, and
its watch, which notes when a connection begins, is open, and carries a request. (aiohttp's own tracing notes
the same, but takes a fifth of a request's time.) The connector takes the addresses from the variable and
looks up no names. The guard compares every socket with them again just before it is opened. A kept connection
is reused only for the same scheme, name and port, so its address was checked for that name. So it is with
a connection that is opened ahead: its addresses are those that were checked for the hop beside it.
"""

import asyncio
import socket
import ssl
import weakref
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import aiohttp
from aiohttp.abc import ResolveResult
from aiohttp.client_proto import ResponseHandler
from aiohttp.client_reqrep import ConnectionKey
from aiohttp.connector import Connection
from yarl import URL

from siteloupe.address import Address
from siteloupe.fetching import Ahead
from siteloupe.net.openings import Openings
from siteloupe.net.protocol import BoundedProtocol
from siteloupe.net.watch import Watch
from siteloupe.target import Target

_MAX_DIALED = 8
_KEEP_ALIVE_SECONDS = 5.0  # long enough for one visit, which is all that reuse is for


@dataclass(frozen=True, slots=True)
class _Destination:
    """The addresses and the port that the current hop may connect to.

    The references to its watch, and to the connections to open ahead, are weak: a kept connection has this
    object in its context, and a strong reference would keep the visit and all its answers in memory.
    ``tries`` has an item for each connection that the hop has asked for.
    """

    addresses: tuple[Address, ...]
    port: int
    watch: Callable[[], Watch | None] = lambda: None
    ahead: Callable[[], Ahead | None] = lambda: None
    tries: list[None] = field(default_factory=list)
    is_page: bool = False

    @property
    def present_watch(self) -> Watch:
        """The hop's watch, which exists until the hop ends."""
        if (watch := self.watch()) is None:
            raise OSError("a connection was about to be used after its hop")
        return watch


_destination: ContextVar[_Destination] = ContextVar("destination")


@contextmanager
def pin_addresses(
    addresses: tuple[Address, ...],
    port: int,
    watch: Watch,
    ahead: Ahead | None = None,
    *,
    is_page: bool = False,
) -> Iterator[None]:
    """Allow requests inside the block to connect to ``addresses`` on ``port``; outside a block, none can.

    The connections of ``ahead`` beside a request that ``is_page`` are opened with it.
    """
    ahead_of_hop = (lambda: None) if ahead is None else weakref.ref(ahead)
    destination = _Destination(addresses, port, weakref.ref(watch), ahead_of_hop, is_page=is_page)
    token = _destination.set(destination)
    try:
        yield
    finally:
        _destination.reset(token)


class PinnedConnector(aiohttp.TCPConnector):
    """A connection pool that looks up no names. It has no limits; the caller sets them.

    A request takes the first connection that comes free or open; opening one takes ``seconds`` at most.
    """

    def __init__(self, trust: ssl.SSLContext, max_head: int, seconds: float) -> None:
        super().__init__(
            ssl=trust,
            use_dns_cache=False,
            limit=0,
            keepalive_timeout=_KEEP_ALIVE_SECONDS,
            socket_factory=_guard,
        )
        protocol = partial(BoundedProtocol, loop=self._loop, max_head=max_head, asking=_start_request)
        self._factory = protocol  # type: ignore[assignment]  # aiohttp's own, narrowed
        self._openings = Openings()
        self._in_use: defaultdict[ConnectionKey, set[ResponseHandler]] = defaultdict(set)
        self._seconds = seconds

    async def connect(self, req: aiohttp.ClientRequest, *about: Any, **named: Any) -> Connection:
        """Return a kept connection, one that was opened ahead, or a new one."""
        if (destination := _destination.get(None)) is not None:
            ahead = destination.ahead()
            if destination.tries:  # the one that was at hand had died: no other like it is trusted
                self._close_unasked(*self._idle_ones(req))
            elif ahead is not None and destination.is_page:
                if req.is_ssl():
                    wanted = ahead.beside - max(0, len(self._idle_ones(req)) - 1)
                    self._open_ahead(req, ahead, wanted, is_beside=True)
            elif not self._idle_ones(req):
                await self._take_turn(req, destination)
            destination.tries.append(None)
        connection = await super().connect(req, *about, **named)
        if connection.protocol is not None:
            self._in_use[req.connection_key].add(connection.protocol)
        return connection

    async def _take_turn(self, req: aiohttp.ClientRequest, destination: _Destination) -> None:
        """Wait until a connection for ``req`` has come free or open, under the hop's watch."""
        destination.present_watch.start_connecting()
        ahead = destination.ahead()
        is_patient = ahead is not None and ahead.is_patient
        await self._openings.wait(
            req.connection_key,
            lambda: bool(self._idle_ones(req)),
            lambda: self._open_for_one(req, destination.ahead),
            lambda: len(self._in_use.get(req.connection_key, ())) if is_patient else 0,
        )
        destination.present_watch.end_connecting()

    def open_one_ahead(self, target: Target, addresses: tuple[Address, ...], port: int, ahead: Ahead) -> None:
        """Open a connection for requests to ``target``, unless there is one."""
        token = _destination.set(_Destination(addresses, port))
        try:
            req = aiohttp.ClientRequest("GET", URL(target.url, encoded=True), loop=self._loop)
            self._open_ahead(req, ahead, 1 - len(self._idle_ones(req)), is_beside=False)
        finally:
            _destination.reset(token)

    def _open_ahead(self, req: aiohttp.ClientRequest, ahead: Ahead, count: int, *, is_beside: bool) -> None:
        """Open so many connections, less those that are being opened, to where ``req`` leads."""
        opening = partial(self._open_for_later, req, weakref.ref(ahead), is_beside=is_beside)
        for _ in range(count - self._openings.count(req.connection_key)):
            ahead.add(self._openings.open_ahead(req.connection_key, opening), is_beside=is_beside)

    async def _open_for_later(
        self, req: aiohttp.ClientRequest, of: Callable[[], Ahead | None], *, is_beside: bool
    ) -> None:
        """Open a connection that is closed with ``of`` unless somebody has used it."""
        protocol = await self._open(req)
        if (ahead := of()) is not None:
            ahead.add(lambda: self._close_unasked(protocol), is_beside=is_beside)
        self._release(req.connection_key, protocol)

    async def _open_for_one(self, req: aiohttp.ClientRequest, of: Callable[[], Ahead | None]) -> None:
        """Open a connection that somebody waits for, who may get another one before: it is left over then."""
        protocol = await self._open(req)
        if (ahead := of()) is not None and not ahead.is_closed:
            ahead.add(lambda: self._close_unasked(protocol), is_beside=False)
        self._release(req.connection_key, protocol)

    async def _open(self, req: aiohttp.ClientRequest) -> ResponseHandler:
        async with asyncio.timeout(self._seconds):
            protocol = await super()._create_connection(req, [], aiohttp.ClientTimeout())
        if self._closed:
            protocol.abort()
            raise OSError("the network has been closed")
        return protocol

    def _idle_ones(self, req: aiohttp.ClientRequest) -> list[ResponseHandler]:
        """Return the open connections for ``req`` that no request is using."""
        return [
            protocol for protocol, _ in self._conns.get(req.connection_key, ()) if protocol.is_connected()
        ]

    @staticmethod
    def _close_unasked(*protocols: ResponseHandler) -> None:
        """Close those that have never carried a request. The pool forgets closed ones by itself."""
        for protocol in protocols:
            if isinstance(protocol, BoundedProtocol) and not protocol.was_asked:
                protocol.abort()

    def _release(self, key: ConnectionKey, protocol: ResponseHandler, *, should_close: bool = False) -> None:
        """Called when a connection is free; also when it was just opened."""
        if (in_use := self._in_use.get(key)) is not None:
            in_use.discard(protocol)
            if not in_use:
                del self._in_use[key]
        super()._release(key, protocol, should_close=should_close)
        self._openings.tell(key)

    def _close(self, *, abort_ssl: bool = False) -> list[Awaitable[object]]:
        return [*self._openings.cancel(), *super()._close(abort_ssl=abort_ssl)]

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
