"""Sheets come from a real server on loopback, within the budgets."""

import asyncio
import threading

import pytest

from siteloupe.capture import Capture, Exchange, Headers
from siteloupe.detect.styles.sheets import is_css
from siteloupe.fetching import Allowance, Bounds
from siteloupe.gather import stylesheets as gathering
from siteloupe.gather.stylesheets import stylesheets
from siteloupe.judging import judge_in_thread, judge_until
from siteloupe.net.fetch import Fetcher
from siteloupe.net.live import open_wire
from siteloupe.settings import Settings
from tests.servers.sites import Page, Sites

HOME = "http://example.test/"
CSS = {"Content-Type": "text/css"}


def sheet(text):
    return Page(text, headers=CSS)


@pytest.fixture
def sites():
    with Sites() as running:
        yield running


async def gathered(sites, markup, requests=60, **variables):
    settings = Settings.from_environment(
        {
            "SITELOUPE_CONNECT_TO": sites.connect_to,
            "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
            **{f"SITELOUPE_{name}": str(value) for name, value in variables.items()},
        }
    )
    page = Exchange(HOME, HOME, 200, Headers([("content-type", "text/html")]), markup.encode())
    async with open_wire(settings) as wire:
        bounds = Bounds(asyncio.get_running_loop().time() + 20, 1_000, Allowance(requests))
        capture = Capture("2026-01-01T00:00:00Z", page)
        return await stylesheets(
            capture, Fetcher(wire, settings), settings, bounds, judge_until(judge_in_thread, bounds.deadline)
        )


def links(*names):
    return "".join(f"<link rel=stylesheet href='/{name}'>" for name in names)


def told(sheets):
    return {
        each.url.removeprefix(HOME): len(each.answer.body)
        if isinstance(each.answer, Exchange)
        else each.answer.cause
        for each in sheets
    }


async def test_linked_lazy_and_imported_sheets_are_fetched_each_once(sites):
    sites.pages = {
        f"{HOME}a.css": sheet("@import 'c.css'; @import 'b.css';"),
        f"{HOME}b.css": sheet("a{}"),
        f"{HOME}c.css": sheet("@import 'a.css'; @import 'd.css';"),
        f"{HOME}d.css": sheet("a{}"),
        f"{HOME}e.css": sheet("a{}"),
        "http://cdn.test/f.css": sheet("a{}"),
    }
    found = await gathered(
        sites,
        links("a.css", "b.css", "a.css#again")
        + "<link rel=preload as=style href=/e.css onload=\"this.rel='stylesheet'\">"
        + "<style>@import url(//cdn.test/f.css);</style>",
    )
    assert [each.url.removeprefix(HOME) for each in found] == [
        "a.css",
        "b.css",
        "e.css",
        "http://cdn.test/f.css",
        "c.css",
        "d.css",
    ]
    assert all(isinstance(each.answer, Exchange) for each in found)
    assert sorted(sites.asked) == sorted(each.url for each in found)


async def test_imports_are_followed_to_the_depth_allowed(sites):
    sites.pages = {f"{HOME}{n}.css": sheet(f"@import '{n + 1}.css';") for n in range(10)}
    assert told(await gathered(sites, links("0.css"))) == {
        "0.css": 16,
        "1.css": 16,
        "2.css": 16,
        "3.css": 16,
        "4.css": "over-budget",
    }
    told_of_block = told(await gathered(sites, "<style>@import '/0.css'</style>", MAX_IMPORT_DEPTH=1))
    assert told_of_block == {"0.css": 16, "1.css": "over-budget"}


async def test_sheets_over_the_number_are_found_and_not_asked_for(sites):
    sites.pages = {f"{HOME}{n}.css": sheet("a{}") for n in range(5)}
    found = await gathered(sites, links(*(f"{n}.css" for n in range(5))), MAX_SHEETS=3)
    assert told(found) == {"0.css": 3, "1.css": 3, "2.css": 3, "3.css": "over-budget", "4.css": "over-budget"}
    assert len(sites.asked) == 3


