"""The machine's own addresses, which a target must not have, even if they are public."""

import ipaddress
import socket
import time
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import suppress
from pathlib import Path

from siteloupe.address import Address

_IPV4_TABLE = Path("/proc/net/fib_trie")
_IPV6_TABLE = Path("/proc/net/if_inet6")
_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


BELIEVED_SECONDS = 10.0
"""How old the addresses may be that a connection is checked against: interfaces come and go."""


class OwnAddresses:
    """The machine's own addresses, read again when they are asked for and no longer new."""

    def __init__(
        self,
        read: Callable[[], AbstractSet[Address]] | None = None,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read = read or local_addresses
        self._timer = timer
        self._known = self._read()
        self._read_at = timer()

    def __call__(self) -> AbstractSet[Address]:
        """Return every address, as of a few seconds ago at most."""
        now = self._timer()
        if now - self._read_at >= BELIEVED_SECONDS:
            # With no file left to open nothing can be read: better the addresses of before than none.
            self._known, self._read_at = self._read() or self._known, now
        return self._known


def local_addresses() -> frozenset[Address]:
    """Return every address of the machine that can be found without sending anything.

    On Linux, the kernel's tables have all of them. Elsewhere it is the address that packets to the internet
    are sent from. The address of a router in front of the machine cannot be found.
    """
    texts = {*_linux_ipv4(), *_linux_ipv6(), *_source_addresses()}
    return frozenset(ipaddress.ip_address(text.partition("%")[0]) for text in texts)


def _linux_ipv4() -> Iterator[str]:
    """``|-- ADDRESS`` followed by ``/32 host LOCAL``: https://docs.kernel.org/networking/fib_trie.html."""
    address = ""
    for line in _lines(_IPV4_TABLE):
        match line.split():
            case ["|--", address]:
                pass
            case ["/32", "host", "LOCAL"]:
                yield address


def _linux_ipv6() -> Iterator[str]:
    """32 hexadecimal digits begin each line: https://man7.org/linux/man-pages/man5/proc_pid_net.5.html."""
    for line in _lines(_IPV6_TABLE):
        yield str(ipaddress.IPv6Address(int(line[:32], 16)))


def _lines(table: Path) -> list[str]:
    try:
        return table.read_text().splitlines()
    except OSError:
        return []


def _source_addresses() -> Iterator[str]:
    """Connect UDP sockets, which selects the source address and sends nothing."""
    for family, address in _ELSEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))
            yield str(probe.getsockname()[0])
