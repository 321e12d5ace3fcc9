"""Fetching: the only code that opens a socket."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from siteloupe.ledger import Ledger
from siteloupe.net.fetch import Fetcher
from siteloupe.settings import Settings

__all__ = ["Fetcher", "open_fetch"]


@asynccontextmanager
async def open_fetch(settings: Settings, ledger: Ledger | None = None) -> AsyncIterator[Fetcher]:
    """Open a Fetcher on the network until the block ends; one is enough for a process.

    Look-ups of names are charged to their callers in ``ledger``.

    To record the answers, make a Fetcher on ``Recording(wire)`` with ``live.open_wire`` instead.
    """
    # Replays import this package too, and must not wait for aiohttp (0.3 s).
    from siteloupe.net.live import open_wire  # noqa: PLC0415
    from siteloupe.net.local_addresses import OwnAddresses  # noqa: PLC0415

    async with open_wire(settings, ledger) as wire:
        yield Fetcher(wire, settings, OwnAddresses(), wire.open_ahead)
