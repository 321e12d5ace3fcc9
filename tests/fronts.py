"""The service's front with two echoing analyses, on sites that never leave the process."""

from dataclasses import replace

import pytest

from siteloupe.api.operations import Health
from siteloupe.asgi import front
from siteloupe.metrics import Metrics
from siteloupe.service import Service
from siteloupe.settings import Settings
from tests.visits import Clock, Sites, echo

ANALYSES = (echo(limit=3), echo("other", limit=2))


@pytest.fixture
def sites():
    return Sites()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def health():
    return Health()


@pytest.fixture
async def build(sites, clock, health):
    """A function that builds the front with settings of a test's own, limits being off unless it sets them."""
    services = []

    def made(analyses=ANALYSES, **settings):
        chosen = replace(Settings(), **{"rate_limits": None, "host": "0.0.0.0", **settings})
        metrics = Metrics()
        services.append(Service(chosen, sites, metrics=metrics, timer=clock))
        return front(chosen, services[-1], metrics, health, analyses)

    yield made
    for service in services:
        await service.close()


@pytest.fixture
def app(build):
    return build()
