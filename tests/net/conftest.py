"""What the tests of fetching share: a fetch whose wall is open to 127.10.0.0/16 and to nothing else."""

import asyncio
import ipaddress
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from siteloupe.fetching import Allowance, Bounds
from siteloupe.net.fetch import Fetcher
from siteloupe.net.live import open_wire
from siteloupe.settings import Route, Settings
from siteloupe.target import parse
from tests.servers.raw import PUBLIC

OPEN = ipaddress.ip_network("127.10.0.0/16")


class Visit:
    """A Fetcher together with what a test says about each fetch."""

    def __init__(self, settings, wire):
        self.settings = settings
        self.wire = wire
        self.fetcher = Fetcher(wire, settings)
        self.policy = settings.policy

    def allowance(self, requests=60):
        """What one visit may use; each fetch of a test is a visit of its own unless it says otherwise."""
        return Allowance(requests)

    async def get(self, text, *, seconds=10.0, max_body=1 << 20, requests=60, accept="*/*", allowance=None):
        deadline = asyncio.get_running_loop().time() + seconds
        bounds = Bounds(deadline, max_body, allowance or self.allowance(requests), accept)
        return await self.fetcher(parse(text, self.policy), bounds)


@pytest.fixture
def visiting():
    """Opens a visit in which port 80 of every name leads to ``server``, and port 443 to ``secure``."""

    @asynccontextmanager
    async def visiting(server=None, *, secure=None, **changes):
        routes = [Route(None, port, PUBLIC, to.port) for port, to in ((80, server), (443, secure)) if to]
        settings = replace(Settings(), allow_networks=(OPEN,), connect_to=tuple(routes))
        settings = replace(settings, **changes)
        async with open_wire(settings) as wire:
            yield Visit(settings, wire)

    return visiting
