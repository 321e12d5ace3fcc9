"""A wire that records the answers of another wire, for saving and replay."""

import asyncio
from dataclasses import replace

from siteloupe.address import Address
from siteloupe.errors import TimedOut, Unreachable
from siteloupe.fetching import Bounds
from siteloupe.net.replay import SavedFailure, SavedHop
from siteloupe.net.wire import Resolved, Wire, WireAnswer
from siteloupe.target import Target


class Recording:
    """Passes everything on to ``wire``; ``hops`` has the outcome of each URL, in the order of requests."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.hops: dict[str, SavedHop] = {}

    async def resolve(self, target: Target, bounds: Bounds) -> Resolved:
        """See :class:`~siteloupe.net.wire.Wire`."""
        try:
            resolved = await self._wire.resolve(target, bounds)
        except Unreachable as failure:
            self._keep(target, Resolved(()), SavedFailure(failure.cause, failure.message))
            raise
        self._keep(target, resolved, None)
        return resolved

    async def hop(self, target: Target, addresses: tuple[Address, ...], bounds: Bounds) -> WireAnswer:
        """See :class:`~siteloupe.net.wire.Wire`."""
        resolved = self.hops[target.url].resolved
        try:
            # Nothing is asked for early, so that the order of the requests is the same each time.
            answer = await self._wire.hop(target, addresses, replace(bounds, listener=None))
        except Unreachable as failure:
            self._keep(target, resolved, SavedFailure(failure.cause, failure.message))
            raise
        except asyncio.CancelledError:
            late = f"{target.host} had not answered when the visit ended."
            self._keep(target, resolved, SavedFailure(TimedOut.cause, late))
            raise
        self._keep(target, resolved, answer)
        return answer

    def _keep(self, target: Target, resolved: Resolved, outcome: WireAnswer | SavedFailure | None) -> None:
        """Keep the longest answer of a URL that is requested twice with different limits."""
        kept = self.hops.get(target.url)
        if kept is None or _fullness(outcome) > _fullness(kept.outcome):
            self.hops[target.url] = SavedHop(resolved, outcome)


def _fullness(outcome: WireAnswer | SavedFailure | None) -> int:
    match outcome:
        case WireAnswer():
            return 1 + len(outcome.body)
        case SavedFailure():
            return 0
        case None:
            return -1
