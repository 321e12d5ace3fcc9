"""A visit goes through doorways as through redirects: validated, counted, bounded, saved and replayed."""

import asyncio
from dataclasses import dataclass, field

import pytest

from siteloupe.capture import Exchange, Followed, Headers, Hop
from siteloupe.detect.page.doorway import Doorway
from siteloupe.detect.site import Site
from siteloupe.errors import BadTarget, ConnectionFailed, TimedOut, Unreachable
from siteloupe.fetching import Allowance, Bounds
from siteloupe.gather.page import fetch_page
from siteloupe.gather.visit import visit_once
from siteloupe.judging import judge_in_thread, judge_until
from siteloupe.net import folder as folders
from siteloupe.net.fetch import Fetcher
from siteloupe.net.live import open_wire
from siteloupe.net.recording import Recording
from siteloupe.settings import Settings
from siteloupe.target import parse
from tests.servers.sites import Page, Sites

AT = "2026-01-01T00:00:00Z"
HOME = "http://example.test/"
BLOG = f"{HOME}blog/"
NEW = "http://new.test/"
CONTENT = "<!doctype html><title>Blog</title><h1>The clock workshop</h1><p>We repair clocks of every age.</p>"


def refreshing(url):
    return f"<!doctype html><meta http-equiv=refresh content='0;url={url}'><title>x</title>"


def scripted(url):
    return f"<!doctype html><title>x</title><script>location.replace('{url}')</script>"


def framing(url):
    return f"<html><frameset rows='100%,*'><frame src='{url}'></frameset></html>"


@dataclass
class Web:
    """A fetch of made-up pages by URL: HTML, the URL of a redirect, or an error."""

    pages: dict[str, object]
    asked: list[str] = field(default_factory=list)
    rooms: list[int | None] = field(default_factory=list)

    async def __call__(self, target, bounds):
        hops, url = [], target.url
        self.rooms.append(bounds.max_redirects)
        while True:
            bounds.allowance.spend()
            self.asked.append(url)
            page = self.pages.get(url, ConnectionFailed("Nobody is there."))
            if isinstance(page, Exception):
                raise page
            if not page.startswith("http"):
                return Exchange(
                    target.url, url, 200, Headers([("content-type", "text/html")]), page.encode(), tuple(hops)
                )
            hops.append(Hop(url, 301, Headers([("location", page)])))
            url = page


def settings(**variables):
    environment = {f"SITELOUPE_{name}": str(value) for name, value in variables.items()}
    return Settings.from_environment({"SITELOUPE_WPORG_API": "off", **environment})


async def fetched(web, judge=judge_in_thread, requests=60, **variables):
    """The capture of the page at which a visit of the home page ends, and its plan."""
    bounds = Bounds(asyncio.get_running_loop().time() + 5, 1_000_000, Allowance(requests))
    given = settings(**variables)
    target = parse(HOME, given.policy)
    in_time = judge_until(judge, bounds.deadline)
    return await fetch_page(target, AT, fetch=web, settings=given, bounds=bounds, judge=in_time)


@pytest.mark.parametrize(
    ("leading", "kind"), [(refreshing, "meta-refresh"), (scripted, "location"), (framing, "frame")]
)
async def test_a_doorway_is_followed_to_the_page_behind_it(leading, kind):
    web = Web({HOME: leading("/blog/"), BLOG: CONTENT})
    capture, plan = await fetched(web)
    page = capture.page
    assert (page.requested, page.url, page.body.decode()) == (HOME, BLOG, CONTENT)
    assert [(hop.url, hop.status) for hop in page.hops] == [(HOME, 200)]
    assert capture.followed == (Followed(kind, HOME, BLOG),)
    assert plan.doorway is None


async def test_doorways_and_redirects_follow_each_other():
    web = Web(
        {
            HOME: f"{HOME}start",
            f"{HOME}start": refreshing(NEW),
            NEW: f"{NEW}en/",
            f"{NEW}en/": framing(BLOG),
            BLOG: CONTENT,
        }
    )
    capture, _ = await fetched(web)
    page = capture.page
    assert [hop.url for hop in page.hops] == [HOME, f"{HOME}start", NEW, f"{NEW}en/"]
    assert [each.kind for each in capture.followed] == ["meta-refresh", "frame"]
    assert [(each.url, each.to) for each in capture.followed] == [
        (f"{HOME}start", NEW),
        (f"{NEW}en/", BLOG),
    ]
    assert page.requested == HOME


async def test_a_page_to_stay_at_is_the_page():
    web = Web({HOME: CONTENT})
    capture, _ = await fetched(web)
    assert (capture.page.hops, capture.followed, web.asked) == ((), (), [HOME])


@pytest.mark.parametrize(
    "error", [ConnectionFailed("No."), TimedOut("Late."), Unreachable("Gone.")], ids=lambda error: error.cause
)
async def test_a_doorway_behind_which_nothing_answers_is_the_page(error):
    capture, plan = await fetched(Web({HOME: refreshing("/blog/"), BLOG: error}))
    assert capture.page.url == HOME
    assert capture.followed == ()
    assert plan.doorway == Site(capture).doorway == Doorway("meta-refresh", BLOG)


@pytest.mark.parametrize(
    "place",
    [
        "http://10.0.0.1/",
        "http://localhost/",
        "http://router/",
        "http://other.test:22/",
        "https://me:secret@other.test/",
        "http://metadata.google.internal/",
    ],
)
async def test_a_place_that_is_refused_is_refused_behind_a_doorway_too(place):
    web = Web({HOME: refreshing(place)})
    with pytest.raises(BadTarget, match=r"^example\.test redirects to a place that is refused\. "):
        await fetched(web)
    assert web.asked == [HOME]


