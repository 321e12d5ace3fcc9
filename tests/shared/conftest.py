"""One Redis for all tests of this folder that do not break it; empty for each."""

import pytest
import redis

from siteloupe.metrics import Metrics
from siteloupe.shared.store import open_store
from tests.servers.redis import PATIENCE, RedisServer


@pytest.fixture(scope="session")
def server():
    with RedisServer() as server:
        yield server


@pytest.fixture
def client(server):
    """The server as anybody sees it, emptied."""
    with redis.Redis.from_url(server.url) as client:
        client.flushall()
        yield client


@pytest.fixture
async def store(server, client):
    async with open_store(server.url, PATIENCE, Metrics()) as store:
        yield store


@pytest.fixture
async def other_store(server, client):
    """The same server, as another process sees it."""
    async with open_store(server.url, PATIENCE, Metrics()) as store:
        yield store
