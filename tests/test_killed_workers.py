"""Workers that are killed: what callers see, and what the server does about it."""

import http.client
import itertools
import os
import signal
import threading
from collections import Counter
from pathlib import Path

import pytest

from tests.servers.siteloupe import Siteloupe
from tests.servers.sites import Page, Sites
from tests.waiting import wait_until

PLAIN = "<!doctype html><title>A site</title><p>Made by hand.</p>"
CALLERS = 6


def workers_of(server):
    return [int(pid) for pid in Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()]


@pytest.fixture(scope="module")
def sites():
    with Sites() as sites:
        yield sites


class Callers:
    """Each asks about one new site after the other, and notes what it got: a status, or that nothing came."""

    def __init__(self, server, sites):
        self._server = server
        self._sites = sites
        self._numbers = itertools.count()
        self._over = threading.Event()
        self.got = []
        self._threads = [threading.Thread(target=self._ask) for _ in range(CALLERS)]

    def _ask(self):
        while not self._over.is_set():
            url = f"http://load-{next(self._numbers)}.test/"
            self._sites.pages[url] = Page(PLAIN)
            try:
                self.got.append(self._server.analyze("check-cms", url).status)
            except (OSError, http.client.HTTPException) as error:
                self.got.append(type(error).__name__)

    def go_on(self, answers=30):
        """Return after so many more answers."""
        count = self.got.count(200) + answers
        wait_until(lambda: self.got.count(200) >= count)

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        for thread in self._threads:
            thread.join()


def test_a_worker_that_is_killed_under_load_loses_its_own_requests_only(sites):
    with Siteloupe(SITELOUPE_WORKERS="2", SITELOUPE_CONNECT_TO=sites.connect_to) as server:
        with Callers(server, sites) as callers:
            callers.go_on()
            before = workers_of(server)
            os.kill(before[0], signal.SIGKILL)
            wait_until(lambda: len(workers_of(server)) == 2 and before[0] not in workers_of(server))
            callers.go_on()
        assert before[1] in workers_of(server)
    lost = Counter(callers.got)
    del lost[200]
    assert set(lost) <= {"ConnectionResetError", "RemoteDisconnected"}
    assert lost.total() <= CALLERS  # nobody has more than one in hand


def test_while_there_is_no_worker_requests_wait_for_the_next(sites):
    sites.pages["http://again.test/"] = Page(PLAIN)
    with Siteloupe(SITELOUPE_CONNECT_TO=sites.connect_to) as server:
        assert server.analyze("check-cms", "http://again.test/").status == 200
        (victim,) = workers_of(server)
        os.kill(victim, signal.SIGKILL)
        wait_until(lambda: victim not in workers_of(server))
        assert server.analyze("check-cms", "http://again.test/").status == 200


def test_a_worker_that_dies_again_at_once_ends_the_server_so_that_its_supervisor_sees_it():
    server = Siteloupe()
    try:
        (victim,) = workers_of(server)
        os.kill(victim, signal.SIGKILL)
        wait_until(lambda: workers_of(server) not in ([victim], []))
        os.kill(workers_of(server)[0], signal.SIGKILL)
    finally:
        assert server.wait() == 1
