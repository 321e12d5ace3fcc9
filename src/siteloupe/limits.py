"""Rate limits: a rolling minute for each endpoint and caller."""

import functools
import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from siteloupe.address import Address, Network
from siteloupe.errors import BadSetting, TooManyRequests

MINUTE = 60

MAX_KEYS = 20_000
"""Most windows in memory; a new one replaces the window with the oldest admission."""

MAX_HOPS = 32
"""Most entries of X-Forwarded-For that are read, from the right."""

UNKNOWN = "unknown"
"""The caller of a connection without an address, such as a Unix socket: all share one minute."""


class Windows(Protocol):
    """Moving windows by key: the hits of the last seconds. Has the methods of ``limits``' moving windows."""

    async def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Record ``amount`` hits if that many fit into the window of ``expiry`` seconds."""

    async def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """Return the time of the oldest hit in the window, and the number of hits."""


class RollingMinutes:
    """Windows in memory with limited keys; those of ``limits`` have no limit and start a task a hit.

    A window has the times of admitted requests only, so a caller that continues after a refusal is admitted
    as soon as the oldest of them is a minute old.
    """

    def __init__(self, max_keys: int = MAX_KEYS, timer: Callable[[], float] = time.monotonic) -> None:
        self._max_keys = max_keys
        self._timer = timer
        self._windows: OrderedDict[str, deque[float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._windows)

    async def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Record ``amount`` hits if that many fit into the window of ``expiry`` seconds."""
        now = self._timer()
        window = self._window(key, now - expiry)
        if len(window) + amount > limit:
            return False
        window.extend([now] * amount)
        self._windows[key] = window
        self._windows.move_to_end(key)
        if len(self._windows) > self._max_keys:
            self._windows.popitem(last=False)
        return True

    async def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """Return the time of the oldest hit in the window, and the number of hits."""
        now = self._timer()
        window = self._window(key, now - expiry)
        return (window[0] if window else now), min(len(window), limit)

    def _window(self, key: str, start: float) -> deque[float]:
        if (window := self._windows.get(key)) is None:
            return deque()
        while window and window[0] <= start:
            window.popleft()
        return window


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
