"""Name → addresses, by the system's resolver or by one nameserver alone."""

import asyncio
import contextlib
import ipaddress
import socket
import threading
from collections.abc import Awaitable, Callable, Iterable

import dns.asyncresolver
import dns.exception
import dns.name
import dns.rdatatype
import dns.resolver

from siteloupe.address import Address
from siteloupe.errors import NameNotFound, TimedOut

Resolve = Callable[[str, float], Awaitable[tuple[Address, ...]]]
"""``await resolve(host, deadline)``: every address of a name, one at least. Raises NameNotFound, TimedOut."""

_MAX_LOOKUPS = 512
_MAX_ALIASES = 8
_ADDRESS_TYPES = (dns.rdatatype.A, dns.rdatatype.AAAA)


def resolver(nameserver: tuple[str, int] | None) -> Resolve:
    """The system's resolver, or one that asks ``nameserver`` (address, port) and nobody else."""
    return _SystemResolver() if nameserver is None else _NameserverResolver(*nameserver)


def _not_found(host: str) -> NameNotFound:
    return NameNotFound(f"The name {host} does not exist or has no address.")


def _timeout_error(host: str) -> TimedOut:
    return TimedOut(f"The look-up of the name {host} took too long.")


class _SystemResolver:
    """``getaddrinfo``: the hosts file, the search list and nameservers of the machine.

    A look-up cannot be cancelled, and one that hangs holds its thread as long as the system tries. So each
    has its own daemon thread: hung ones keep neither the others nor the end of the process waiting.
    """

    def __init__(self) -> None:
        self._running = 0

    async def __call__(self, host: str, deadline: float) -> tuple[Address, ...]:
        if self._running >= _MAX_LOOKUPS:
            raise _timeout_error(host)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[tuple[Address, ...]] = loop.create_future()

        def deliver(addresses: tuple[Address, ...]) -> None:
            self._running -= 1
            if not answer.done():
                answer.set_result(addresses)

        def look_up() -> None:
            addresses = _getaddrinfo(host)
            with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile
                loop.call_soon_threadsafe(deliver, addresses)

        self._running += 1
        threading.Thread(target=look_up, name=f"resolve {host}", daemon=True).start()
        try:
            async with asyncio.timeout_at(deadline):
                addresses = await answer
        except TimeoutError:
            raise _timeout_error(host) from None
        if not addresses:
            raise _not_found(host)
        return addresses


def _getaddrinfo(host: str) -> tuple[Address, ...]:
    """Every address, each once; none when the name cannot be looked up."""
    try:
        answers = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    # An IPv6 answer may carry a zone, "fe80::1%eth0"; the wall judges the address without it.
    return _distinct(str(sockaddr[0]).partition("%")[0] for *_, sockaddr in answers)


class _NameserverResolver:
    """dnspython, A and AAAA side by side, CNAMEs followed."""

    def __init__(self, address: str, port: int) -> None:
        self._resolver = dns.asyncresolver.Resolver(configure=False)
        self._resolver.nameservers = [address]
        self._resolver.port = port

    async def __call__(self, host: str, deadline: float) -> tuple[Address, ...]:
        name = dns.name.from_text(host)
        look_ups = (self._look_up(name, kind, deadline) for kind in _ADDRESS_TYPES)
        found = await asyncio.gather(*look_ups, return_exceptions=True)
        # Some nameservers fail, or are silent, for the family they do not have.
        if addresses := _distinct(text for texts in found if isinstance(texts, list) for text in texts):
            return addresses
        if any(isinstance(failure, dns.exception.Timeout) for failure in found):
            raise _timeout_error(host)
        raise _not_found(host)

    async def _look_up(
        self, name: dns.name.Name, kind: dns.rdatatype.RdataType, deadline: float
    ) -> list[str]:
        """The addresses of one family. Raises DNSException or OSError."""
        for _ in range(_MAX_ALIASES):
            left = deadline - asyncio.get_running_loop().time()
            answer = await self._resolver.resolve(
                name, kind, raise_on_no_answer=False, search=False, lifetime=max(left, 0.0)
            )
            if answer.rrset is not None:
                return [record.address for record in answer.rrset]
            if answer.canonical_name == name:
                break
            name = answer.canonical_name  # the server named an alias, and left following it to us
        return []


def _distinct(texts: Iterable[str]) -> tuple[Address, ...]:
    return tuple(dict.fromkeys(ipaddress.ip_address(text) for text in texts))
