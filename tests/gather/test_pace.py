"""How many files are asked for at a time, and when. Time is a number here: it jumps to what is awaited next."""

import asyncio
import selectors
from urllib.parse import urljoin

import pytest

from siteloupe.capture import Exchange, Headers
from siteloupe.detect.site import Site
from siteloupe.fetching import Allowance, Bounds
from siteloupe.gather.fonts import font_files
from siteloupe.gather.stylesheets import stylesheets
from siteloupe.settings import Settings
from tests.pages import site

HOME = "https://example.org/"


class Jumps(selectors.DefaultSelector):
    """Waits for nothing: whoever would wait finds the time gone by."""

    def __init__(self):
        super().__init__()
        self.now = 0.0

    def select(self, timeout=None):
        assert timeout is not None, "nothing left to wait for"
        self.now += max(timeout, 0)
        return super().select(0)


class Files:
    """A site's files, each with the seconds that it takes; what was asked for when, and how many at a time."""

    def __init__(self, seconds, texts=()):
        self.seconds = seconds
        self.texts = dict(texts)
        self.asked = {}
        self.flying = self.most = 0
        self.clock = Jumps()

    async def __call__(self, target, bounds):
        name = target.url.removeprefix(HOME)
        self.asked[name] = self.clock.now
        self.flying += 1
        self.most = max(self.most, self.flying)
        await asyncio.sleep(self.seconds[name])
        self.flying -= 1
        headers = Headers([("content-type", "text/css")])
        return Exchange(target.url, target.url, 200, headers, self.texts.get(name, "a{}").encode())

    def gathered(self, gather, html, **settings):
        async def at_once(task, capture, *arguments, **_):
            return task.function(Site(capture), *arguments)

        loop = asyncio.SelectorEventLoop(self.clock)
        loop.time = lambda: self.clock.now
        bounds = Bounds(60.0, 100_000, Allowance(100))
        try:
            return loop.run_until_complete(
                gather(site(html).capture, self, Settings(**settings), bounds, at_once)
            )
        finally:
            loop.close()


def links(names):
    return "".join(f"<link rel=stylesheet href='{urljoin(HOME, name)}'>" for name in names)


@pytest.mark.parametrize(
    ("hosts", "of_each", "most"), [(1, 5, 5), (1, 7, 6), (2, 6, 12), (2, 7, 12), (3, 5, 12), (3, 10, 12)]
)
def test_six_sheets_of_a_host_and_twelve_in_all_are_asked_for_at_a_time(hosts, of_each, most):
    names = [f"https://{host}.test/{each}.css" for host in range(hosts) for each in range(of_each)]
    files = Files(dict.fromkeys(names, 0.1))
    assert len(files.gathered(stylesheets, links(names))) == hosts * of_each
    assert files.most == most


def test_no_host_waits_for_the_places_of_another():
    names = [*(f"{each}.css" for each in range(30)), "https://fonts.test/last.css"]
    files = Files(dict.fromkeys(names, 0.1))
    files.gathered(stylesheets, links(names))
    assert files.asked["https://fonts.test/last.css"] == 0


@pytest.mark.parametrize(("number", "most"), [(3, 3), (4, 4), (5, 4), (8, 4)])
def test_four_font_files_are_asked_for_at_a_time(number, most):
    files = Files({f"{each}.woff2": 0.1 for each in range(number)})
    faces = "".join(f"@font-face{{font-family:F{name};src:url(/{name})}}" for name in files.seconds)
    families = "".join(f".f{each}{{font-family:'F{name}'}}" for each, name in enumerate(files.seconds))
    used = "".join(f"<p class=f{each}>Text</p>" for each in range(number))
    assert len(files.gathered(font_files, f"<style>{faces}{families}</style>{used}")) == number
    assert files.most == most


def test_imports_do_not_wait_for_other_sheets_while_there_is_room_for_all():
    texts = {"quick.css": "@import 'imported.css';", "imported.css": "@import 'deeper.css';"}
    files = Files({"slow.css": 3.0, "quick.css": 0.1, "imported.css": 0.1, "deeper.css": 0.1}, texts)
    found = files.gathered(stylesheets, links(["slow.css", "quick.css"]))
    assert files.asked == pytest.approx(
        {"slow.css": 0, "quick.css": 0, "imported.css": 0.1, "deeper.css": 0.2}
    )
    assert [each.url for each in found] == [
        f"{HOME}{name}" for name in ("slow.css", "quick.css", "imported.css", "deeper.css")
    ]


@pytest.mark.parametrize(("slow", "asked"), [(0.5, 0.5), (1.9, 1.9), (2.1, 2.0), (3.0, 2.0)])
def test_without_such_room_a_slow_sheet_holds_up_imports_for_two_seconds_at_most(slow, asked):
    seconds = {"slow.css": slow, "quick.css": 0.1, "page.css": 0.1, "imported.css": 0.1}
    files = Files(seconds, {"quick.css": "@import 'imported.css';", "page.css": "<!doctype html><p>No"})
    files.gathered(stylesheets, links(["slow.css", "quick.css", "page.css"]), max_stylesheets=3)
    assert files.asked["imported.css"] == pytest.approx(asked, abs=0.01)


def test_no_import_is_asked_for_that_the_budget_may_leave_out():
    names = ["slow.css", "quick.css"]
    files = Files(
        {"slow.css": 1.0, "quick.css": 0.1, "from-slow.css": 0.1, "from-quick.css": 0.1},
        {"slow.css": "@import 'from-slow.css';", "quick.css": "@import 'from-quick.css';"},
    )
    found = files.gathered(stylesheets, links(names), max_stylesheets=3)
    assert {"from-slow.css", "from-quick.css"} & set(files.asked) == {"from-slow.css"}
    assert found[-1].answer.cause == "over-budget"


def test_a_sheet_is_given_up_when_the_time_for_all_is_over():
    seconds = Settings().stylesheet_seconds
    files = Files({**{f"{each}.css": seconds + 1 for each in range(12)}, "late.css": 0.1})
    found = files.gathered(stylesheets, links(files.seconds))
    assert found[-1].answer.cause == "over-budget"
    assert "late.css" not in files.asked
