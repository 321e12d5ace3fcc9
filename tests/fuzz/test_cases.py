"""Pages and files that fuzzing found to break a report, each as small as it could be made."""

import pytest

from siteloupe.capture import Headers, Timing
from siteloupe.net.replay import Replay, SavedHop
from siteloupe.net.wire import Resolved, WireAnswer
from tests.fuzz.valid import check

MANY = "&".join(f"x{number}" for number in range(30))

PAGES = {
    "more fields in a query than are read": f"<script src='/min/?f=.js&{MANY}'></script>",
    "more fields in a query, and no list": f"<script src='/a.js?{MANY}'></script>",
    "a number of more digits than Python reads": (
        f"<link rel=stylesheet href='https://api.fontshare.com/v2/css?f[]=a@{'9' * 5000}'>"
    ),
    "escape sequences in a name": "<style>body{font-family:'\x1b[31m\u202e\U000e0041'}</style>",
    "a line break in the generator": "<meta name=generator content='Wstudio\n<meta name='>",
}

HEADERS = {
    "a control character": ("server", "\x00/\U000e0000"),
    "a line separator": ("permissions-policy", "camera=(),\u2028"),
}


def answer(page, *headers):
    lines = Headers([("content-type", "text/html"), *headers])
    return WireAnswer(200, lines, page.encode(), truncated=False, wire_bytes=len(page), timing=Timing())


def check_page(page, *headers):
    check("example.org", Replay({"https://example.org/": SavedHop(Resolved(()), answer(page, *headers))}))


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_page_that_broke_a_report_gives_valid_ones(page):
    check_page(page)


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
def test_a_header_that_broke_a_report_gives_valid_ones(header):
    check_page("<p>A page of plain words.</p>", header)
