"""The deployment's secret: given, or kept in the store for all who share it."""

import pytest

from siteloupe.metrics import Metrics
from siteloupe.shared.secret import KEPT_UNDER, MAC_SIZE, SURE_SECONDS, Secret
from siteloupe.shared.store import open_store
from tests.servers.redis import PATIENCE, free_port
from tests.visits import Clock

pytestmark = pytest.mark.redis


async def test_processes_without_a_setting_agree_on_one_secret(store, other_store, client):
    one, other = Secret(None, store), Secret(None, other_store)
    assert await one.mac("a", b"b") == await other.mac("a", b"b")
    assert client.ttl(KEPT_UNDER) == -1


async def test_a_secret_that_is_given_stands_nowhere_in_the_store(store, client):
    mac = await Secret("given by the operator", store).mac("a", b"b")
    assert len(mac) == MAC_SIZE
    assert mac != await Secret("given by another operator", store).mac("a", b"b")
    assert client.keys() == []


async def test_what_is_cut_elsewhere_or_is_for_something_else_has_another_mac(store):
    secret = Secret("given by the operator", store)
    about = [
        ("a", b"bc", b"d"),
        ("a", b"b", b"cd"),
        ("ab", b"c", b"d"),
        ("a", b"bcd"),
        ("a", b"bc", b"d", b""),
    ]
    assert len({await secret.mac(*parts) for parts in about}) == len(about)


async def test_a_store_that_was_emptied_gets_the_same_secret_again(store, other_store, client):
    clock = Clock()
    one = Secret(None, store, clock)
    before = await one.mac("a", b"b")
    client.flushall()
    clock.now += SURE_SECONDS
    assert await one.mac("a", b"b") == before
    assert await Secret(None, other_store).mac("a", b"b") == before


async def test_the_secret_that_others_hold_replaces_ours(store, client):
    clock = Clock()
    one = Secret(None, store, clock)
    before = await one.mac("a", b"b")
    client.set(KEPT_UNDER, "that of the others")
    clock.now += SURE_SECONDS
    assert await one.mac("a", b"b") != before


async def test_garbage_in_its_place_is_replaced(store, client):
    client.rpush(KEPT_UNDER, "a")
    secret = Secret(None, store)
    assert await secret.mac("a", b"b") is None
    assert await secret.mac("a", b"b") is not None


async def test_in_a_full_store_the_secret_that_is_there_is_read(store, other_store, client):
    before = await Secret(None, store).mac("a", b"b")
    client.config_set("maxmemory", "1")
    try:
        assert await Secret(None, other_store).mac("a", b"b") == before
    finally:
        client.config_set("maxmemory", "0")


async def test_while_the_store_is_away_there_is_none_or_the_one_before():
    async with open_store(f"redis://127.0.0.1:{free_port()}", PATIENCE, Metrics()) as store:
        secret = Secret(None, store)
        assert await secret.mac("a", b"b") is None
        secret._known = b"the one before"
        assert await secret.mac("a", b"b") is not None