async def test_a_long_sheet_is_cut_and_too_much_css_is_left_out(sites):
    sites.pages = {f"{HOME}{n}.css": sheet("a{}" * 100) for n in range(4)}
    cut = await gathered(sites, links("0.css"), MAX_SHEET=100)
    assert told(cut) == {"0.css": 100}
    assert cut[0].answer.truncated
    names = [f"{n}.css" for n in range(4)]
    assert told(await gathered(sites, links(*names), MAX_CSS=650)) == {
        "0.css": 300,
        "1.css": 300,
        "2.css": "over-budget",
        "3.css": "over-budget",
    }


async def test_pages_in_the_place_of_sheets_take_no_room_from_others(sites):
    sites.pages = {f"{HOME}0.css": Page("<!doctype html>" + "x" * 500), f"{HOME}1.css": sheet("a{}" * 100)}
    assert told(await gathered(sites, links("0.css", "1.css"), MAX_CSS=350)) == {"0.css": 515, "1.css": 300}


async def test_what_fails_is_missing_with_its_cause(sites):
    sites.pages = {f"{HOME}moved.css": Page("", 302, {"Location": "http://10.0.0.1/"})}
    found = told(
        await gathered(
            sites,
            links("moved.css", "gone.css")
            + "<link rel=stylesheet href='http://169.254.169.254/a.css'>"
            + "<link rel=stylesheet href='http://example.test:22/a.css'>",
        )
    )
    assert found == {
        "moved.css": "refused",
        "gone.css": 8,
        "http://169.254.169.254/a.css": "refused",
        "http://example.test:22/a.css": "refused",
    }


async def test_requests_run_out_in_document_order(sites):
    sites.pages = {f"{HOME}{n}.css": sheet("a{}") for n in range(4)}
    found = await gathered(sites, links(*(f"{n}.css" for n in range(4))), requests=2)
    assert told(found) == {"0.css": 3, "1.css": 3, "2.css": "over-budget", "3.css": "over-budget"}


async def test_a_sheet_that_never_comes_costs_its_time_and_no_other_sheet(sites, monkeypatch):
    monkeypatch.setattr(gathering, "PATIENCE", 0.1)
    held = threading.Event()
    sites.pages = {
        f"{HOME}slow.css": Page("a{}", headers=CSS, held=held),
        f"{HOME}a.css": sheet("@import 'b.css';"),
        f"{HOME}b.css": sheet("a{}"),
    }
    try:
        found = await gathered(sites, links("slow.css", "a.css"), STYLESHEET_SECONDS=1)
    finally:
        held.set()
    assert told(found) == {"slow.css": "timed-out", "a.css": 16, "b.css": 3}


async def test_a_page_without_sheets_asks_for_nothing(sites):
    assert await gathered(sites, "<p>Hello</p>") == ()
    assert sites.asked == []


async def test_a_sheet_of_imports_alone_is_bounded(sites):
    sites.pages = {f"{HOME}{n}.css": sheet("a{}") for n in range(200)}
    sites.pages[f"{HOME}0.css"] = sheet("".join(f"@import '{n}.css';" for n in range(1, 20_000)))
    found = await gathered(sites, links("0.css"))
    assert len(found) == 2000
    assert len(sites.asked) == 40


async def test_a_sheet_that_does_not_come_leaves_its_room_to_the_next(sites):
    names = [f"{number}.css" for number in range(6)]
    sites.pages = {f"{HOME}{name}": sheet("a{}") for name in names[2:]}
    found = await gathered(sites, links(*names), MAX_SHEETS=3)
    assert [each.url.removeprefix(HOME) for each in found if is_css(each.answer)] == names[2:5]
    assert told(found)["5.css"] == "over-budget"


async def test_sheets_that_never_come_end_with_the_requests(sites):
    sites.pages = {}
    found = await gathered(
        sites, links(*(f"{number}.css" for number in range(300))), requests=9, MAX_SHEETS=3
    )
    asked = [url for url in sites.asked if url.endswith(".css")]
    assert len(asked) <= 9
    assert len(found) == 300
