"""What gathering is given to fetch with: a function, and the bounds of each exchange.

The network is an argument: ``net.Fetcher`` is one such function, a test's own another.
"""

from dataclasses import dataclass, field
from typing import Protocol

from siteloupe.capture import Exchange
from siteloupe.errors import OverBudget
from siteloupe.target import Target


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
    """What one exchange may cost. ``deadline`` is a time of the running loop's clock, in seconds.

    ``max_redirects`` is how many hops may be followed; None leaves that to the settings.
    """

    deadline: float
    max_body: int
    allowance: Allowance = field(default_factory=lambda: Allowance(60))
    accept: str = "*/*"
    max_redirects: int | None = None


class Fetch(Protocol):
    """One exchange for one target."""

    async def __call__(self, target: Target, bounds: Bounds) -> Exchange:
        """Raises BadTarget when the target or a hop is refused, Unreachable when nothing answers."""