async def test_a_refusal_behind_a_doorway_is_raised():
    with pytest.raises(BadTarget, match="private"):
        await fetched(Web({HOME: scripted("/blog/"), BLOG: BadTarget("It leads to a private address.")}))


async def test_no_doorway_is_followed_to_where_the_visit_has_been():
    web = Web({HOME: refreshing("/blog/"), BLOG: refreshing("/")})
    capture, _ = await fetched(web)
    assert web.asked == [HOME, BLOG]
    assert capture.page.url == BLOG
    assert Site(capture).doorway == Doorway("meta-refresh", HOME)


async def test_a_doorway_that_is_sent_back_is_the_page():
    web = Web({HOME: refreshing("/?cookie=1"), f"{HOME}?cookie=1": HOME})
    capture, _ = await fetched(web)
    assert capture.page.url == HOME
    assert capture.page.hops == ()
    assert Site(capture).doorway is not None


async def test_hops_of_both_kinds_are_counted_together():
    pages = {HOME: f"{HOME}0"} | {f"{HOME}{n}": refreshing(f"/{n + 1}") for n in range(30)}
    web = Web(pages)
    capture, _ = await fetched(web, MAX_REDIRECTS=5)
    assert len(capture.page.hops) == 5
    assert web.asked == [HOME, *(f"{HOME}{n}" for n in range(5))]
    assert web.rooms == [None, 3, 2, 1, 0]
    assert Site(capture).doorway is not None


async def test_a_visit_without_requests_left_stays_where_it_is():
    web = Web({HOME: refreshing("/1"), f"{HOME}1": refreshing("/2"), f"{HOME}2": CONTENT})
    capture, _ = await fetched(web, requests=2)
    assert capture.page.url == f"{HOME}1"


async def test_each_page_is_looked_at_by_the_judge():
    calls = []

    async def judge(task, capture, deadline):
        calls.append((task.name, capture.page.url))
        return await judge_in_thread(task, capture, deadline=deadline)

    await fetched(Web({HOME: refreshing("/blog/"), BLOG: CONTENT}), judge)
    assert calls == [("plan", HOME), ("plan", BLOG)]


async def test_a_page_that_could_not_be_read_leads_nowhere():
    web = Web({HOME: refreshing("/blog/"), BLOG: CONTENT})

    async def refusing(target, bounds):
        exchange = await web(target, bounds)
        return Exchange(exchange.requested, exchange.url, 403, exchange.headers, exchange.body)

    capture, plan = await fetched(refusing)
    assert plan.refused
    assert web.asked == [HOME]
    assert capture.followed == ()


async def test_what_stands_behind_a_doorway_may_be_refused_like_what_stands_behind_a_redirect():
    capture, plan = await fetched(Web({HOME: refreshing("/blog/"), BLOG: '{"a": 1}'}))
    assert plan.refused
    assert capture.page.url == BLOG


# ------------------------------------------------------------ on the wire


async def over(wire, given):
    target, fetch = parse(HOME, given.policy), Fetcher(wire, given)
    return await visit_once(target, frozenset(), fetch, given, judge=judge_in_thread, now=lambda: AT)


async def test_a_captured_visit_holds_every_page_and_replays_the_same(tmp_path):
    pages = {
        HOME: Page(scripted(NEW)),
        NEW: Page(status=302, headers={"Location": "/en/"}),
        f"{NEW}en/": Page(CONTENT),
    }
    with Sites(pages) as sites:
        given = settings(CONNECT_TO=sites.connect_to, ALLOW_NETWORKS="127.0.0.0/8")
        async with open_wire(given) as wire:
            recording = Recording(wire)
            live = await over(recording, given)
    folders.save(tmp_path, recording.hops, HOME, AT)
    saved = folders.load(tmp_path)
    assert list(saved.wire.hops) == [HOME, NEW, f"{NEW}en/"]
    replayed = await over(saved.wire, given)
    for capture in (live, replayed):
        assert capture.page.url == f"{NEW}en/"
        assert [hop.url for hop in capture.page.hops] == [HOME, NEW]
        assert capture.followed == (Followed("location", HOME, NEW),)


async def test_a_name_that_leads_inside_is_refused_behind_a_doorway():
    with Sites({HOME: Page(refreshing("http://inside.test/"))}) as sites:
        host = sites.connect_to.removeprefix(":80:")
        given = settings(
            CONNECT_TO=f"example.test:80:{host},inside.test:80:192.168.1.1:80",
            ALLOW_NETWORKS="127.0.0.0/8",
        )
        async with open_wire(given) as wire:
            with pytest.raises(BadTarget, match="private, local or reserved"):
                await over(wire, given)
    assert sites.asked == [HOME]


async def test_redirects_behind_a_doorway_share_its_room():
    pages = {HOME: Page(refreshing("/0"))}
    pages |= {f"{HOME}{n}": Page(status=302, headers={"Location": f"/{n + 1}"}) for n in range(20)}
    with Sites(pages) as sites:
        given = settings(CONNECT_TO=sites.connect_to, ALLOW_NETWORKS="127.0.0.0/8", MAX_REDIRECTS=4)
        async with open_wire(given) as wire:
            capture = await over(wire, given)
    assert capture.page.url == HOME
    assert sites.asked == [HOME, *(f"{HOME}{n}" for n in range(4))]
