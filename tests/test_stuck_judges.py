"""Judging processes that stand still, on a real service: health says so, nobody else is harmed, and it ends."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tests.servers.memory import family
from tests.servers.siteloupe import Siteloupe
from tests.servers.sites import Page, Sites
from tests.waiting import wait_until

PAGE = Page("<!doctype html><title>A site</title><p>Made by hand.</p>")
SITE, OTHER = "http://site.test/", "http://other.test/"


def judges(siteloupe):
    """The judging processes, and the one that they are forked from."""
    return [
        pid for pid in family(siteloupe.pid) if b"forkserver" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


@contextmanager
def stopped(processes):
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def readiness(siteloupe):
    return siteloupe.get("/readyz").json["status"]


def test_readiness_is_red_while_judging_is_stuck_and_green_again_afterwards():
    with (
        Sites({SITE: PAGE, OTHER: PAGE}) as sites,
        Siteloupe(
            SITELOUPE_CONNECT_TO=sites.connect_to,
            SITELOUPE_JUDGING_SECONDS="1",
            SITELOUPE_TOTAL_SECONDS="300",
        ) as siteloupe,
        ThreadPoolExecutor(1) as caller,
    ):
        assert siteloupe.analyze("check-cms", SITE).status == 200
        wait_until(lambda: readiness(siteloupe) == "ok")
        with stopped(judges(siteloupe)):
            asked = [caller.submit(siteloupe.analyze, "check-cms", OTHER)]
            wait_until(lambda: readiness(siteloupe) == "stuck")
            assert siteloupe.get("/healthz").status == 200
            assert siteloupe.analyze("check-cms", "http://10.0.0.1/").status == 400
        assert asked[0].result().json["isCms"] is False
        wait_until(lambda: readiness(siteloupe) == "ok")


def test_a_service_whose_judges_are_all_killed_starts_others():
    with (
        Sites({SITE: PAGE}) as sites,
        Siteloupe(SITELOUPE_CONNECT_TO=sites.connect_to) as siteloupe,
    ):
        assert siteloupe.analyze("check-cms", SITE).status == 200
        for process in judges(siteloupe):
            os.kill(process, signal.SIGKILL)
        assert siteloupe.analyze("check-cms", SITE).status == 200
        wait_until(lambda: readiness(siteloupe) == "ok")
        assert "judge_ends_total" in siteloupe.get("/metrics").body.decode()
