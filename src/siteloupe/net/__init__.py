"""Fetching: the only code that opens a socket."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from siteloupe.net.fetch import Fetcher
from siteloupe.settings import Settings

__all__ = ["Fetcher", "open_fetch"]


@asynccontextmanager
async def open_fetch(settings: Settings) -> AsyncIterator[Fetcher]:
    """A Fetcher on the network until the block ends; one serves a whole process.

    To keep what it fetches, put a Fetcher on ``Recording(wire)`` with ``live.open_wire`` instead.
    """
    # Replays import this package too, and must not wait for aiohttp, which takes 0.3 s to import.
    from siteloupe.net.live import open_wire  # noqa: PLC0415
    from siteloupe.net.local_addresses import local_addresses  # noqa: PLC0415

    async with open_wire(settings) as wire:
        yield Fetcher(wire, settings, local_addresses())
