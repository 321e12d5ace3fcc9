"""The theme's files come from real servers on loopback: a site, and a double of the theme directory."""

import asyncio
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

from siteloupe.capture import Capture, Exchange, Missing, ThemeFiles
from siteloupe.detect.theme.page_marks import ThemeMarks
from siteloupe.detect.theme.report import theme
from siteloupe.fetching import Allowance, Bounds
from siteloupe.gather.files import request_url
from siteloupe.gather.theme import theme_files, theme_styles
from siteloupe.judging import judge_in_thread, judge_until
from siteloupe.net.fetch import Fetcher
from siteloupe.net.live import open_wire
from siteloupe.settings import Settings
from tests.directory_answers import NOT_FOUND, listing
from tests.pages import exchange
from tests.servers.sites import Page, Sites

DIRECTORY = "http://directory.test"
THEMES = "http://example.test/wp-content/themes/"
JSON = {"Content-Type": "application/json"}

PAPER = ThemeMarks("paper", f"{THEMES}paper/")
CHILD = ThemeMarks("paper-child", f"{THEMES}paper-child/")


def style(name, *lines):
    text = "\n".join(("/*", f"Theme Name: {name}", *lines, "*/", "a{}"))
    return Page(text, headers={"Content-Type": "text/css"})


def listed(slug):
    return Page(msgspec.json.encode(listing(slug)), headers=JSON)


@pytest.fixture
def sites():
    pages = {
        f"{THEMES}paper/style.css": style("Plain Paper", "Version: 2.4"),
        f"{THEMES}paper-child/style.css": style("Paper Child", "Template: paper", "Version: 1.0"),
        f"{THEMES}other/style.css": style("Other"),
        f"{DIRECTORY}/themes/info/1.2/": Page(NOT_FOUND, 404, JSON),
        request_url(DIRECTORY, "paper"): listed("paper"),
    }
    with Sites(pages) as running:
        yield running


async def gathered(sites, marks, requests=60, directory=DIRECTORY, judge=judge_in_thread, **variables):
    environment = {
        "SITELOUPE_CONNECT_TO": sites.connect_to,
        "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
        "SITELOUPE_WPORG_API": directory,
        **variables,
    }
    settings = Settings.from_environment(environment)
    async with open_wire(settings) as wire:
        bounds = Bounds(asyncio.get_running_loop().time() + 20, 1_000, Allowance(requests))
        ask = {"fetch": Fetcher(wire, settings), "settings": settings, "bounds": bounds}
        in_time = judge_until(judge, bounds.deadline)
        styles = theme_styles(Capture("2026-01-01T00:00:00Z", exchange()), marks, judge=in_time, **ask)
        return await theme_files(styles, marks, **ask)


def asked_files(sites):
    return sorted(url for url in sites.asked if not url.startswith(DIRECTORY))


def asked_slugs(sites):
    queries = (parse_qs(urlsplit(url).query) for url in sites.asked if url.startswith(DIRECTORY))
    return sorted(query["request[slug]"][0] for query in queries)


def told(marks, files):
    fields = msgspec.to_builtins(theme(marks, files))
    return {
        name: fields.get(name) for name in ("name", "slug", "version", "inRepo", "outdated", "parentTheme")
    }


async def test_a_theme_is_asked_for_at_its_site_and_in_the_directory(sites):
    files = await gathered(sites, PAPER)
    assert asked_files(sites) == [f"{THEMES}paper/style.css"]
    assert asked_slugs(sites) == ["paper"]
    assert told(PAPER, files) == {
        "name": "Plain Paper",
        "slug": "paper",
        "version": "2.4",
        "inRepo": True,
        "outdated": True,
        "parentTheme": None,
    }


async def test_the_parent_that_a_child_names_is_asked_for_too(sites):
    files = await gathered(sites, CHILD)
    assert asked_files(sites) == [f"{THEMES}paper-child/style.css", f"{THEMES}paper/style.css"]
    assert asked_slugs(sites) == ["paper", "paper-child"]
    assert (files.slug, files.parent_slug) == ("paper-child", "paper")
    found = theme(CHILD, files)
    assert (found.name, found.version, found.in_repo, found.parent_theme) == (
        "Paper Child",
        "1.0",
        False,
        "paper",
    )
    assert (found.parent.name, found.parent.version, found.parent.outdated) == ("Plain Paper", "2.4", True)


