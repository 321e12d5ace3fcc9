"""A saved visit as a wire: always the same answers, without any connection."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from siteloupe.address import Address
from siteloupe.errors import (
    BadCertificate,
    BrokenHttp,
    ConnectionFailed,
    NameNotFound,
    TimedOut,
    Unreachable,
)
from siteloupe.fetching import Bounds
from siteloupe.net.wire import Resolved, WireAnswer
from siteloupe.target import Target

FAILURES: Mapping[str, type[Unreachable]] = {
    failure.cause: failure
    for failure in (NameNotFound, ConnectionFailed, BadCertificate, TimedOut, BrokenHttp)
}
"""The failures of a wire by cause. Other kinds of Unreachable come from other code, also in a replay."""


@dataclass(frozen=True, slots=True)
class SavedFailure:
    """A saved failure: one of the causes of ``FAILURES``, and its sentence."""

    cause: str
    message: str

    def error(self) -> Unreachable:
        """Return a new exception for the failure."""
        return FAILURES[self.cause](self.message)


@dataclass(frozen=True, slots=True, eq=False)
class SavedHop:
    """The outcome of one request: an answer or a failure; neither when the addresses were refused.

    A failure without addresses is one of the look-up, a failure with addresses one of the request.
    """

    resolved: Resolved
    outcome: WireAnswer | SavedFailure | None


class Replay:
    """Answers from ``hops``, by URL in the form of ``Target.url``; any other URL cannot be reached."""

    def __init__(self, hops: Mapping[str, SavedHop]) -> None:
        self.hops = hops

    async def resolve(self, target: Target, bounds: Bounds) -> Resolved:  # noqa: ARG002
        """See :class:`~siteloupe.net.wire.Wire`. The bounds have no effect: a saved time-out is raised."""
        hop = self._find(target)
        if isinstance(hop.outcome, SavedFailure) and not hop.resolved.addresses:
            raise hop.outcome.error()
        return hop.resolved

    async def hop(
        self,
        target: Target,
        addresses: tuple[Address, ...],  # noqa: ARG002
        bounds: Bounds,
    ) -> WireAnswer:
        """See :class:`~siteloupe.net.wire.Wire`. A body is cut at the bound given now."""
        outcome = self._find(target).outcome
        if isinstance(outcome, WireAnswer):
            cut = len(outcome.body) > bounds.max_body
            return replace(outcome, body=outcome.body[: bounds.max_body], truncated=outcome.truncated or cut)
        raise outcome.error() if outcome else _missing_answer_error(target)

    def _find(self, target: Target) -> SavedHop:
        if (hop := self.hops.get(target.url)) is None:
            raise _missing_answer_error(target)
        return hop


def _missing_answer_error(target: Target) -> ConnectionFailed:
    return ConnectionFailed(f"The saved visit holds no answer for {target.url}.")
