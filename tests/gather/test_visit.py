"""A visit gathers a real site on loopback: sheets, theme and theme.json, each once, within one allowance."""

import asyncio
import threading
from contextlib import asynccontextmanager

import msgspec
import pytest

from siteloupe.analyses import CHECK_CMS, FONTS
from siteloupe.capture import Exchange, Missing, Need
from siteloupe.detect.site import Site
from siteloupe.errors import TimedOut, TooHeavy
from siteloupe.gather.stylesheets import KEPT_REQUESTS
from siteloupe.gather.visit import visit, visit_once
from siteloupe.judging import judge_in_thread
from siteloupe.net.fetch import Fetcher
from siteloupe.net.live import open_wire
from siteloupe.settings import Settings
from siteloupe.target import parse
from tests.servers.sites import Page, Sites

HOME = "http://example.test/"
THEME = f"{HOME}wp-content/themes/paper/"
CSS = {"Content-Type": "text/css"}
JSON = {"Content-Type": "application/json"}

HTML = """<!doctype html><html><head>
<link rel=stylesheet href="/wp-content/themes/paper/style.css">
<style>:root{--wp--preset--font-family--serif:Lora, serif} body{font-family:var(--wp--preset--font-family--serif)}</style>
</head><body><h1>Paper</h1><p>Text</p></body></html>"""
STYLE = """/*
Theme Name: Paper
*/
@import "fonts.css";
h1{font-size:2rem}"""
STYLESHEET = f"{THEME}style.css"
LINKED = f"<html><link rel=stylesheet href={STYLESHEET}><p>Text</p>"
FONT_FACES = "@font-face{font-family:Lora;src:url(files/lora.woff2)}"


def theme_json(name):
    families = [{"slug": "serif", "name": name, "fontFamily": "Lora, serif"}]
    return Page(msgspec.json.encode({"settings": {"typography": {"fontFamilies": families}}}), headers=JSON)


@pytest.fixture
def sites():
    pages = {
        HOME: Page(HTML),
        f"{THEME}style.css": Page(STYLE, headers=CSS),
        f"{THEME}fonts.css": Page(FONT_FACES, headers=CSS),
        f"{THEME}theme.json": theme_json("Paper Serif"),
    }
    with Sites(pages) as running:
        yield running


@pytest.fixture
def held():
    """What keeps answers from coming until the test is over."""
    event = threading.Event()
    yield event
    event.set()


async def captured(sites, *analyses, **variables):
    async with visited(sites, **variables) as (seen, deadline):
        return seen, await asyncio.gather(*(seen.capture(each.needs, deadline) for each in analyses))


@asynccontextmanager
async def visited(sites, judge=judge_in_thread, **variables):
    """A visit, and until when it may gather."""
    settings = Settings.from_environment(
        {
            "SITELOUPE_CONNECT_TO": sites.connect_to,
            "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
            "SITELOUPE_WPORG_API": "off",
            **{f"SITELOUPE_{name}": str(value) for name, value in variables.items()},
        }
    )
    target = parse(HOME, settings.policy)
    async with open_wire(settings) as wire:
        deadline = asyncio.get_running_loop().time() + 20
        fetch = Fetcher(wire, settings)
        yield (
            await visit(target, fetch, settings, deadline, judge=judge, now=lambda: "2026-01-01T00:00:00Z"),
            deadline,
        )


async def test_the_fonts_of_a_real_site_are_told(sites):
    _, (capture,) = await captured(sites, FONTS)
    report = FONTS.analyze(Site(capture))
    (font,) = report.fonts
    assert (font.family, font.source, font.is_primary) == ("Lora", "self-hosted", True)
    assert font.files == [f"{THEME}files/lora.woff2"]
    assert msgspec.to_builtins(report.wp_font_presets) == [
        {"slug": "serif", "name": "Paper Serif", "fontFamily": "Lora, serif"}
    ]
    assert (report.stylesheets.found, report.stylesheets.fetched) == (2, 2)
    assert [size.value for size in report.type_scale] == ["2rem"]


async def test_two_analyses_of_one_visit_ask_for_nothing_twice(sites):
    await captured(sites, FONTS, CHECK_CMS, FONTS)
    asked = [url for url in sites.asked if url != f"{THEME}style.css"]  # as theme, and as stylesheet
    assert sorted(asked) == sorted(set(asked))
    assert sites.asked.count(f"{THEME}style.css") == 2


async def test_a_child_without_theme_json_takes_its_parents(sites):
    child = f"{HOME}wp-content/themes/paper-child/"
    sites.pages[HOME] = Page(HTML.replace("themes/paper/style.css", "themes/paper-child/style.css"))
    sites.pages[f"{child}style.css"] = Page("/*\nTheme Name: Child\nTemplate: paper\n*/", headers=CSS)
    _, (capture,) = await captured(sites, FONTS)
    assert isinstance(capture.theme_json, Exchange)
    assert capture.theme_json.url == f"{THEME}theme.json"
    assert f"{child}theme.json" in sites.asked


