"""The whole service against every hostile site at once: each is told apart, and nobody else waits."""

import asyncio
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field

import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.judging import LIGHT_PAGE
from tests.servers.authority import Authority
from tests.servers.hostile import HTML, SITES
from tests.servers.memory import Peak, memory
from tests.servers.raw import PRIVATE, answer, raw_server
from tests.servers.siteloupe import Answer, Siteloupe
from tests.servers.sites import Page, Sites

ORDINARY = {"kept": HTML, "large": HTML.ljust(LIGHT_PAGE + 1)}
KEPT = "http://kept.test/"
REFUSED = "http://10.0.0.1/"
TALKING, JUDGED = 12, 4
"""Sites at once of which talking is hostile, and of which pages are."""
PAUSE = 0.02
TOTAL = 25


@dataclass
class Storm:
    """What hostile sites' and other callers were answered, in seconds, and the memory that it took."""

    told: dict[tuple[str, str], tuple[Answer, float]] = field(default_factory=dict)
    others: list[tuple[str, int, float]] = field(default_factory=list)
    growth: int = 0


def timed(ask, *arguments):
    began = time.monotonic()
    return ask(*arguments), time.monotonic() - began


def ask_about(siteloupe, name, analysis, storm):
    url = f"{SITES[name].scheme}://{name}.test/"
    storm.told[name, analysis] = timed(siteloupe.analyse, analysis, url)


def ask_meanwhile(siteloupe, storm, over):
    """Ask for what costs nothing."""
    while not over.wait(PAUSE):
        for url in (KEPT, REFUSED):
            answered, seconds = timed(siteloupe.analyse, "check-cms", url)
            storm.others.append((url, answered.status, seconds))


def warmed(siteloupe):
    """Let it read its data and start what it starts once, and keep the answer that others ask for."""
    for name in ORDINARY:
        for analysis in ANALYSES:
            assert siteloupe.analyse(analysis.name, f"http://{name}.test/").status == 200


async def talk(request, writer):
    """Whichever site the request is for."""
    host = next(
        line[6:] for line in request.decode("latin-1").split("\r\n") if line.lower().startswith("host: ")
    )
    name = host.strip().removesuffix(".test")
    if name in ORDINARY:
        writer.write(answer(ORDINARY[name], "Content-Type: text/html"))
    else:
        await SITES[name].talk(request, writer)


async def asked(siteloupe, storm):
    """Ask about every hostile site, while somebody else asks for what costs nothing."""
    over = threading.Event()
    with ExitStack() as stack:
        talking, judged, others = (stack.enter_context(ThreadPoolExecutor(n)) for n in (TALKING, JUDGED, 1))
        others.submit(ask_meanwhile, siteloupe, storm, over)
        stack.callback(over.set)
        about = [
            (judged if site.status == 200 else talking).submit(ask_about, siteloupe, name, each, storm)
            for name, site in SITES.items()
            for each in site.analyses
        ]
        await asyncio.gather(*map(asyncio.wrap_future, about))


async def raged(folder):
    storm = Storm()
    stranger = Authority(folder)
    async with AsyncExitStack() as stack:
        plain = await stack.enter_async_context(raw_server(talk, PRIVATE))
        tls = await stack.enter_async_context(
            raw_server(talk, PRIVATE, tls=stranger.server_context("wrong-certificate.test"))
        )
        settings = {
            "SITELOUPE_CONNECT_TO": f":80:{PRIVATE}:{plain.port},:443:{PRIVATE}:{tls.port}",
            "SITELOUPE_CACHE_SECONDS": "300",
            "SITELOUPE_FIRST_BYTE_SECONDS": "4",
            "SITELOUPE_TOTAL_SECONDS": str(TOTAL),
        }
        siteloupe = await asyncio.to_thread(Siteloupe, **settings)
        try:
            await asyncio.to_thread(warmed, siteloupe)
            before = memory(siteloupe.pid)
            with Peak(siteloupe.pid) as peak:
                await asked(siteloupe, storm)
            storm.growth = peak.bytes - before
        finally:
            assert await asyncio.to_thread(siteloupe.stop) == 0
    return storm


@pytest.fixture(scope="module")
def storm(tmp_path_factory):
    return asyncio.run(raged(tmp_path_factory.mktemp("stranger")))


@pytest.mark.parametrize("name", SITES)
def test_a_hostile_site_is_told_apart_in_time(storm, name):
    site = SITES[name]
    for analysis in site.analyses:
        told, seconds = storm.told[name, analysis]
        words = told.json.get("error") or told.json.get("reason") or ""
        assert told.status == site.status, words
        assert site.says in words if site.says else words == ""
        assert seconds < TOTAL + 5


def test_others_are_answered_within_a_second_meanwhile(storm):
    assert len(storm.others) > 100
    assert {(url, status) for url, status, _ in storm.others} == {(KEPT, 200), (REFUSED, 400)}
    assert max(seconds for _, _, seconds in storm.others) < 1


def test_all_of_it_takes_less_than_200_megabytes(storm):
    assert storm.growth < 200 << 20


def test_a_service_that_is_told_to_end_judges_what_it_has_in_hand():
    held = threading.Event()
    with Sites({"http://large.test/": Page(HTML.ljust(LIGHT_PAGE + 1), held=held)}) as sites:
        with Siteloupe(SITELOUPE_CONNECT_TO=sites.connect_to) as siteloupe, ThreadPoolExecutor(1) as caller:
            told = caller.submit(siteloupe.analyse, "check-cms", "http://large.test/")
            sites.wait_for("http://large.test/")
            os.kill(siteloupe.pid, signal.SIGTERM)
            held.set()
            assert told.result().json["isCms"] is False
