"""Pages and stylesheets written to be slow: the work of an analysis grows no faster than they do."""

import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.capture import Capture, Exchange, Headers, Sheet
from siteloupe.detect.site import Site
from tests.servers.hostile import HTML, PAGES, SHEETS
from tests.work import lines_run

URL = "http://example.test/"
SHEET = f"{URL}a.css"
LINKED = HTML + b"<link rel=stylesheet href=/a.css>"
SMALL, LARGE = 20_000, 80_000
"""Bytes."""


def site(page, css):
    sheet = Exchange(SHEET, SHEET, 200, Headers([("content-type", "text/css")]), css)
    exchange = Exchange(URL, URL, 200, Headers([("content-type", "text/html")]), page)
    return Site(Capture("2026-01-01T00:00:00Z", exchange, stylesheets=(Sheet(SHEET, sheet),)))


def assert_grows_with_size(analysis, made):
    analysis.analyze(site(LINKED, b"a{color:red}"))  # data are read once, whoever comes first
    small, large = made(SMALL), made(LARGE)
    before, after = (lines_run(lambda each=each: analysis.analyze(each)) for each in (small, large))
    assert after <= 1.2 * before * LARGE / SMALL


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
def test_work_grows_no_faster_than_a_hostile_page(analysis, name):
    assert_grows_with_size(analysis, lambda size: site(HTML + PAGES[name](size), b""))


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
def test_work_grows_no_faster_than_a_hostile_stylesheet(analysis, name):
    assert_grows_with_size(analysis, lambda size: site(LINKED, SHEETS[name](size)))
