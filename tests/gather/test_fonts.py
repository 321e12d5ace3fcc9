"""Font files come from a real server on loopback, the primary family's first, within the budgets."""

import asyncio
from dataclasses import replace

import msgspec
import pytest

from siteloupe.analyses import FONTS
from siteloupe.capture import Exchange
from siteloupe.detect.site import Site
from siteloupe.gather.visit import visit
from siteloupe.judging import judge_in_thread
from siteloupe.net.fetch import Fetcher
from siteloupe.net.live import open_wire
from siteloupe.settings import Settings
from siteloupe.target import parse
from tests.opentype.fonts import AXES, font
from tests.servers.sites import Page, Sites

HOME = "http://example.test/"
HTML = """<!doctype html><style>
@font-face{font-family:Other;src:url(f/other.woff2)}
@font-face{font-family:Crumb;src:url(f/crumb.eot);src:url(f/crumb.woff2),url(f/crumb.ttf)}
@font-face{font-family:Crumb;font-weight:700;src:url(f/bold.ttf)}
@font-face{font-family:Gone;src:url(f/gone.woff2)}
body{font-family:Crumb} i{font-family:Other} b{font-family:Gone}</style><p>Text that is set in Crumb.</p>"""
CRUMB, OTHER, BOLD = font(flavor="woff2", axes=AXES), font(flavor="woff"), font()


@pytest.fixture
def sites():
    pages = {
        HOME: Page(HTML),
        f"{HOME}f/crumb.woff2": Page(CRUMB),
        f"{HOME}f/other.woff2": Page(OTHER),
        f"{HOME}f/bold.ttf": Page(BOLD),
    }
    with Sites(pages) as running:
        yield running


async def captured(sites, *, inspect=True, **settings):
    given = Settings.from_environment(
        {"SITELOUPE_CONNECT_TO": sites.connect_to, "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8"}
    )
    settings = replace(given, wporg_api=None, **settings)
    target = parse(HOME, settings.policy)
    async with open_wire(settings) as wire:
        deadline = asyncio.get_running_loop().time() + 20
        seen = await visit(target, Fetcher(wire, settings), settings, deadline, judge=judge_in_thread)
        return seen, await seen.capture(FONTS.variant(inspect=inspect).needs, deadline)


def told(capture):
    return {
        file.url.removeprefix(f"{HOME}f/"): (
            file.answer.status if isinstance(file.answer, Exchange) else file.answer.cause
        )
        for file in capture.font_files
    }


async def test_nobody_asks_for_font_files_unless_they_are_wanted(sites):
    _, capture = await captured(sites, inspect=False)
    assert capture.font_files is None
    assert "inspected" not in msgspec.to_builtins(FONTS.analyze(Site(capture)))
    assert not any("/f/" in request.url for request in sites.requests)


async def test_font_files_are_fetched_the_primary_familys_first_and_held_in_the_visit(sites):
    seen, capture = await captured(sites)
    assert list(told(capture).items()) == [
        ("crumb.woff2", 200), ("other.woff2", 200), ("gone.woff2", 404), ("bold.ttf", 200)
    ]  # fmt: skip
    assert seen.size >= len(HTML) + len(CRUMB) + len(OTHER) + len(BOLD)


async def test_a_report_says_what_is_in_the_files(sites):
    _, capture = await captured(sites)
    report = FONTS.analyze(Site(capture))
    assert [(file.used_as, file.problem, file.family, file.format) for file in report.inspected] == [
        ("Crumb", None, "Crumb", "woff2"),
        ("Other", None, "Crumb", "woff"),
        ("Gone", "status-404", None, None),
        ("Crumb", None, "Crumb", "truetype"),
    ]
    assert [axis.tag for axis in report.inspected[0].axes] == ["wght", "wdth"]
    assert "SIL Open Font License" in FONTS.summarize(report)


async def test_past_the_number_of_files_none_is_asked_for(sites):
    _, capture = await captured(sites, max_font_files=1)
    assert set(told(capture).values()) == {200, "over-budget"}
    assert told(capture)["crumb.woff2"] == 200
    assert sum("/f/" in request.url for request in sites.requests) == 1


async def test_a_file_over_its_bound_is_cut_and_told_as_too_large(sites):
    _, capture = await captured(sites, max_font_file=len(CRUMB))
    problems = {file.url.rpartition("/")[2]: file.problem for file in FONTS.analyze(Site(capture)).inspected}
    assert problems["crumb.woff2"] is None
    assert problems["bold.ttf"] == "too-large"


async def test_all_files_together_keep_to_their_bytes(sites):
    _, capture = await captured(sites, max_font_bytes=len(CRUMB) + 100)
    held = sum(
        len(f.answer.body)
        for f in capture.font_files
        if isinstance(f.answer, Exchange) and f.answer.status == 200
    )
    assert held <= len(CRUMB) + 100
    assert told(capture)["crumb.woff2"] == 200
    assert told(capture)["bold.ttf"] == "over-budget"


async def test_files_share_the_requests_of_the_visit(sites):
    _, capture = await captured(sites, max_requests=16)
    assert list(told(capture).values()).count("over-budget") == 3


async def test_a_file_at_a_private_address_is_refused(sites):
    sites.pages[HOME] = Page(HTML.replace("f/other.woff2", "http://10.0.0.1/f/other.woff2"))
    _, capture = await captured(sites)
    assert told(capture)["http://10.0.0.1/f/other.woff2"] == "refused"
