"""The interface between fetching and the network: resolve a name, make one hop.

``fetch`` does everything else (address checks, redirects, limits), so live and replayed visits differ only
here.
"""

from dataclasses import dataclass
from typing import Protocol

from siteloupe.address import Address
from siteloupe.capture import Headers, Timing
from siteloupe.fetching import Bounds
from siteloupe.target import Target

REDIRECTS = frozenset({301, 302, 303, 307, 308})
"""The statuses of redirects: https://www.rfc-editor.org/rfc/rfc9110#section-15.4."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """Every address of a host, and the milliseconds of the look-up (None without a look-up).

    A saved visit may have no addresses: it makes no connection, so nothing must be checked.
    """

    addresses: tuple[Address, ...]
    milliseconds: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class WireAnswer:
    """The answer of one hop: ``body`` is decoded and cut at its limit, ``wire_bytes`` are as received.

    ``timing.dns`` is None here: the look-up is not part of the hop.
    """

    status: int
    headers: Headers
    body: bytes
    truncated: bool
    wire_bytes: int
    timing: Timing

    @property
    def location(self) -> str | None:
        """The target of a redirect as written; None when this answer is no redirect, or names no target."""
        return location(self.status, self.headers)


def location(status: int, headers: Headers) -> str | None:
    """Return the target of a redirect as written; None for other answers, or without a target."""
    if status not in REDIRECTS:
        return None
    return (headers.get("location") or "").strip() or None


class Wire(Protocol):
    """One way to reach sites: the network, or a saved visit."""

    async def resolve(self, target: Target, bounds: Bounds) -> Resolved:
        """Return the addresses of the target's host. Raises NameNotFound, TimedOut or Busy."""

    async def hop(self, target: Target, addresses: tuple[Address, ...], bounds: Bounds) -> WireAnswer:
        """Make one request to one of ``addresses``, without following redirects. Raises Unreachable."""
