"""The machine's own addresses, which a target must not lead to even where they are public."""

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from siteloupe.address import Address

_IPV4_TABLE = Path("/proc/net/fib_trie")
_IPV6_TABLE = Path("/proc/net/if_inet6")
_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def local_addresses() -> frozenset[Address]:
    """Every address of the machine, as far as it can be known without sending anything.

    On Linux the kernel's tables name all of them. Elsewhere: the address that a packet to a stranger would
    leave by. An address that a router translates into cannot be seen from here.
    """
    texts = {*_linux_ipv4(), *_linux_ipv6(), *_outgoing()}
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


def _outgoing() -> Iterator[str]:
    """Connecting a UDP socket picks the address to send from, and sends nothing."""
    for family, address in _ELSEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))
            yield str(probe.getsockname()[0])
