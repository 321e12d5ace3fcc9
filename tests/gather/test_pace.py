"""How many files are asked for at a time, and when. Time is a number here: it jumps to what is awaited next."""

import asyncio
import selectors

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

    def gathered(self, gather, html):
        async def at_once(task, capture, *arguments, **_):
            return task.function(Site(capture), *arguments)

        loop = asyncio.SelectorEventLoop(self.clock)
        loop.time = lambda: self.clock.now
        bounds = Bounds(60.0, 100_000, Allowance(100))
        try:
            return loop.run_until_complete(gather(site(html).capture, self, Settings(), bounds, at_once))
        finally:
            loop.close()


def links(names):
    return "".join(f"<link rel=stylesheet href='/{name}'>" for name in names)


@pytest.mark.parametrize(("number", "most"), [(11, 11), (12, 12), (13, 12), (30, 12)])
def test_twelve_sheets_are_asked_for_at_a_time(number, most):
    files = Files({f"{each}.css": 0.1 for each in range(number)})
    assert len(files.gathered(stylesheets, links(files.seconds))) == number
    assert files.most == most


@pytest.mark.parametrize(("number", "most"), [(3, 3), (4, 4), (5, 4), (8, 4)])
def test_four_font_files_are_asked_for_at_a_time(number, most):
    files = Files({f"{each}.woff2": 0.1 for each in range(number)})
    faces = "".join(f"@font-face{{font-family:F{name};src:url(/{name})}}" for name in files.seconds)
    families = "".join(f".f{each}{{font-family:'F{name}'}}" for each, name in enumerate(files.seconds))
    used = "".join(f"<p class=f{each}>Text</p>" for each in range(number))
    assert len(files.gathered(font_files, f"<style>{faces}{families}</style>{used}")) == number
    assert files.most == most


@pytest.mark.parametrize(("slow", "asked"), [(0.5, 0.5), (1.9, 1.9), (2.1, 2.0), (3.0, 2.0)])
def test_a_slow_sheet_holds_up_what_others_import_for_two_seconds_at_most(slow, asked):
    seconds = {"slow.css": slow, "quick.css": 0.1, "imported.css": 0.1}
    files = Files(seconds, {"quick.css": "@import 'imported.css';"})
    files.gathered(stylesheets, links(["slow.css", "quick.css"]))
    assert files.asked == {"slow.css": 0, "quick.css": 0, "imported.css": pytest.approx(asked, abs=0.01)}


def test_a_sheet_is_given_up_when_the_time_for_all_is_over():
    seconds = Settings().stylesheet_seconds
    files = Files({**{f"{each}.css": seconds + 1 for each in range(12)}, "late.css": 0.1})
    found = files.gathered(stylesheets, links(files.seconds))
    assert found[-1].answer.cause == "over-budget"
    assert "late.css" not in files.asked
