"""Sheets that are requested before the page is there: a part of what is requested anyway, and nothing else."""

import asyncio
import re
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.capture import Capture, Exchange, Headers, Need
from siteloupe.detect.site import Site
from siteloupe.errors import TooHeavy, Unreachable
from siteloupe.gather import speculative
from siteloupe.gather.speculative import MAX_BEGINNING, first_sheets
from siteloupe.gather.stylesheets import first_level
from siteloupe.gather.visit import visit_once
from siteloupe.judging import judge_in_thread
from siteloupe.net.fetch import Fetcher
from siteloupe.net.folder import load
from siteloupe.net.live import open_wire
from siteloupe.net.recording import Recording
from siteloupe.net.wire import WireAnswer
from siteloupe.settings import Route, Settings
from siteloupe.target import parse
from tests.net.conftest import OPEN
from tests.servers.connections import serving
from tests.servers.raw import PUBLIC, answer

HOME = "http://site.test/"
HTML = "text/html; charset=utf-8"
WORDS = "We repair clocks of every age, and sell those that nobody fetches. "
MENU = "".join(f"<li><a href=/{each}>Part {each}</a>" for each in range(13))
CONTENT = f"<body><ul>{MENU}</ul>" + f"<p>{WORDS * 5}</p>" * 3
MORE = f"<p>{WORDS * 20}</p>"
SITES = sorted(path.parent for path in (Path(__file__).parent.parent / "sites").glob("*/site.toml"))


def site(body, kind=HTML, status=200):
    return Site(
        Capture("", Exchange(HOME, HOME, status, Headers([("content-type", kind)] if kind else []), body))
    )


def early(markup, kind=HTML, most=40):
    body = markup if isinstance(markup, bytes) else markup.encode()
    return [each.url.removeprefix(HOME) for each in first_sheets(site(body, kind), most)]


def needed(whole):
    """The URLs of the sheets that a visit requests when it has the page."""
    if whole.refusal is not None or (whole.doorway is not None and whole.doorway.url is not None):
        return set()
    found = dict.fromkeys(each.url for each, _ in first_level(whole)[1])
    return set(list(found)[:40])


# ------------------------------------------------------------ what is found


def links(*names):
    return "".join(f"<link rel=stylesheet href=/{name}>" for name in names)


FOUND = {
    "links in the head": (links("a.css", "b.css", "a.css"), CONTENT, ["a.css", "b.css"]),
    "by the base that was read": ("<base href=/x/><link rel=stylesheet href=a.css>", CONTENT, ["x/a.css"]),
    "without print sheets": (
        "<link rel=stylesheet media=print href=/p.css>" + links("a.css"),
        CONTENT,
        ["a.css"],
    ),
    "in the body": ("", CONTENT + links("a.css"), ["a.css"]),
    "in noscript": (f"<noscript>{links('a.css')}</noscript>", CONTENT, ["a.css"]),
    "not behind a block that may import": (
        f"{links('a.css')}<style>@import '/b.css';</style>{links('c.css')}",
        CONTENT,
        ["a.css"],
    ),
    "behind a block that imports nothing": (
        f"<style>p{{color:red}}</style>{links('c.css')}",
        CONTENT,
        ["c.css"],
    ),
    "not by an address that the encoding decides": (links("é.css", "a.css"), CONTENT, ["a.css"]),
    "not in a comment that is still open": (links("a.css"), f"{CONTENT}<!-- {links('b.css')}", ["a.css"]),
    "not in a script that is still open": (links("a.css"), f"{CONTENT}<script>'{links('b.css')}", ["a.css"]),
    "not in a tag that is still open": (
        links("a.css"),
        f"{CONTENT}<link rel=stylesheet href=/b.css",
        ["a.css"],
    ),
    "not before the body": (links("a.css"), "", []),
    "not of a page that says little": (links("a.css"), f"<body><p>{WORDS}", []),
    "not of a page that leads on": (
        f"<meta http-equiv=refresh content='0;url=/next/'>{links('a.css')}",
        CONTENT,
        [],
    ),
    "not with bytes of an encoding of its own": (links("a.css"), f"{CONTENT}\x1b$B", []),
}


@pytest.mark.parametrize(("head", "body", "urls"), FOUND.values(), ids=FOUND)
def test_sheets_are_found_in_the_beginning_of_a_page(head, body, urls):
    assert early(f"<!doctype html><html><head><title>A page</title>{head}</head>{body}") == urls


def test_as_many_are_found_as_may_be_fetched_those_left_out_included():
    assert early(links("a.css", "é.css", "b.css", "c.css") + CONTENT, most=3) == ["a.css", "b.css"]


def saved_pages():
    """The page of each saved site that answered, with enough to read in it: most of them are very short."""
    for folder in SITES:
        outcomes = (hop.outcome for hop in load(folder).wire.hops.values())
        page = next(
            (each for each in outcomes if isinstance(each, WireAnswer) and each.location is None), None
        )
        if page is not None:
            body = BODY.sub(lambda tag: tag[0] + CONTENT.removeprefix("<body>").encode(), page.body, count=1)
            yield folder.name, replace(page, body=body)


