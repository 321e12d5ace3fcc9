"""The private-address wall: which IP addresses the service may talk to.

The ranges are rows of ``data/address_ranges.tsv``: every entry of the two IANA special-purpose registries
(as of their entry of 2025-04, 100:0:0:1::/64), reserved and multicast space, everything outside the public
IPv6 space 2000::/3, and the addresses at which clouds hand out credentials. The narrowest row that holds an
address decides. Python's ``is_global`` and ``is_private`` are not asked: their table differs between
versions, and calls multicast, NAT64 and 6to4 around private addresses global.

Sources: https://www.iana.org/assignments/iana-ipv4-special-registry,
https://www.iana.org/assignments/iana-ipv6-special-registry
"""

import ipaddress
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from siteloupe.data import rows

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Exempt(StrEnum):
    """The effect of an operator's list of allowed networks on the addresses of a range."""

    YES = "yes"  # allow them
    NO = "no"  # none: these are addresses of credentials, or of tunnels that could lead to them
    INNER = "inner"  # allow them if the IPv4 address in their last 32 bits is allowed


@dataclass(frozen=True, slots=True)
class TargetPolicy:
    """The allowed ports of targets, and the networks that are exempt from the private-address rule."""

    ports: frozenset[int]
    networks: tuple[Network, ...] = ()


@dataclass(frozen=True, slots=True)
class _Range:
    phrase: str
    exempt: Exempt


_Widths = list[tuple[int, dict[int, _Range]]]
"""The ranges of one IP version by prefix length, longest first: bits to shift away, range by prefix."""


def _load() -> dict[int, _Widths]:
    by_shift: dict[int, dict[int, dict[int, _Range]]] = {4: {}, 6: {}}
    for row in rows("address_ranges.tsv"):
        network = ipaddress.ip_network(row["network"])
        shift = network.max_prefixlen - network.prefixlen
        # The network as in the row: since 3.13 Python writes mapped addresses differently.
        phrase = f"{row['name']} ({row['network']})" if shift else row["name"]
        prefixes = by_shift[network.version].setdefault(shift, {})
        prefixes[int(network.network_address) >> shift] = _Range(phrase, Exempt(row["exempt"]))
    return {version: sorted(widths.items()) for version, widths in by_shift.items()}


_RANGES = _load()


def refusal(
    address: Address, allowed: Collection[Network] = (), own: Collection[Address] = frozenset()
) -> str | None:
    """Return why ``address`` is refused: "a private address (10.0.0.0/8)"; None when it is allowed.

    ``allowed`` are networks an operator exempts. They never open the metadata address of a cloud, nor
    link-local IPv4 or tunnels (6to4, Teredo, local-use NAT64) that could lead there. An IPv6 address that
    wraps an IPv4 one is exempt only when its own IPv6 network is allowed and the address inside passes too:
    on a network with DNS64, allowing 64:ff9b::/96 opens public sites and nothing more.

    ``own`` are the public addresses of this machine, on which it may serve what strangers must not see.
    """
    found = _narrowest(address)
    exempt = found.exempt if found else Exempt.YES
    if exempt is not Exempt.NO and any(address in network for network in allowed):
        return refusal(_inner(address), allowed, own) if exempt is Exempt.INNER else None
    if found:
        return found.phrase
    return "an address of this service's own machine" if address in own else None


RULES = ("private", "loopback", "link-local", "metadata", "own", "reserved")
"""The words for refused addresses; the last is for all other ranges."""

_WORDS = {
    "private": "private",
    "unique-local": "private",
    "site-local": "private",
    "carrier-grade": "private",
    "loopback": "loopback",
    "unspecified": "loopback",
    "link-local": "link-local",
    "metadata": "metadata",
    "platform": "metadata",
    "machine": "own",
}


def rule_of(reason: str) -> str:
    """Return the word of ``RULES`` for a reason that :func:`refusal` gave."""
    return next((_WORDS[word] for word in reason.split() if word in _WORDS), "reserved")


def _narrowest(address: Address) -> _Range | None:
    number = int(address)
    for shift, ranges in _RANGES[address.version]:
        if found := ranges.get(number >> shift):
            return found
    return None


def _inner(address: Address) -> ipaddress.IPv4Address:
    return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
