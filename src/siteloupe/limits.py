"""Rate limits: a rolling minute for each endpoint and caller."""

import functools
import ipaddress
from collections.abc import Mapping, Sequence

from siteloupe.address import Address, Network
from siteloupe.errors import BadSetting, TooManyRequests
from siteloupe.windows import RollingMinutes, Windows

MINUTE = 60

MAX_HOPS = 32
"""Most entries of X-Forwarded-For that are read, from the right."""

UNKNOWN = "unknown"
"""The caller of a connection without an address, such as a Unix socket: all share one minute."""


class RateLimiter:
    """Checks whether a caller may send one more request to an endpoint in its rolling minute.

    ``limits`` names requests a minute for each endpoint; an endpoint without an entry is not limited.
    """

    def __init__(self, limits: Mapping[str, int], windows: Windows | None = None) -> None:
        self._limits = dict(limits)
        self._windows = RollingMinutes() if windows is None else windows

    async def admit(self, endpoint: str, caller: str, requests: int = 1) -> None:
        """Count ``requests`` of ``caller``.

        Raises TooManyRequests, and counts none, when they are too many.
        """
        limit = self._limits.get(endpoint)
        if limit is None:
            return
        if not await self._windows.acquire_entry(f"{endpoint}/{caller}", limit, MINUTE, requests):
            raise TooManyRequests(
                f"You have used up the {limit} requests a minute that {endpoint} allows. Try again shortly."
            )


def effective_limits(built_in: Mapping[str, int], setting: Mapping[str, int] | None) -> dict[str, int]:
    """Return the limits that apply: none for a ``setting`` of None, otherwise it overrides limits by name.

    Raises BadSetting for a name that no endpoint has: the intended endpoint would have no limit.
    """
    if setting is None:
        return {}
    if unknown := sorted(setting.keys() - built_in):
        raise BadSetting(f"SITELOUPE_RATE_LIMITS: {unknown[0]!r} is none of {', '.join(built_in)}")
    return {**built_in, **setting}


def caller_of(peer: str | None, forwarded_for: Sequence[str], trusted: tuple[Network, ...]) -> str:
    """Return the caller that a request counts for: an IPv4 address, an IPv6 /64, or ``unknown``.

    ``forwarded_for`` has the X-Forwarded-For lines. Only entries that proxies in ``trusted`` added are used:
    from the right, the caller is the first address that is not such a proxy.
    """
    caller = peer or ""
    if trusted and forwarded_for:
        for entry in reversed(_entries(forwarded_for)):
            if not _is_in_networks(_address(caller), trusted) or _address(entry) is None:
                break
            caller = entry
    return _key(caller)


def is_private_peer(peer: str | None) -> bool:
    """Whether a peer has a private address, so that it is probably a proxy."""
    address = _address(peer or "")
    return address is None or address.is_private


def is_within(peer: str | None, networks: tuple[Network, ...]) -> bool:
    """Whether a connection comes from one of ``networks``."""
    return _is_in_networks(_address(peer or ""), networks)


def _entries(lines: Sequence[str]) -> list[str]:
    return ",".join(lines).rsplit(",", MAX_HOPS)[-MAX_HOPS:]


@functools.lru_cache(4096)
def _address(text: str) -> Address | None:
    """Parse ``1.2.3.4``, ``1.2.3.4:80``, ``2001:db8::1`` or ``[2001:db8::1]:80``; unmap IPv4."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _is_in_networks(address: Address | None, networks: tuple[Network, ...]) -> bool:
    return address is not None and any(
        address.version == network.version and address in network for network in networks
    )


@functools.lru_cache(4096)
def _key(text: str) -> str:
    address = _address(text)
    if address is None or address.version == 4:
        return UNKNOWN if address is None else str(address)
    return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
