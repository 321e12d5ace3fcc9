"""Rate limits: a rolling minute for each endpoint and caller, on the ``limits`` library's moving window."""

import functools
import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence

from limits.aio.storage import MovingWindowSupport

from siteloupe.address import Address, Network
from siteloupe.errors import BadSetting, TooManyRequests

MINUTE = 60

MAX_KEYS = 20_000
"""Windows that are remembered; beyond that the one admitted to longest ago is forgotten."""

MAX_HOPS = 32
"""Entries of X-Forwarded-For that are looked at, from the right."""

UNKNOWN = "unknown"
"""The caller of a connection without an address, such as a Unix socket: all share one minute."""


class RollingMinutes(MovingWindowSupport):
    """Moving windows in memory, bounded in keys; ``limits``' own is not, and starts a task a hit.

    A window holds the times of the admitted requests only, so a caller that is refused and goes on
    asking is admitted as soon as the oldest of them is a minute old.
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
        """When the oldest hit of the window was, and how many it holds."""
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
    """Says whether a caller may ask an endpoint once more within its rolling minute.

    ``limits`` names requests a minute for each endpoint; an endpoint without an entry is not limited.
    """

    def __init__(self, limits: Mapping[str, int], windows: MovingWindowSupport | None = None) -> None:
        self._limits = dict(limits)
        self._windows = RollingMinutes() if windows is None else windows

    async def admit(self, endpoint: str, caller: str, requests: int = 1) -> None:
        """Count ``requests`` of ``caller``. Raises TooManyRequests, counting none, when they are too many."""
        limit = self._limits.get(endpoint)
        if limit is None:
            return
        if not await self._windows.acquire_entry(f"{endpoint}/{caller}", limit, MINUTE, requests):
            raise TooManyRequests(
                f"You have used up the {limit} requests a minute that {endpoint} allows. Try again shortly."
            )


def effective_limits(built_in: Mapping[str, int], setting: Mapping[str, int] | None) -> dict[str, int]:
    """The limits that apply: ``setting`` None means none at all, else it overrides by name.

    Raises BadSetting for a name that no endpoint has: it would leave one unlimited that was to have a limit.
    """
    if setting is None:
        return {}
    if unknown := sorted(setting.keys() - built_in):
        raise BadSetting(f"SITELOUPE_RATE_LIMITS: {unknown[0]!r} is none of {', '.join(built_in)}")
    return {**built_in, **setting}


def caller_of(peer: str | None, forwarded_for: Sequence[str], trusted: tuple[Network, ...]) -> str:
    """Whom a request is counted against: an IPv4 address, an IPv6 /64, or ``unknown``.

    ``forwarded_for`` holds the X-Forwarded-For lines. They are believed only as far as each entry was
    added by a proxy in ``trusted``: reading from the right, the first address that is none is the caller.
    """
    caller = peer or ""
    if trusted and forwarded_for:
        for entry in reversed(_entries(forwarded_for)):
            if not _within(_address(caller), trusted) or _address(entry) is None:
                break
            caller = entry
    return _key(caller)


def is_private_peer(peer: str | None) -> bool:
    """True for a peer that is not a caller on the internet, and so probably a proxy."""
    address = _address(peer or "")
    return address is None or address.is_private


def is_within(peer: str | None, networks: tuple[Network, ...]) -> bool:
    """True when a connection comes from one of ``networks``."""
    return _within(_address(peer or ""), networks)


def _entries(lines: Sequence[str]) -> list[str]:
    return ",".join(lines).rsplit(",", MAX_HOPS)[-MAX_HOPS:]


@functools.lru_cache(4096)
def _address(text: str) -> Address | None:
    """The address in ``1.2.3.4``, ``1.2.3.4:80``, ``2001:db8::1`` or ``[2001:db8::1]:80``; IPv4 unmapped."""
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


def _within(address: Address | None, networks: tuple[Network, ...]) -> bool:
    return address is not None and any(
        address.version == network.version and address in network for network in networks
    )


@functools.lru_cache(4096)
def _key(text: str) -> str:
    address = _address(text)
    if address is None or address.version == 4:
        return UNKNOWN if address is None else str(address)
    return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