BODY = re.compile(rb"<body[^>]*>")
SAVED = dict(saved_pages())


@pytest.mark.parametrize("name", SAVED)
def test_whatever_is_there_of_a_saved_page_only_sheets_of_the_whole_page_are_found(name):
    page, kind = SAVED[name], SAVED[name].headers.get("content-type")
    wanted = needed(site(page.body, kind, page.status))
    for size in range(100, min(len(page.body), MAX_BEGINNING), 100):
        found = first_sheets(site(page.body[:size], kind, page.status), 40)
        assert {each.url for each in found} <= wanted


def test_the_sheets_of_most_saved_pages_are_found_before_their_end():
    pages = [site(each.body, each.headers.get("content-type"), each.status) for each in SAVED.values()]
    with_sheets = [each for each in pages if needed(each)]
    cut = [site(each.capture.page.body[:-20]) for each in with_sheets]
    assert sum(bool(first_sheets(each, 40)) for each in cut) > 0.8 * len(with_sheets) > 20


PIECES = st.sampled_from(
    [
        *(links(f"{each}.css") for each in range(6)),
        "<link rel=stylesheet href=é.css>",
        "<link rel=stylesheet media=print href=/p.css>",
        "<style>@import '/i.css';</style>",
        "<style>p{}",
        "</style>",
        *("<!--", "-->", "<![CDATA[", "]]>", "<noscript>", "</noscript>", "<template>", "</template>"),
        *(
            "<table>",
            "<tr><td>",
            "</table>",
            "<a href=/>",
            "</a>",
            "<b>",
            "</b>",
            "<p>",
            "</p>",
            "<svg>",
            "</svg>",
        ),
        *(
            "<select>",
            "</select>",
            "<textarea>",
            "</textarea>",
            "<script>",
            "</script>",
            "<title>",
            "</title>",
        ),
        *("<head>", "</head>", "<body>", "</body>", "</html>", "<frameset>", "<frame src=/f>", "<plaintext>"),
        "<script>location='/next/'</script>",
        "<body onload=\"location='/next/'\">",
        *("<p hidden>", "<div class=loader>", "<em>JavaScript</em>", "Please enable JavaScript", "é"),
        *(WORDS, WORDS * 3, CONTENT, MORE),
    ]
)


@given(st.lists(PIECES, max_size=30), st.data())
def test_however_a_page_goes_on_only_its_own_sheets_are_found(pieces, data):
    body = "".join(pieces).encode()
    wanted = needed(site(body))
    for _ in range(4):
        size = data.draw(st.integers(0, len(body)))
        assert {each.url for each in first_sheets(site(body[:size]), 40)} <= wanted


# ------------------------------------------------------------ what is requested


@asynccontextmanager
async def visits(parts, sheet="a{color:red}", record=False, judge=judge_in_thread, **changes):
    """A server that sends the page in ``parts``, each when it is told to, and a function that visits it.

    The function returns the capture, and the paths in the order of their requests. ``parts`` are bytes to
    send, or functions to await.
    """

    async def serve(server, reader, writer, _number):
        while True:
            request = await reader.readuntil(b"\r\n\r\n")
            path = request.split(b" ")[1].decode()
            server.paths.append(path)
            server.change()
            if path == "/":
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n")
                for part in parts:
                    if callable(part):
                        await part(server)
                    else:
                        writer.write(part.encode())
                        await writer.drain()
                return
            writer.write(answer(sheet.encode(), "Content-Type: text/css"))

    async with serving(serve) as server:
        settings = Settings(
            connect_to=(Route("site.test", 80, PUBLIC, server.port),), allow_networks=(OPEN,), wporg_api=None
        )
        settings = replace(settings, **changes)
        async with open_wire(settings) as wire:
            recording = Recording(wire)
            fetch = Fetcher(recording if record else wire, settings)

            async def visited(needs=frozenset({Need.STYLESHEETS})):
                server.paths.clear()
                target = parse(HOME, settings.policy)
                capture = await visit_once(target, needs, fetch, settings, judge=judge)
                return capture, list(server.paths)

            yield visited


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(speculative, "PAUSE", 0)


def requested(*paths):
    """A part of a page that comes when ``paths`` have been requested."""

    async def wait(server):
        await server.until(lambda it: set(paths) <= set(it.paths))

    return wait


class Looks:
    """A judge that tells when a page has been looked at before its end, and perhaps fails at it."""

    def __init__(self, error=None):
        self.count = 0
        self.error = error
        self.change = asyncio.Event()

    async def __call__(self, task, capture, *arguments, deadline):
        if task.function is not first_sheets:
            return await judge_in_thread(task, capture, *arguments, deadline=deadline)
        try:
            if self.error is not None:
                raise self.error
            return await judge_in_thread(task, capture, *arguments, deadline=deadline)
        finally:
            self.count += 1
            self.change.set()

    async def wait(self, _server):
        """Wait for another look, and until what it found has been requested."""
        async with asyncio.timeout(20):
            await self.change.wait()
        self.change.clear()
        for _ in range(20):
            await asyncio.sleep(0)