async def test_a_page_in_the_place_of_theme_json_is_none(sites):
    sites.pages[f"{THEME}theme.json"] = Page("<!doctype html>")
    _, (capture,) = await captured(sites, FONTS)
    assert FONTS.analyze(Site(capture)).wp_font_presets[0].name == "Serif"


async def test_a_site_without_a_theme_is_not_asked_for_theme_json(sites):
    sites.pages[HOME] = Page("<!doctype html><title>x</title><p>Hello")
    _, (capture,) = await captured(sites, FONTS)
    assert capture.theme_json is None
    assert sites.asked == [HOME, f"{HOME}wp-json/?_fields=namespaces"]


async def test_a_refused_page_is_left_alone(sites):
    sites.pages[HOME] = Page("no", 403)
    visited, (capture,) = await captured(sites, FONTS)
    assert visited.is_refused
    assert FONTS.analyze(Site(capture)).is_cms is None
    assert sites.asked == [HOME]


async def test_sheets_leave_requests_to_the_rest(sites):
    links = "".join(f"<link rel=stylesheet href='/{n}.css'>" for n in range(30))
    sites.pages[HOME] = Page(HTML.replace("</head>", f"{links}</head>"))
    _, (capture,) = await captured(sites, FONTS, MAX_REQUESTS=KEPT_REQUESTS + 6)
    assert isinstance(capture.theme.style, Exchange)
    assert isinstance(capture.theme_json, Exchange)
    asked = [sheet for sheet in capture.stylesheets if isinstance(sheet.answer, Exchange)]
    assert (len(capture.stylesheets), len(asked)) == (32, 5)


async def test_a_visit_knows_what_it_holds(sites):
    visited, _ = await captured(sites, FONTS)
    assert visited.size > len(HTML) + 2 * len(STYLE) + len(FONT_FACES)


async def test_every_need_can_be_gathered_alone(sites):
    visited, _ = await captured(sites, CHECK_CMS)
    capture = await visited.capture(frozenset({Need.REST_ROOT}), asyncio.get_running_loop().time() + 5)
    assert capture.stylesheets == ()


async def test_what_could_not_be_gathered_is_tried_again(sites):
    calls = []

    async def judge(task, *about, deadline):
        calls.append(task)
        if len(calls) == 2:  # the look at the page itself comes first
            raise TooHeavy("It takes too long.")
        return await judge_in_thread(task, *about, deadline=deadline)

    async with visited(sites, judge) as (seen, deadline):
        with pytest.raises(TooHeavy):
            await seen.capture(frozenset({Need.STYLESHEETS}), deadline)
        capture = await seen.capture(frozenset({Need.STYLESHEETS}), deadline)
    assert [sheet.url for sheet in capture.stylesheets] == [f"{THEME}style.css", f"{THEME}fonts.css"]


async def captured_once(sites):
    """All that can be had of the home page in four seconds."""
    settings = Settings.from_environment(
        {
            "SITELOUPE_CONNECT_TO": sites.connect_to,
            "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
            "SITELOUPE_WPORG_API": "off",
            "SITELOUPE_TOTAL_SECONDS": "4",
        }
    )
    target = parse(HOME, settings.policy)
    async with open_wire(settings) as wire:
        fetch = Fetcher(wire, settings)
        return await visit_once(target, frozenset(Need), fetch, settings, judge=judge_in_thread)


async def test_files_that_hang_until_the_end_are_missing_and_the_page_is_not(held):
    page = Page(LINKED)
    with Sites({HOME: page, STYLESHEET: Page(held=held), f"{HOME}wp-json/": Page(held=held)}) as sites:
        capture = await captured_once(sites)
        held.set()
    assert b"Text" in capture.page.body
    assert capture.theme is not None
    assert isinstance(capture.theme.style, Missing)
    assert isinstance(capture.rest_root, Missing)
    assert [type(sheet.answer) for sheet in capture.stylesheets] == [Missing]


async def test_a_page_that_does_not_come_is_told_as_such(held):
    with Sites({HOME: Page(held=held)}) as sites:
        with pytest.raises(TimedOut, match=r"example\.test accepted the connection but did not answer"):
            await captured_once(sites)
        held.set()


async def test_everything_that_comes_is_there():
    pages = {
        HOME: Page(LINKED),
        STYLESHEET: Page("/* Theme Name: Paper */", headers={"Content-Type": "text/css"}),
    }
    with Sites(pages) as sites:
        capture = await captured_once(sites)
    assert capture.theme is not None
    assert isinstance(capture.theme.style, Exchange)
    assert isinstance(capture.rest_root, Exchange)
    assert [sheet.url for sheet in capture.stylesheets] == [STYLESHEET]
