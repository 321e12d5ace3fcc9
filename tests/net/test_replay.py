"""A saved visit answers as the network did: through the same redirects, bounds and wall."""

import asyncio
import ipaddress

import pytest

from siteloupe.address import TargetPolicy
from siteloupe.capture import Headers, Timing
from siteloupe.errors import BadTarget, ConnectionFailed, NameNotFound, OverBudget, TimedOut
from siteloupe.fetching import Allowance, Bounds
from siteloupe.net.fetch import Fetcher
from siteloupe.net.recording import Recording
from siteloupe.net.replay import FAILURES, Replay, SavedFailure, SavedHop
from siteloupe.net.wire import Resolved, WireAnswer
from siteloupe.settings import Settings
from siteloupe.target import parse
from tests.servers.raw import answer, raw_server, redirect, site

SITE = "http://site.test/"
PUBLIC = Resolved((ipaddress.ip_address("93.184.215.14"),), 12.5)
PAGE = WireAnswer(
    status=200,
    headers=Headers([("Content-Type", "text/html"), ("Content-Length", "5")]),
    body=b"hello",
    truncated=False,
    wire_bytes=5,
    timing=Timing(connect=20.0, first_byte=30.0, download=4.0),
)


def moved(location):
    return WireAnswer(302, Headers([("location", location)]), b"", False, 0, Timing())


def saved(outcome, resolved=PUBLIC):
    return SavedHop(resolved, outcome)


async def fetched(hops, url=SITE, *, max_body=1000, requests=60):
    settings = Settings()
    bounds = Bounds(asyncio.get_running_loop().time(), max_body, Allowance(requests))
    target = parse(url, settings.policy)
    return await Fetcher(Replay(hops), settings)(target, bounds)


async def test_a_saved_answer_comes_back_as_it_was():
    exchange = await fetched({SITE: saved(PAGE)})
    assert (exchange.status, exchange.body, exchange.headers) == (200, b"hello", PAGE.headers)
    assert exchange.timing == Timing(dns=12.5, connect=20.0, first_byte=30.0, download=4.0)
    assert (exchange.wire_bytes, exchange.content_length) == (5, 5)


async def test_redirects_are_followed_within_the_saved_visit():
    hops = {SITE: saved(moved("/there")), f"{SITE}there": saved(PAGE)}
    exchange = await fetched(hops)
    assert exchange.url == f"{SITE}there"
    assert [hop.url for hop in exchange.hops] == [SITE]
    with pytest.raises(OverBudget):
        await fetched(hops, requests=1)


async def test_a_url_that_was_not_saved_fails_the_same_way_each_time():
    messages = set()
    for _ in range(2):
        with pytest.raises(ConnectionFailed) as caught:
            await fetched({SITE: saved(moved("/elsewhere"))})
        messages.add(caught.value.message)
    assert messages == {"The saved visit holds no answer for http://site.test/elsewhere."}


@pytest.mark.parametrize("max_body", [5, 4, 0])
async def test_a_bound_smaller_than_the_saved_body_cuts_it(max_body):
    exchange = await fetched({SITE: saved(PAGE)}, max_body=max_body)
    assert (exchange.body, exchange.truncated) == (b"hello"[:max_body], max_body < 5)


@pytest.mark.parametrize("resolved", [PUBLIC, Resolved(())], ids=["asking", "looking up"])
@pytest.mark.parametrize("cause", FAILURES)
async def test_a_saved_failure_is_raised_again(cause, resolved):
    for _ in range(2):
        with pytest.raises(FAILURES[cause]) as caught:
            await fetched({SITE: saved(SavedFailure(cause, "So it was."), resolved)})
        assert caught.value.message == "So it was."


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "::1", "169.254.169.254"])
async def test_the_wall_judges_saved_addresses(address):
    resolved = Resolved((*PUBLIC.addresses, ipaddress.ip_address(address)))
    with pytest.raises(BadTarget):
        await fetched({SITE: saved(PAGE, resolved)})


async def test_without_addresses_the_wall_judges_the_url_alone():
    assert (await fetched({SITE: saved(PAGE, Resolved(()))})).status == 200
    with pytest.raises(BadTarget):
        await fetched({SITE: saved(moved("http://127.0.0.1/"), Resolved(()))})


async def test_a_recorded_visit_replays_to_the_same_exchange(visiting):
    pages = {"/": redirect("/page"), "/page": answer(b"<html>", "Content-Type: text/html")}
    async with raw_server(site(pages)) as server, visiting(server) as visit:
        recording = Recording(visit.wire)
        target = parse(SITE, visit.policy)
        bounds = Bounds(asyncio.get_running_loop().time() + 10, 1000)
        live = await Fetcher(recording, visit.settings)(target, bounds)
        again = await Fetcher(Replay(recording.hops), visit.settings)(target, bounds)
    for field in ("requested", "url", "status", "headers", "body", "hops", "wire_bytes", "timing"):
        assert getattr(again, field) == getattr(live, field)
    assert server.paths == ["/", "/page"]


class Scripted:
    """A wire that gives the next of ``outcomes`` each time it is asked."""

    def __init__(self, *outcomes):
        self.outcomes = list(outcomes)

    async def resolve(self, target, deadline):
        if isinstance(self.outcomes[0], NameNotFound):
            raise self.outcomes.pop(0)
        return PUBLIC

    async def hop(self, target, addresses, bounds):
        if isinstance(outcome := self.outcomes.pop(0), Exception):
            raise outcome
        return outcome


async def recorded(*outcomes):
    recording = Recording(Scripted(*outcomes))
    fetch = Fetcher(recording, Settings())
    for _ in outcomes:
        await asyncio.gather(
            fetch(parse(SITE, TargetPolicy(frozenset({80}))), Bounds(0, 1000)), return_exceptions=True
        )
    return recording.hops[SITE]


SHORT = WireAnswer(200, Headers(), b"he", True, 2, Timing())


async def test_of_two_answers_the_fuller_is_kept():
    for order in [(SHORT, PAGE), (PAGE, SHORT), (TimedOut("late"), PAGE), (PAGE, TimedOut("late"))]:
        assert (await recorded(*order)).outcome is PAGE


async def test_failures_are_kept_where_they_arose():
    looking_up = await recorded(NameNotFound("nowhere"))
    assert (looking_up.resolved, looking_up.outcome) == (
        Resolved(()),
        SavedFailure("name-not-found", "nowhere"),
    )
    asking = await recorded(TimedOut("late"))
    assert (asking.resolved, asking.outcome) == (PUBLIC, SavedFailure("timed-out", "late"))


async def test_a_request_that_the_visit_did_not_wait_for_is_kept_as_late(visiting):
    async def silent(_request, _writer):
        await asyncio.Event().wait()

    async with raw_server(silent) as server, visiting(server) as visit:
        recording = Recording(visit.wire)
        bounds = Bounds(asyncio.get_running_loop().time() + 60, 1000)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await Fetcher(recording, visit.settings)(parse(SITE, visit.policy), bounds)
    assert recording.hops[SITE].outcome.cause == "timed-out"


async def test_a_name_that_the_wall_refused_is_kept_without_an_outcome(visiting):
    class Private(Scripted):
        async def resolve(self, target, deadline):
            return Resolved((ipaddress.ip_address("10.0.0.1"),))

    recording = Recording(Private())
    target = parse(SITE, TargetPolicy(frozenset({80})))
    for wire in (recording, Replay(recording.hops)):
        with pytest.raises(BadTarget):
            await Fetcher(wire, Settings())(target, Bounds(0, 1000))
    assert recording.hops[SITE].outcome is None