HEAD = f"<!doctype html><title>Clocks</title>{links('a.css', 'b.css')}"


def told(capture):
    return [(each.url, each.answer.status, each.answer.body) for each in capture.stylesheets]


async def test_sheets_are_requested_before_the_page_is_whole_and_each_once():
    parts = [HEAD + CONTENT, requested("/a.css", "/b.css"), MORE + links("c.css")]
    async with visits(parts) as visited:
        capture, paths = await visited()
    assert paths[0] == "/"
    assert sorted(paths) == ["/", "/a.css", "/b.css", "/c.css"]
    assert [url for url, _, _ in told(capture)] == [f"{HOME}{name}.css" for name in "abc"]


async def test_the_capture_is_the_same_without_them():
    parts = [HEAD + CONTENT, MORE + links("c.css")]
    async with (
        visits(parts, "@import '/d.css';") as visited,
        visits(parts, "@import '/d.css';", ahead=0) as late,
    ):
        (capture, paths), (same, others) = await visited(), await late()
    assert told(capture) == told(same)
    assert sorted(paths) == sorted(others)


async def test_imports_of_sheets_that_came_early_are_read_when_the_page_is_there():
    parts = [HEAD + CONTENT, requested("/a.css", "/b.css"), MORE]
    async with visits(parts, "@import '/d.css';") as visited:
        capture, paths = await visited()
    assert sorted(paths) == ["/", "/a.css", "/b.css", "/d.css"]
    assert [url for url, _, _ in told(capture)] == [f"{HOME}{name}.css" for name in "abd"]


LITTLE = f"<body><p>{WORDS}"
NOTHING_EARLY = {
    "a refresh": f"<meta http-equiv=refresh content='0;url=/a.css'>{HEAD}{CONTENT}",
    "little text": HEAD + LITTLE,
    "a script that leads on": f"{HEAD}<body><script>location='/next/'</script>",
}


@pytest.mark.parametrize("beginning", NOTHING_EARLY.values(), ids=NOTHING_EARLY)
async def test_nothing_is_requested_of_a_page_that_may_lead_on(beginning):
    looks, paths = Looks(), []

    async def note(server):
        await looks.wait(server)
        paths.extend(server.paths)

    async with visits([beginning, note, MORE], judge=looks) as visited:
        await visited()
    assert paths == ["/"]


async def test_nothing_is_requested_early_where_no_sheets_are_needed():
    looks = Looks()
    async with visits([HEAD + CONTENT, MORE], judge=looks) as visited:
        _, paths = await visited(frozenset({Need.REST_ROOT}))
    assert "/a.css" not in paths
    assert looks.count == 0


async def test_nothing_is_requested_early_while_a_visit_is_recorded():
    looks = Looks()
    async with visits([HEAD + CONTENT, MORE], judge=looks, record=True) as visited:
        await visited()
    assert looks.count == 0


async def test_a_page_that_grows_is_looked_at_three_times_at_most():
    looks = Looks()
    parts = [HEAD + LITTLE]
    for times in (4, 8, 16):
        parts += [looks.wait, f"<i title='{WORDS * times}'></i>"]
    async with visits([*parts, "<i></i>"], judge=looks) as visited:
        await visited()
    assert looks.count == speculative.MAX_LOOKS


async def test_a_beginning_that_is_too_heavy_is_left_to_the_whole_page():
    looks = Looks(TooHeavy("too heavy"))
    async with visits([HEAD + CONTENT, looks.wait, MORE], judge=looks) as visited:
        capture, _ = await visited()
    assert len(capture.stylesheets) == 2
    assert looks.count == 1


async def test_a_refresh_behind_all_that_costs_what_was_begun_and_gives_back_the_rest():
    parts = [HEAD + CONTENT, requested("/a.css"), "<meta http-equiv=refresh content='0;url=/b.css'>"]
    async with visits(parts, max_requests=18) as visited:
        capture, paths = await visited()
    assert capture.page.url == f"{HOME}b.css"
    assert set(paths) <= {"/", "/a.css", "/b.css"}


async def test_a_page_that_breaks_off_leaves_no_request():
    async def break_off(server):
        await server.until(lambda it: "/a.css" in it.paths)
        await asyncio.Event().wait()

    async with visits([HEAD + CONTENT, break_off], total_seconds=0.5) as visited:
        before = asyncio.all_tasks()
        with pytest.raises(Unreachable):
            await visited()
        for _ in range(20):
            await asyncio.sleep(0)
        assert not {task for task in asyncio.all_tasks() - before if "Crawl" in repr(task)}