async def test_a_child_that_loads_less_than_its_parent_is_still_the_theme(sites):
    marks = ThemeMarks("paper", f"{THEMES}paper/", others=(("paper-child", f"{THEMES}paper-child/"),))
    files = await gathered(sites, marks)
    assert (files.slug, files.parent_slug) == ("paper-child", "paper")
    assert told(marks, files)["name"] == "Paper Child"
    assert len(sites.asked) == 4


PLAIN = style("Plain Paper")
BESIDE = ThemeMarks("paper", f"{THEMES}paper/", others=(("other", f"{THEMES}other/"),))
CLAIMED = ThemeMarks("paper", f"{THEMES}paper/", parent_slug="other")
LABELS = {
    "no label": (PLAIN, PAPER, 0, None),
    "other labels": (style("Plain Paper", "Template Version: 2", "Tags: template"), PAPER, 0, None),
    "no file": (Page("", 404), PAPER, 0, None),
    "another theme on the page": (PLAIN, BESIDE, 1, None),
    "a parent by the page alone": (PLAIN, CLAIMED, 1, None),
    "a label": (style("Plain Paper", "tEMPLATE: other"), PAPER, 1, "other"),
    "a label in UTF-16": (
        Page("/*\nTheme Name: A\nTemplate: other\n*/".encode("utf-16")),
        PAPER,
        1,
        "other",
    ),
}


@pytest.mark.parametrize(("page", "marks", "tasks", "parent"), LABELS.values(), ids=LABELS)
async def test_a_judge_reads_a_style_for_a_parent_only_where_it_may_name_one(
    sites, page, marks, tasks, parent
):
    sites.pages[f"{THEMES}paper/style.css"] = page
    judged = []

    async def judge(task, capture, *arguments, deadline):
        judged.append(task)
        return await judge_in_thread(task, capture, *arguments, deadline=deadline)

    files = await gathered(sites, marks, judge=judge)
    assert (len(judged), files.parent_slug) == (tasks, parent)


async def test_a_second_theme_that_is_no_relation_changes_nothing(sites):
    marks = ThemeMarks("paper", f"{THEMES}paper/", others=(("other", f"{THEMES}other/"),))
    files = await gathered(sites, marks)
    assert (files.slug, files.parent_slug) == ("paper", None)
    assert asked_slugs(sites) == ["paper"]


async def test_nothing_is_asked_twice_and_never_more_than_six_requests_are_made(sites):
    sites.pages[f"{THEMES}third/style.css"] = style("Third", "Template: paper")
    marks = ThemeMarks("third", f"{THEMES}third/", "other", f"{THEMES}other/", (("x", f"{THEMES}x/"),))
    files = await gathered(sites, marks)
    assert files.parent_slug == "paper"
    assert len(sites.asked) == len(set(sites.asked)) == 6


async def test_the_directory_is_asked_for_every_field_by_name(sites):
    await gathered(sites, PAPER)
    (query,) = (parse_qs(urlsplit(url).query) for url in sites.asked if url.startswith(DIRECTORY))
    assert query["action"] == ["theme_information"]
    for name in ("active_installs", "downloaded", "screenshot_url", "extended_author", "parent"):
        assert query[f"request[fields][{name}]"] == ["1"]
    assert query["request[fields][sections]"] == ["0"]


@pytest.mark.parametrize("slug", ["Divi", "paper 2", "paper.2"])
async def test_the_directory_is_not_asked_for_what_it_cannot_list(sites, slug):
    files = await gathered(sites, ThemeMarks(slug, f"{THEMES}{slug.replace(' ', '%20')}/"))
    assert files.directory is None
    assert asked_slugs(sites) == []
    assert told(ThemeMarks(slug), files)["inRepo"] is False


