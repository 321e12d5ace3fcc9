"""The seam between fetching and the network: resolve a name, make one hop.

``fetch`` does everything else (the wall, redirects, budgets), so live and replayed visits differ only here.
"""

from dataclasses import dataclass
from typing import Protocol

from siteloupe.address import Address
from siteloupe.capture import Headers, Timing
from siteloupe.fetching import Bounds
from siteloupe.target import Target

REDIRECTS = frozenset({301, 302, 303, 307, 308})
"""The statuses that lead elsewhere: https://www.rfc-editor.org/rfc/rfc9110#section-15.4."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """Every address a host stands for, and the milliseconds that the look-up took (None: there was none).

    A saved visit may name no addresses: nothing is dialed then, so there is nothing to check.
    """

    addresses: tuple[Address, ...]
    milliseconds: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class WireAnswer:
    """What one hop brought: ``body`` decoded and cut at its bound, ``wire_bytes`` as received.

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
        """Where a redirect leads, as written; None when this answer is no redirect, or names no place."""
        return location(self.status, self.headers)


def location(status: int, headers: Headers) -> str | None:
    """Where a redirect leads, as written; None for an answer that is none, or names no place."""
    if status not in REDIRECTS:
        return None
    return (headers.get("location") or "").strip() or None


class Wire(Protocol):
    """One way to reach sites: the network, or a saved visit."""

    async def resolve(self, target: Target, deadline: float) -> Resolved:
        """What the target's host stands for. Raises NameNotFound or TimedOut."""

    async def hop(self, target: Target, addresses: tuple[Address, ...], bounds: Bounds) -> WireAnswer:
        """One request to one of ``addresses``, redirects not followed. Raises Unreachable."""
