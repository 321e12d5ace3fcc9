"""Fetching of a target: address checks, redirects and limits."""

import asyncio
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace

from siteloupe.address import Address, refusal, rule_of
from siteloupe.capture import Exchange, Headers, Hop
from siteloupe.errors import BadTarget, SiteloupeError, TooManyRedirects
from siteloupe.fetching import Ahead, Bounds
from siteloupe.net.wire import Resolved, Wire, WireAnswer
from siteloupe.settings import Settings
from siteloupe.target import Target, follow

OpenAhead = Callable[[Target, tuple[Address, ...], Ahead], None]
"""Opens a connection to one of the addresses, which were checked."""


class Fetcher:
    """The only way to a site: every hop is resolved once, checked against the address ranges, then made.

    ``own`` tells the machine's own addresses, which are refused like private ones. ``open_ahead`` opens a
    connection for later requests, where there is a network.
    """

    def __init__(
        self,
        wire: Wire,
        settings: Settings,
        own: Callable[[], AbstractSet[Address]] = frozenset,
        open_ahead: OpenAhead | None = None,
    ) -> None:
        self._wire = wire
        self._open_ahead = open_ahead
        self._policy = settings.policy
        self._max_redirects = settings.max_redirects
        self._own = own

    async def __call__(self, target: Target, bounds: Bounds) -> Exchange:
        """See :class:`fetching.Fetch`.

        No cookie is ever sent, so a URL that comes twice is a redirect loop.
        """
        requested, hops, seen = target.url, list[Hop](), {target.url}
        most = self._max_redirects if bounds.max_redirects is None else bounds.max_redirects
        self._connect_elsewhere(bounds)
        while True:
            answer = await self._hop(target, bounds)
            if (location := answer.location) is None:
                return _exchange(requested, target, answer, tuple(hops))
            hops.append(Hop(target.url, answer.status, answer.headers))
            if len(hops) > most:
                raise TooManyRedirects(f"The site redirects more than {self._max_redirects} times.")
            here, target = target, self._next(target, location)
            if bounds.ahead is not None and bounds.is_page and not _is_same_place(here, target):
                bounds.ahead.leave_host()
            if target.url in seen:
                raise TooManyRedirects(
                    "The site redirects in a circle, perhaps because it insists on a cookie."
                )
            seen.add(target.url)

    def _next(self, target: Target, location: str) -> Target:
        """Return the target of a redirect.

        Raises BadTarget, which says that a redirect named it, not the caller.
        """
        try:
            return follow(target, location, self._policy)
        except BadTarget as error:
            sentence = f"{target.host} redirects to a place that is refused. {error.message}"
            raise BadTarget(sentence, error.rule) from None

    async def _hop(self, target: Target, bounds: Bounds) -> WireAnswer:
        """Make one request, only to the addresses that were checked."""
        bounds.allowance.spend()
        resolved = await self._resolve(target, bounds)
        answer = await self._wire.hop(target, resolved.addresses, bounds)
        if resolved.milliseconds is None:  # no look-up was made
            return answer
        return replace(answer, timing=replace(answer.timing, dns=resolved.milliseconds))

    async def _resolve(self, target: Target, bounds: Bounds) -> Resolved:
        """Return the addresses of the target. Raises BadTarget when one of them is refused."""
        resolved = await self._wire.resolve(target, bounds)
        # One refused address is enough to refuse the name: no honest site mixes public and private addresses.
        own = self._own()
        for address in resolved.addresses:
            if reason := refusal(address, self._policy.networks, own):
                sentence = f"The name {target.host} leads to a private, local or reserved address."
                raise BadTarget(sentence, rule_of(reason))
        return resolved

    def _connect_elsewhere(self, bounds: Bounds) -> None:
        """Begin to open the connections to other hosts that the exchange brings."""
        if bounds.ahead is None or self._open_ahead is None or not bounds.is_page:
            return
        for target in bounds.ahead.elsewhere:
            task = asyncio.create_task(self._connect(target, bounds, bounds.ahead, self._open_ahead))
            bounds.ahead.add(task.cancel, is_beside=False)

    async def _connect(self, target: Target, bounds: Bounds, ahead: Ahead, open_ahead: OpenAhead) -> None:
        # A failure is that of the request that needs the host, should there be one.
        with suppress(SiteloupeError):
            resolved = await self._resolve(target, bounds)
            open_ahead(target, resolved.addresses, ahead)


def _is_same_place(one: Target, other: Target) -> bool:
    """Whether a connection for ``one`` is good for ``other``."""
    return (one.scheme, one.host, one.port) == (other.scheme, other.host, other.port)


def _exchange(requested: str, target: Target, answer: WireAnswer, hops: tuple[Hop, ...]) -> Exchange:
    return Exchange(
        requested=requested,
        url=target.url,
        status=answer.status,
        headers=answer.headers,
        body=answer.body,
        hops=hops,
        truncated=answer.truncated,
        wire_bytes=answer.wire_bytes,
        content_encoding=answer.headers.get("content-encoding"),
        content_length=_content_length(answer.headers),
        timing=answer.timing,
    )


def _content_length(headers: Headers) -> int | None:
    text = headers.get("content-length") or ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else None
