"""Several processes that share a store: replicas behind a balancer, and the workers of one server."""

import itertools
import os
import re
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
import redis

from tests.servers.redis import PATIENCE, RedisServer
from tests.servers.siteloupe import CALLER, Siteloupe
from tests.servers.sites import Page, Sites

pytestmark = pytest.mark.redis

PLAIN = "<!doctype html><title>A site</title><p>Made by hand.</p>"

VISIT = "http://{0}.test/ http://{0}.test/wp-json/?_fields=namespaces"
"""What one visit for check-cms asks for."""


@pytest.fixture(scope="module")
def sites():
    with Sites() as sites:
        yield sites


@pytest.fixture(scope="module")
def store():
    with RedisServer() as store:
        yield store


@pytest.fixture(autouse=True)
def nothing_before(sites, store):
    sites.pages.clear()
    sites.requests.clear()
    with redis.Redis.from_url(store.url) as client:
        client.flushall()


def replica(sites, store, **settings):
    shared = {
        "SITELOUPE_CONNECT_TO": sites.connect_to,
        "SITELOUPE_REDIS_URL": store.url,
        "SITELOUPE_REDIS_SECONDS": str(PATIENCE),
        "SITELOUPE_CACHE_SECONDS": "300",
    }
    return Siteloupe(**(shared | settings))


@pytest.fixture(scope="module")
def replicas(sites, store):
    with ExitStack() as stack:
        yield [stack.enter_context(replica(sites, store)) for _ in range(2)]


def test_a_limit_is_one_for_all_replicas(sites, store):
    limits = {"SITELOUPE_RATE_LIMITS": "check-cms=10"}
    with replica(sites, store, **limits) as one, replica(sites, store, **limits) as other:
        with ThreadPoolExecutor(8) as callers:
            asked = [callers.submit(each.analyze, "check-cms", "localhost") for each in (one, other) * 20]
        statuses = [answer.result().status for answer in asked]
    assert (statuses.count(400), statuses.count(429)) == (10, 30)


def test_a_report_that_one_replica_made_the_other_gives_out(sites, replicas):
    sites.pages["http://shared.test/"] = Page(PLAIN)
    one, other = (each.analyze("check-cms", "http://shared.test/") for each in replicas)
    assert one.status == other.status == 200
    assert one.body == other.body
    assert sites.asked == VISIT.format("shared").split()
    assert other.headers["cache-control"] == "public, max-age=300"


def test_equal_requests_at_both_replicas_make_one_visit(sites, replicas):
    held = threading.Event()
    sites.pages["http://busy.test/"] = Page(PLAIN, held=held)
    with ThreadPoolExecutor(8) as callers:
        asked = [callers.submit(each.analyze, "check-cms", "http://busy.test/") for each in replicas * 4]
        sites.wait_for("http://busy.test/")
        held.set()
    assert {answer.result().status for answer in asked} == {200}
    assert sites.asked == VISIT.format("busy").split()


def test_an_unreadable_page_is_not_shared(sites, replicas):
    sites.pages["http://gone.test/"] = Page("gone", 410)
    for each in replicas:
        assert each.analyze("check-cms", "http://gone.test/").json["blocked"] is True
    assert sites.asked == ["http://gone.test/"] * 2


class Load:
    """Callers that ask one new site after the other until told to stop, and what they were answered."""

    def __init__(self, sites, replicas, callers=2):
        self._sites = sites
        self._numbers = itertools.count()
        self._over = threading.Event()
        self._arrival = threading.Condition()
        self.statuses = []
        self._threads = [
            threading.Thread(target=self._ask, args=(each,)) for each in replicas for _ in range(callers)
        ]

    def _ask(self, replica):
        while not self._over.is_set():
            url = f"http://load-{next(self._numbers)}.test/"
            self._sites.pages[url] = Page(PLAIN)
            status = replica.analyze("check-cms", url).status
            with self._arrival:
                self.statuses.append(status)
                self._arrival.notify_all()

    def go_on(self, answers=40):
        """Return after so many more answers."""
        with self._arrival:
            until = len(self.statuses) + answers
            assert self._arrival.wait_for(lambda: len(self.statuses) >= until, 60)

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        for thread in self._threads:
            thread.join()


def test_a_store_that_is_killed_and_started_again_costs_no_answer(sites, store, replicas):
    try:
        with Load(sites, replicas) as load:
            load.go_on()
            os.kill(store.pid, signal.SIGKILL)
            load.go_on()
            store.stop()
            store.start()
            load.go_on()
    finally:
        store.start()
    assert set(load.statuses) == {200}


