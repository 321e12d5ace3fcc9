"""Fetch a target through the wall, following redirects by hand, within bounds."""

from typing import Protocol

from siteloupe.capture import Exchange
from siteloupe.net.wire import Bounds
from siteloupe.target import Target


class Fetch(Protocol):
    """What gathering is given: one exchange for one target."""

    async def __call__(self, target: Target, bounds: Bounds) -> Exchange:
        """Raises BadTarget when the target or a hop is refused, Unreachable when nothing answers."""
