"""One line: what is visited, how often, and which record comes of it."""

import asyncio
import ipaddress

import msgspec
import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.capture import Exchange, Headers
from siteloupe.errors import BadCertificate, BrokenHttp, ConnectionFailed, NameNotFound, TimedOut
from siteloupe.judging import judge_in_thread
from siteloupe.net import open_fetch
from siteloupe.scan.entries import Entry
from siteloupe.scan.look import Look
from siteloupe.scan.politeness import Politeness
from siteloupe.settings import Settings
from siteloupe.settings.values import read_routes
from tests.servers.sites import Page, Sites
from tests.visits import echo

PAGE = "<!doctype html><title>Plain</title><p>Just a page of plain words, no more."
QUICK = Politeness(pause=0, backoff=1)
ECHO = (echo(),)


class Site:
    """A fetching function: fails as told, then answers."""

    def __init__(self, *failures, status=200):
        self.failures = list(failures)
        self.asked = []
        self.status = status

    async def __call__(self, target, bounds):
        self.asked.append(target.url)
        if self.failures:
            raise self.failures.pop(0)
        headers = Headers([("content-type", "text/html")])
        return Exchange(target.url, target.url, self.status, headers, PAGE.encode())


class Waits:
    """Remembers how long it was told to wait, and does not."""

    def __init__(self):
        self.seconds = []

    async def __call__(self, seconds):
        self.seconds.append(seconds)


def look(site, waits=None, politeness=QUICK, analyses=ANALYSES):
    return Look(
        site,
        Settings(wporg_api=None),
        analyses,
        politeness,
        judge=judge_in_thread,
        pause=waits or Waits(),
    )


async def test_one_visit_serves_every_analysis() -> None:
    site = Site()
    record = await look(site)(Entry(3, "shop.example"))
    assert (record.line, record.outcome, record.attempts) == (3, "answered", 1)
    assert record.unseen == ()
    assert set(record.reports) == {each.name for each in ANALYSES}
    assert site.asked.count("https://shop.example/") == 1


@pytest.mark.parametrize("failure", [ConnectionFailed, TimedOut, BrokenHttp, NameNotFound])
async def test_a_site_that_gives_no_answer_is_asked_again_later(failure) -> None:
    site, waits = Site(failure("no"), failure("no")), Waits()
    record = await look(site, waits)(Entry(1, "shop.example"))
    assert (record.outcome, record.attempts) == ("answered", 3)
    first, second = waits.seconds
    assert second == 2 * first
    assert 0.5 <= first <= 1


async def test_patience_ends_with_the_retries() -> None:
    site = Site(*(TimedOut("It took too long.") for _ in range(9)))
    record = await look(site)(Entry(1, "shop.example"))
    assert (record.outcome, record.cause, record.message) == ("unreachable", "timed-out", "It took too long.")
    assert record.attempts == len(site.asked) == 3


async def test_what_will_not_change_is_not_asked_again() -> None:
    site = Site(BadCertificate("Not theirs."))
    record = await look(site)(Entry(1, "shop.example"))
    assert (record.outcome, record.cause, record.attempts) == ("unreachable", "bad-certificate", 1)


async def test_a_blocked_visit_is_a_record_with_its_reason_and_reports() -> None:
    record = await look(Site(status=451))(Entry(1, "shop.example"))
    assert (record.outcome, record.cause, record.attempts) == ("blocked", "legal", 1)
    assert msgspec.json.decode(record.reports["check-cms"])["isCms"] is None


@pytest.mark.parametrize("text", ["http://10.0.0.1/", "x" * 8000, "", "a b", "localhost", "\0.example"])
async def test_what_may_not_be_asked_is_refused_without_a_visit(text) -> None:
    site = Site()
    record = await look(site)(Entry(1, text))
    assert (record.outcome, record.cause, record.attempts, site.asked) == ("refused", "bad-target", 0, [])


async def test_an_analysis_that_fails_costs_one_line_only() -> None:
    def stumble(_capture):
        raise ZeroDivisionError("division\nby zero")

    record = await look(Site(), analyses=(echo(analyze=stumble),))(Entry(1, "shop.example"))
    assert (record.outcome, record.cause, record.message) == (
        "failed",
        "ZeroDivisionError",
        "division by zero",
    )


async def test_a_visit_that_hangs_ends_with_the_total_time() -> None:
    async def hang(_target, _bounds):
        await asyncio.Event().wait()

    settings = Settings(total_seconds=0.01)
    record = await Look(hang, settings, ECHO, Politeness(retries=0, pause=0), judge=judge_in_thread)(
        Entry(1, "shop.example")
    )
    assert (record.outcome, record.cause) == ("unreachable", "timed-out")


async def test_a_host_that_waits_takes_no_place_from_others() -> None:
    arrived, gate = asyncio.Event(), asyncio.Event()
    asked = []

    async def site(target, bounds):
        asked.append(target.host)
        if target.host == "slow.example":
            arrived.set()
            await gate.wait()
        return await Site()(target, bounds)

    looking = look(site, politeness=Politeness(concurrency=2, pause=0))
    slow = [asyncio.create_task(looking(Entry(n, "slow.example"))) for n in range(1, 9)]
    await arrived.wait()
    record = await looking(Entry(9, "quick.example"))
    assert record.outcome == "answered"
    assert asked.count("slow.example") == 1
    gate.set()
    await asyncio.gather(*slow)


async def test_real_sites_are_looked_at_over_the_network() -> None:
    with Sites({"http://plain.example/": Page(PAGE)}) as sites:
        settings = Settings(
            connect_to=read_routes(sites.connect_to),
            allow_networks=(ipaddress.ip_network("127.0.0.0/8"),),
            wporg_api=None,
        )
        async with open_fetch(settings) as fetch:
            looking = Look(fetch, settings, ANALYSES, QUICK, judge=judge_in_thread)
            plain, nobody = await asyncio.gather(
                looking(Entry(1, "http://plain.example/")), looking(Entry(2, "http://nobody.example/"))
            )
    assert (plain.outcome, nobody.outcome, nobody.cause) == ("answered", "blocked", "not-found")
