"""More than the service can serve at once, on a real process: who waits, who is answered, who is let go."""

import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from tests.servers.siteloupe import Siteloupe
from tests.servers.sites import Page, Sites

HUNG = 40
SLOW = 100
PLAIN = "<!doctype html><title>A site</title><p>Made by hand.</p>"
BEGUN = b"GET /check-cms?url=http://kept.test/ HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture
def sites():
    with Sites({"http://kept.test/": Page(PLAIN)}) as sites:
        yield sites


@pytest.fixture
def siteloupe(sites):
    settings = {
        "SITELOUPE_CONNECT_TO": sites.connect_to,
        "SITELOUPE_CACHE_SECONDS": "300",
        "SITELOUPE_FIRST_BYTE_SECONDS": "60",  # a busy machine must not look like a site that hangs
        "SITELOUPE_TOTAL_SECONDS": "120",
    }
    with Siteloupe(**settings) as siteloupe:
        assert siteloupe.analyze("check-cms", "http://kept.test/").status == 200
        yield siteloupe


def test_targets_that_hang_hold_up_neither_kept_answers_nor_refusals_nor_other_targets(sites, siteloupe):
    held = threading.Event()
    hung = [f"http://hung-{number}.test/" for number in range(HUNG)]
    sites.pages |= dict.fromkeys(hung, Page(PLAIN, held=held)) | {"http://other.test/": Page(PLAIN)}
    with ThreadPoolExecutor(HUNG) as callers:
        waiting = [callers.submit(siteloupe.analyze, "check-cms", url) for url in hung]
        for url in hung:
            sites.wait_for(url)
        asked = ("http://kept.test/", "http://10.0.0.1/", "http://other.test/")
        assert [siteloupe.analyze("check-cms", url).status for url in asked] == [200, 400, 200]
        assert not any(caller.done() for caller in waiting)
        held.set()
        assert {caller.result().status for caller in waiting} == {200}


@pytest.mark.parametrize("said", [b"", BEGUN], ids=["nothing", "a request without its end"])
def test_callers_who_do_not_finish_asking_are_let_go_and_hold_up_nobody(siteloupe, said):
    with ExitStack() as stack:
        callers = [
            stack.enter_context(socket.create_connection(("127.0.0.1", siteloupe.port), timeout=60))
            for _ in range(SLOW)
        ]
        for caller in callers:
            caller.sendall(said)
        assert siteloupe.analyze("check-cms", "http://kept.test/").status == 200
        for caller in callers:
            while caller.recv(1024):  # it may be told why, and then there is an end
                pass
