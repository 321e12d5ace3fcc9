"""The whole service against every hostile site at once: each is told apart, and others are answered meanwhile."""

import asyncio
import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.judging.pool import MEMORY
from tests.servers.hostile import HTML, PAGES, SHEETS, SITES, serve_hostile_sites
from tests.servers.memory import Peak, memory
from tests.servers.siteloupe import Answer, Siteloupe
from tests.servers.sites import Page, Sites

LARGE = 512 * 1024
"""Bytes of a large page."""
ORDINARY = {"kept": HTML, "large": HTML.ljust(LARGE)}
KEPT = "http://kept.test/"
REFUSED = "http://10.0.0.1/"
TALKING, JUDGED = 12, 4
"""Sites at once of which talking is hostile, and of which pages are."""
JUDGES = 2
PAUSE = 0.02
SHORT, LONG = "5", "600"
"""Seconds for one analysis: so few that what has no end ends soon, and so many that all else ends by itself."""


@dataclass
class Storm:
    """What hostile sites' and other callers were answered, and the memory that it took.

    ``meanwhile`` is how many others were answered between the question about a site and its answer.
    """

    told: dict[tuple[str, str], Answer] = field(default_factory=dict)
    meanwhile: dict[tuple[str, str], int] = field(default_factory=dict)
    others: list[tuple[str, int]] = field(default_factory=list)
    growth: int = 0


def ask_about(siteloupe, name, analysis, storm):
    url, before = f"{SITES[name].scheme}://{name}.test/", len(storm.others)
    storm.told[name, analysis] = siteloupe.analyze(analysis, url)
    storm.meanwhile[name, analysis] = len(storm.others) - before


def ask_meanwhile(siteloupe, storm, over):
    """Ask for what costs nothing."""
    while not over.wait(PAUSE):
        for url in (KEPT, REFUSED):
            storm.others.append((url, siteloupe.analyze("check-cms", url).status))


def warm_up(siteloupe):
    """Let it read its data and start what it starts once, and keep the answer that others ask for."""
    for name in ORDINARY:
        for analysis in ANALYSES:
            assert siteloupe.analyze(analysis.name, f"http://{name}.test/").status == 200


async def ask_about_all(siteloupe, names, storm):
    """Ask about every hostile site, while somebody else asks for what costs nothing."""
    over = threading.Event()
    with ExitStack() as stack:
        talking, judged, others = (stack.enter_context(ThreadPoolExecutor(n)) for n in (TALKING, JUDGED, 1))
        others.submit(ask_meanwhile, siteloupe, storm, over)
        stack.callback(over.set)
        about = [
            (judged if SITES[name].status == 200 else talking).submit(ask_about, siteloupe, name, each, storm)
            for name in names
            for each in SITES[name].analyses
        ]
        await asyncio.gather(*map(asyncio.wrap_future, about))


async def rage(folder, storm):
    """Let every site meet a service that has time for those that end, and little for those that do not."""
    async with serve_hostile_sites(folder, ORDINARY) as connect_to:
        for endless, seconds in ((False, LONG), (True, SHORT)):
            siteloupe = await asyncio.to_thread(
                Siteloupe,
                SITELOUPE_CONNECT_TO=connect_to,
                SITELOUPE_CACHE_SECONDS=LONG,
                SITELOUPE_TOTAL_SECONDS=seconds,
                SITELOUPE_JUDGES=str(JUDGES),
                SITELOUPE_JUDGING_SECONDS=LONG,
                SITELOUPE_STYLESHEET_SECONDS=LONG,
            )
            try:
                await asyncio.to_thread(warm_up, siteloupe)
                before = memory(siteloupe.pid)
                with Peak(siteloupe.pid) as peak:
                    names = [name for name, site in SITES.items() if site.endless is endless]
                    await ask_about_all(siteloupe, names, storm)
                storm.growth = max(storm.growth, peak.bytes - before)
            finally:
                assert await asyncio.to_thread(siteloupe.stop) == 0


@pytest.fixture(scope="module")
def storm(tmp_path_factory):
    storm = Storm()
    asyncio.run(rage(tmp_path_factory.mktemp("stranger"), storm))
    return storm


@pytest.mark.parametrize("name", SITES)
def test_a_hostile_site_is_told_apart(storm, name):
    site = SITES[name]
    for analysis in site.analyses:
        told = storm.told[name, analysis]
        words = told.json.get("error") or told.json.get("reason") or ""
        assert told.status == site.status, words
        assert site.says in words if site.says else words == ""


@pytest.mark.parametrize("name", ["says-nothing", "drips-headers", "drips-its-body", *PAGES, *SHEETS])
def test_others_are_answered_while_a_site_is_silent_or_its_page_is_judged(storm, name):
    assert all(storm.meanwhile[name, analysis] > 0 for analysis in SITES[name].analyses)
    assert set(storm.others) == {(KEPT, 200), (REFUSED, 400)}


def test_all_of_it_takes_no_more_than_its_judges_may(storm):
    assert storm.growth < JUDGES * MEMORY


def test_a_service_that_is_told_to_end_judges_what_it_has_in_hand():
    held = threading.Event()
    with Sites({"http://large.test/": Page(HTML.ljust(LARGE), held=held)}) as sites:
        with Siteloupe(SITELOUPE_CONNECT_TO=sites.connect_to) as siteloupe, ThreadPoolExecutor(1) as caller:
            told = caller.submit(siteloupe.analyze, "check-cms", "http://large.test/")
            sites.wait_for("http://large.test/")
            os.kill(siteloupe.pid, signal.SIGTERM)
            held.set()
            assert told.result().json["isCms"] is False