async def test_the_directory_can_be_turned_off(sites):
    files = await gathered(sites, PAPER, directory="off")
    assert files.directory is None
    assert asked_slugs(sites) == []
    assert told(PAPER, files)["inRepo"] is None


async def test_a_theme_without_a_folder_is_only_asked_for_in_the_directory(sites):
    files = await gathered(sites, ThemeMarks("paper"))
    assert files.style is None
    assert sites.asked == [request_url(DIRECTORY, "paper")]


DIRECTORY_FAULTS = {
    "garbage": Page(b"\x00\xff{{{", headers=JSON),
    "a page": Page("<h1>Sorry</h1>"),
    "nothing": Page(b"", headers=JSON),
    "an error": Page(b'{"error":"Theme not found"}', 500, JSON),
    "too many": Page(b"", 429, JSON),
    "too much": Page(b'{"slug":"paper","name":"' + b"x" * 2_000_000 + b'"}', headers=JSON),
    "too deep": Page(b"[" * 900_000, headers=JSON),
    "another theme": listed("other"),
    "half an answer": Page(b'{"slug":"paper"', headers={**JSON, "Content-Length": "500"}),
    "a wall": Page(b"", 302, {"Location": "http://169.254.169.254/latest/"}),
    "a circle": Page(b"", 302, {"Location": request_url(DIRECTORY, "paper")}),
}


@pytest.mark.parametrize("page", DIRECTORY_FAULTS.values(), ids=DIRECTORY_FAULTS)
async def test_whatever_the_directory_does_the_theme_is_told(sites, page):
    sites.pages[request_url(DIRECTORY, "paper")] = page
    files = await gathered(sites, PAPER)
    assert told(PAPER, files) == {
        "name": "Plain Paper",
        "slug": "paper",
        "version": "2.4",
        "inRepo": None,
        "outdated": None,
        "parentTheme": None,
    }


SITE_FAULTS = {
    "not there": Page("gone", 404),
    "forbidden": Page("no", 403),
    "a page in its place": Page("<!doctype html><title>Theme Name: X</title>"),
    "nothing": Page(b"", headers={"Content-Type": "text/css"}),
    "rules alone": Page("a{color:red}", headers={"Content-Type": "text/css"}),
    "a wall": Page(b"", 302, {"Location": "http://10.0.0.1/style.css"}),
    "a circle": Page(b"", 302, {"Location": f"{THEMES}paper/style.css"}),
}


@pytest.mark.parametrize("page", SITE_FAULTS.values(), ids=SITE_FAULTS)
async def test_whatever_the_site_does_the_directory_is_believed(sites, page):
    sites.pages[f"{THEMES}paper/style.css"] = page
    found = theme(PAPER, await gathered(sites, PAPER))
    assert (found.name_source, found.version_source, found.version) == ("directory", "directory", "2.4.1")


async def test_only_the_first_8_kb_of_a_style_sheet_are_read(sites):
    sites.pages[f"{THEMES}paper/style.css"] = style("Plain Paper", "x" * 3_000_000)
    files = await gathered(sites, PAPER)
    assert isinstance(files.style, Exchange)
    assert len(files.style.body) == 8192
    assert files.style.truncated


async def test_a_folder_on_a_private_address_is_refused(sites):
    files = await gathered(sites, ThemeMarks("paper", "http://10.0.0.1/wp-content/themes/paper/"))
    assert isinstance(files.style, Missing)
    assert files.style.cause == "refused"
    assert files.style.requested == "http://10.0.0.1/wp-content/themes/paper/style.css"


async def test_a_visit_without_requests_left_still_ends_well(sites):
    files = await gathered(sites, PAPER, requests=0)
    assert [files.style.cause, files.directory.cause] == ["over-budget", "over-budget"]
    assert sites.asked == []


async def test_a_theme_of_which_nothing_could_be_had_is_named_by_its_folder(sites):
    files = await gathered(sites, PAPER, requests=0)
    assert isinstance(files, ThemeFiles)
    assert told(PAPER, files)["name"] == "Paper"
