"""A visit from beginning to end: what hangs costs its own answer, never the page's."""

import threading

import pytest

from siteloupe.capture import Capture, Exchange, Missing, Need
from siteloupe.errors import TimedOut
from siteloupe.gather.once import capture_once
from siteloupe.net.fetch import Fetcher
from siteloupe.net.live import open_wire
from siteloupe.settings import Settings
from siteloupe.target import Policy, parse
from tests.servers.sites import Page, Sites

HOME = "http://example.test/"
STYLE = f"{HOME}wp-content/themes/paper/style.css"


@pytest.fixture
def held():
    event = threading.Event()
    yield event
    event.set()


async def visited(sites: Sites) -> Capture:
    """All that can be had of the home page in one second."""
    settings = Settings.from_environment(
        {
            "SITELOUPE_CONNECT_TO": sites.connect_to,
            "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
            "SITELOUPE_WPORG_API": "off",
            "SITELOUPE_TOTAL_SECONDS": "1",
        }
    )
    target = parse(HOME, Policy(settings.allow_ports, settings.allow_networks))
    async with open_wire(settings) as wire:
        return await capture_once(target, frozenset(Need), Fetcher(wire, settings), settings)


async def test_files_that_hang_until_the_end_are_missing_and_the_page_is_not(held):
    page = Page(f"<html><link rel=stylesheet href={STYLE}><p>Text</p>")
    with Sites({HOME: page, STYLE: Page(held=held), f"{HOME}wp-json/": Page(held=held)}) as sites:
        capture = await visited(sites)
        held.set()
    assert b"Text" in capture.page.body
    assert capture.theme is not None
    assert isinstance(capture.theme.style, Missing)
    assert isinstance(capture.rest_root, Missing)
    assert [type(sheet.answer) for sheet in capture.stylesheets] == [Missing]


async def test_a_page_that_does_not_come_is_told_as_such(held):
    with Sites({HOME: Page(held=held)}) as sites:
        with pytest.raises(TimedOut, match=r"example\.test accepted the connection but did not answer"):
            await visited(sites)
        held.set()


async def test_everything_that_comes_is_there():
    pages = {
        HOME: Page(f"<html><link rel=stylesheet href={STYLE}><p>Text</p>"),
        STYLE: Page("/* Theme Name: Paper */", headers={"Content-Type": "text/css"}),
    }
    with Sites(pages) as sites:
        capture = await visited(sites)
    assert capture.theme is not None
    assert isinstance(capture.theme.style, Exchange)
    assert isinstance(capture.rest_root, Exchange)
    assert [sheet.url for sheet in capture.stylesheets] == [STYLE]
