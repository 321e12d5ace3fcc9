"""The seam between fetching and the network: resolve a name, make one hop.

``fetch`` does everything else (the wall, redirects, budgets), so live and replayed visits differ only here.
"""

import ipaddress
from dataclasses import dataclass, field
from typing import Protocol

from siteloupe.capture import Headers, Timing
from siteloupe.errors import OverBudget
from siteloupe.target import Target

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(slots=True)
class Allowance:
    """How many requests a visit may still make; every hop costs one."""

    requests: int

    def spend(self) -> None:
        """Take one request. Raises OverBudget when none is left."""
        if self.requests <= 0:
            raise OverBudget("This site needs more requests than one analysis may make.")
        self.requests -= 1


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one exchange may cost. ``deadline`` is a time of the running loop's clock, in seconds."""

    deadline: float
    max_body: int
    allowance: Allowance = field(default_factory=lambda: Allowance(60))
    accept: str = "*/*"


@dataclass(frozen=True, slots=True, eq=False)
class WireAnswer:
    """What one hop brought: ``body`` decoded and cut at its bound, ``wire_bytes`` as received."""

    status: int
    headers: Headers
    body: bytes
    truncated: bool
    wire_bytes: int
    timing: Timing


class Wire(Protocol):
    """One way to reach sites: the network, or a saved visit."""

    async def resolve(self, target: Target, deadline: float) -> tuple[Address, ...]:
        """Every address the target's host stands for. Raises NameNotFound or TimedOut."""

    async def hop(self, target: Target, addresses: tuple[Address, ...], bounds: Bounds) -> WireAnswer:
        """One request to one of ``addresses``, redirects not followed. Raises Unreachable."""
