"""Reports that one process makes and all give out."""

import asyncio

import pytest

from siteloupe.cache import Kept, MemoryCache
from siteloupe.metrics import Metrics
from siteloupe.shared import reports as reports_module
from siteloupe.shared.reports import SharedReports
from siteloupe.shared.secret import Secret
from siteloupe.shared.store import open_store
from tests.servers.redis import PATIENCE, free_port

pytestmark = pytest.mark.redis

SECRET = "the secret of these tests"

KEY = "check-cms https://example.com/"
REPORT = b'{"success":true}'


def reports(store):
    return SharedReports(store, Secret(SECRET, store), MemoryCache(10, 10_000), 1000, 300)


def deadline(seconds=20):
    return asyncio.get_running_loop().time() + seconds


def names(client, kind):
    return list(client.scan_iter(f"siteloupe:{kind}:*"))


class Looked(SharedReports):
    """Says when it has looked and found another process at work."""

    def __init__(self, store):
        super().__init__(store, Secret(SECRET, store), MemoryCache(10, 10_000), 1000, 300)
        self.looked = asyncio.Event()

    async def _look(self, key):
        seen = await super()._look(key)
        self.looked.set()
        return seen


async def test_a_report_that_one_process_made_the_other_gives_out(store, other_store):
    one, other = reports(store), reports(other_store)
    async with one.turn(KEY, deadline()) as found:
        assert found is None
        await one.put(KEY, Kept(REPORT, 300))
    async with other.turn(KEY, deadline()) as found:
        assert found.body == REPORT
        assert 290 < found.fresh_for <= 300
    assert (await other.get(KEY)).body == REPORT  # at hand from now on


async def test_a_report_is_made_by_one_process_while_the_other_waits_for_it(store, other_store):
    one, other = reports(store), Looked(other_store)

    async def wait():
        async with other.turn(KEY, deadline()) as found:
            return found

    async with one.turn(KEY, deadline()):
        waiter = asyncio.create_task(wait())
        await other.looked.wait()
        assert not waiter.done()
        await one.put(KEY, Kept(REPORT, 300))
    assert (await waiter).body == REPORT


async def test_when_the_other_process_comes_to_nothing_it_is_our_turn(store, other_store):
    one, other = reports(store), Looked(other_store)
    async with one.turn(KEY, deadline()) as found:
        waiter = asyncio.create_task(other._look_until(KEY, deadline()))
        await other.looked.wait()
    seen = await waiter
    assert (found, seen.report, seen.ours) == (None, None, True)


async def test_what_a_killed_process_was_making_is_free_again_soon(store, client, monkeypatch):
    monkeypatch.setattr(reports_module, "LEASE", 100)
    client.set(reports_module._lease(KEY), b"", px=100)  # and nobody renews it
    async with reports(store).turn(KEY, deadline()) as found:
        assert found is None


async def test_a_lease_is_renewed_while_its_process_is_at_work(store, client, monkeypatch):
    monkeypatch.setattr(reports_module, "LEASE", 90)
    renew, renewals, thrice = store.client.pexpire, [], asyncio.Event()

    async def count(name, milliseconds):
        renewals.append((name, milliseconds))
        if len(renewals) == 3:
            thrice.set()
        return await renew(name, milliseconds)

    monkeypatch.setattr(store.client, "pexpire", count)
    async with reports(store).turn(KEY, deadline()):
        await thrice.wait()
    assert set(renewals) == {(reports_module._lease(KEY), 90)}
    assert names(client, "lease") == []


async def test_a_lease_without_an_end_holds_nobody_up(store, client):
    client.set(reports_module._lease(KEY), b"garbage")
    async with reports(store).turn(KEY, deadline()) as found:
        assert found is None
    assert names(client, "lease") == []


@pytest.mark.parametrize(
    "put",
    [
        lambda client, name: client.set(name, b"\xff" * 100, ex=100),
        lambda client, name: client.set(name, REPORT, ex=100),
        lambda client, name: client.set(name, b"x" * 1_000_000, ex=100),
        lambda client, name: client.rpush(name, b"a", b"b"),
        lambda client, name: client.hset(name, "a", "b"),
    ],
)
async def test_garbage_is_no_report_and_is_replaced(store, other_store, client, put):
    put(client, reports_module._report(KEY))
    one = reports(store)
    async with one.turn(KEY, deadline()) as found:
        assert found is None
        await one.put(KEY, Kept(REPORT, 300))
    async with reports(other_store).turn(KEY, deadline()) as found:
        assert found.body == REPORT


async def test_a_report_without_an_end_is_not_given_out(store, client):
    await reports(store).put(KEY, Kept(REPORT, 300))
    client.persist(reports_module._report(KEY))
    async with reports(store).turn(KEY, deadline()) as found:
        assert found is None


async def test_what_is_no_longer_fresh_is_not_put(store, client):
    await reports(store).put(KEY, Kept(REPORT, 0.0001))
    assert names(client, "report") == []


async def test_without_a_store_every_process_makes_its_own():
    async with open_store(f"redis://127.0.0.1:{free_port()}", PATIENCE, Metrics()) as store:
        one = reports(store)
        async with one.turn(KEY, deadline()) as found:
            assert found is None
            await one.put(KEY, Kept(REPORT, 300))
        assert (await one.get(KEY)).body == REPORT
        async with one.turn(KEY, deadline()) as found:  # had it been forgotten
            assert found is None


async def test_a_report_that_was_forged_or_sealed_with_another_secret_is_not_there(
    store, other_store, client
):
    forger = SharedReports(
        other_store, Secret("a secret of another", other_store), MemoryCache(10, 10_000), 1000, 300
    )
    await forger.put(KEY, Kept(b'{"success":true,"isCms":false}', 300))
    assert len(names(client, "report")) == 1
    async with reports(store).turn(KEY, deadline()) as found:
        assert found is None


async def test_a_report_of_another_site_does_not_count_for_this_one(store, client):
    one, other = reports(store), "check-cms https://other.example/"
    await one.put(other, Kept(REPORT, 300))
    client.rename(reports_module._report(other), reports_module._report(KEY))
    async with one.turn(KEY, deadline()) as found:
        assert found is None
