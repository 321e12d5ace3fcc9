"""A hostile page and its browser try every known way out: nobody on this machine hears of it, on TCP or UDP."""

import asyncio
import fcntl
import tempfile
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from siteloupe.capture import Exchange, Headers
from siteloupe.fetching import Allowance
from siteloupe.net import open_fetch
from siteloupe.net.local_addresses import OwnAddresses
from siteloupe.render.dead_proxy import open_dead_proxy
from siteloupe.render.renderer import Renderer
from siteloupe.rendered import Rendered
from siteloupe.settings import Settings
from tests.browser import chromium
from tests.render import ways_out
from tests.render.canaries import GROUPS, Canary, GroupCanary

pytestmark = pytest.mark.browser

SETTINGS = replace(
    Settings(), render="ask", render_sandbox=False, render_requests=2000, render_cpu_seconds=60.0
)


def page(url, html):
    return Exchange(url, url, 200, Headers([("content-type", "text/html; charset=utf-8")]), html.encode())


@pytest.fixture
def canaries():
    """One at each address that this machine has."""
    hosts = {"127.0.0.1", "::1", *(str(each) for each in OwnAddresses()() if not each.is_link_local)}
    with ExitStack() as stack:
        yield [stack.enter_context(Canary(host)) for host in sorted(hosts)]


@pytest.fixture
def alone_in_groups():
    """One test at a time: members of a group hear all browsers of this machine, also those of other workers."""
    with (Path(tempfile.gettempdir()) / "siteloupe-tests-groups.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture
def group_canaries(alone_in_groups):
    """Members of the groups that browsers send to, on each interface of this machine."""
    hosts = {str(each) for each in OwnAddresses()() if each.version == 4}
    with ExitStack() as stack:
        yield [
            stack.enter_context(GroupCanary(host, group, port))
            for host in sorted(hosts)
            for group, port in GROUPS
        ]


def bases(canaries, scheme="http"):
    return [f"{scheme}://{each.place}" for each in canaries]


@asynccontextmanager
async def renderer(canaries, *, isolated):
    """A renderer whose wall lets every port pass, so that addresses alone decide."""
    ports = frozenset({80, 443, *(each.port for each in canaries)})
    settings = replace(SETTINGS, allow_ports=ports)
    async with open_fetch(settings) as fetch, open_dead_proxy() as proxy:
        renderer = Renderer(settings, proxy, isolated=isolated)

        async def render(url, html):
            deadline = asyncio.get_running_loop().time() + 60
            return await renderer(page(url, html), fetch, Allowance(settings.render_requests), deadline)

        try:
            yield render
        finally:
            await renderer.close()


def test_at_least_sixty_ways_are_tried():
    assert ways_out.COUNT >= 60


@pytest.mark.parametrize(
    ("kind", "ways"), [("tcp", ("fetch-no-cors", "web-socket", "image", "frame")), ("udp", ("rtc-stun",))]
)
async def test_the_canaries_hear_a_browser_without_walls(alone_in_groups, canaries, kind, ways):
    """The ways are real: an ordinary browser reaches the canaries."""
    async with chromium() as browser:
        tab = await browser.new_page()
        html = ways_out.page(bases(canaries), {way: ways_out.SCRIPTS[way] for way in ways})
        await tab.route(
            "http://hostile.test/", lambda route: route.fulfill(body=html, content_type="text/html")
        )
        await tab.goto("http://hostile.test/", wait_until="commit")
        async with asyncio.timeout(60):
            while not any(protocol == kind for each in canaries for protocol, _ in each.heard):
                await asyncio.sleep(0.05)


@pytest.mark.parametrize("isolated", [False, True])
@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_no_way_out_of_a_page_reaches_anybody(canaries, scheme, isolated):
    async with renderer(canaries, isolated=isolated) as render:
        targets = [*bases(canaries), *bases(canaries, "https")]
        result = await render(f"{scheme}://hostile.test/", ways_out.page(targets, ways_out.SCRIPTS))
        after = await render(f"{scheme}://hostile.test/", "<p>still here")
    assert [(each.place, each.heard) for each in canaries if each.heard] == []
    assert result is not None
    assert isinstance(after, Rendered)


async def test_a_browser_without_walls_sends_to_groups(group_canaries):
    """WebRTC gives out names by mDNS: https://datatracker.ietf.org/doc/draft-ietf-mmusic-mdns-ice-candidates/."""
    if not any(not each.is_loopback for each in OwnAddresses()()):
        pytest.skip("this machine has no network, so an ordinary browser sends to no group either")
    html = ways_out.page(["http://127.0.0.1:9"], {"rtc-stun": ways_out.SCRIPTS["rtc-stun"]})
    async with chromium() as browser:
        tab = await browser.new_page()
        await tab.route(
            "http://hostile.test/", lambda route: route.fulfill(body=html, content_type="text/html")
        )
        await tab.goto("http://hostile.test/", wait_until="commit")
        async with asyncio.timeout(60):
            while not any(each.heard for each in group_canaries):
                await asyncio.sleep(0.05)


async def test_a_rendered_page_sends_to_no_group(canaries, group_canaries):
    async with renderer(canaries, isolated=False) as render:
        await render("http://hostile.test/", ways_out.page(bases(canaries), ways_out.SCRIPTS))
        await render("http://hostile.test/", "<p>still here")
    assert [(each.place, each.heard) for each in group_canaries if each.heard] == []


@pytest.mark.parametrize("way", ways_out.LEAVING)
async def test_a_page_that_leaves_reaches_nobody(canaries, way):
    async with renderer(canaries, isolated=False) as render:
        html = ways_out.page(bases(canaries), {way: ways_out.LEAVING[way]})
        await render("http://hostile.test/", html)
    assert [(each.place, each.heard) for each in canaries if each.heard] == []


async def test_names_that_resolve_to_this_machine_are_refused(canaries):
    """A name is resolved by our own look-up alone; the browser resolves none, so nothing can be rebound."""
    names = [f"http://localhost:{each.port}" for each in canaries]
    names += [
        f"http://{name}:{canaries[0].port}"
        for name in ("127.0.0.1.nip.io", "0x7f.1", "2130706433", "0", "localhost.")
    ]
    async with renderer(canaries, isolated=False) as render:
        await render("http://hostile.test/", ways_out.page(names, ways_out.SCRIPTS))
    assert [(each.place, each.heard) for each in canaries if each.heard] == []