def test_a_store_that_hangs_under_load_costs_no_answer(sites, store):
    with replica(sites, store, SITELOUPE_REDIS_SECONDS="0.25") as server, Load(sites, [server]) as load:
        load.go_on()
        os.kill(store.pid, signal.SIGSTOP)
        try:
            load.go_on()
            assert counted(server, 'siteloupe_store_questions_total{outcome="failed"}') > 0
        finally:
            os.kill(store.pid, signal.SIGCONT)
        load.go_on()
    assert set(load.statuses) == {200}


def test_a_limit_holds_in_each_process_while_the_store_is_away(sites):
    settings = {"SITELOUPE_RATE_LIMITS": "check-cms=10"}
    with RedisServer() as store, replica(sites, store, **settings) as server:
        statuses = [server.analyze("check-cms", "localhost").status for _ in range(5)]
        os.kill(store.pid, signal.SIGKILL)
        statuses += [server.analyze("check-cms", "localhost").status for _ in range(15)]
    assert (statuses.count(400), statuses.count(429)) == (10, 10)


def test_a_store_that_was_down_at_the_start_is_used_once_it_is_there(sites):
    settings = {"SITELOUPE_RATE_LIMITS": "check-cms=3", "SITELOUPE_TRUSTED_PROXIES": "127.0.0.0/8"}
    with RedisServer() as store, ExitStack() as stack:
        store.stop()
        server = stack.enter_context(replica(sites, store, **settings))
        statuses = [server.analyze("check-cms", "localhost").status for _ in range(5)]
        assert statuses == [400, 400, 400, 429, 429]
        store.start()
        client = stack.enter_context(redis.Redis.from_url(store.url))
        for number in range(1000):
            caller = {**CALLER, "X-Forwarded-For": f"198.18.{number // 256}.{number % 256}"}
            server.get("/check-cms?url=localhost", caller)
            if client.dbsize():
                break
            threading.Event().wait(0.02)
        kinds = sorted(key.split(b":")[1] for key in client.scan_iter())
        assert kinds == [b"limits", b"secret"]


def workers_of(server):
    return [int(pid) for pid in Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()]


def counted(server, name):
    text = server.get("/metrics").body.decode()
    return sum(
        float(value) for value in re.findall(rf"^{re.escape(name)}(?:{{.*}})? (\S+)$", text, re.MULTILINE)
    )


def test_workers_of_one_server_share_limits_reports_and_metrics(sites, store):
    sites.pages["http://shared.test/"] = Page(PLAIN)
    settings = {"SITELOUPE_WORKERS": "2", "SITELOUPE_RATE_LIMITS": "check-cms=20"}
    with replica(sites, store, **settings) as server:
        with ThreadPoolExecutor(8) as callers:
            asked = [callers.submit(server.analyze, "check-cms", "http://shared.test/") for _ in range(60)]
        statuses = [answer.result().status for answer in asked]
        assert (statuses.count(200), statuses.count(429)) == (20, 40)
        assert sites.asked == VISIT.format("shared").split()
        assert counted(server, 'siteloupe_analyses_total{analysis="check-cms",outcome="complete"}') == 1
        refused = 'siteloupe_requests_total{path="/check-cms",status="429"}'
        for _ in range(600):  # each worker adds its own, once a second
            if (counted(server, "siteloupe_workers"), counted(server, refused)) == (2, 40):
                break
            threading.Event().wait(0.05)
        assert (counted(server, "siteloupe_workers"), counted(server, refused)) == (2, 40)
        assert counted(server, "siteloupe_limit_windows") >= 1


def test_a_worker_that_is_killed_is_replaced_and_what_was_counted_stays(sites, store):
    sites.pages["http://shared.test/"] = Page(PLAIN)
    with replica(sites, store, SITELOUPE_WORKERS="2") as server:
        assert server.analyze("check-cms", "http://shared.test/").status == 200
        victim, survivor = workers_of(server)
        os.kill(victim, signal.SIGKILL)
        for _ in range(600):
            workers = workers_of(server)
            if len(workers) == 2 and victim not in workers:
                break
            threading.Event().wait(0.05)
        assert survivor in workers
        assert len(workers) == 2
        server.await_health()
        name = 'siteloupe_analyses_total{analysis="check-cms",outcome="complete"}'
        assert counted(server, name) == 1


def test_several_workers_without_a_store_are_warned_of(sites):
    with Siteloupe(SITELOUPE_WORKERS="2", SITELOUPE_RATE_LIMITS="on") as server:
        server.await_health()
        assert any("SITELOUPE_REDIS_URL" in line for line in server.log)
