"""The page that compares two sites, and the picture of one."""

import pytest

from siteloupe.analyses import ANALYSES, OVERVIEW
from siteloupe.present.side_by_side import side_by_side
from tests.caller import ask
from tests.web.test_report import ExampleSites

BOTH = "a=www.example.com&b=other.example"


@pytest.fixture
def sites():
    return ExampleSites()


@pytest.fixture
def app(build):
    return build(ANALYSES)


async def test_two_sites_stand_side_by_side(app, sites):
    reply = await ask(app, "/tools/compare", BOTH)
    text = reply.body.decode()
    assert reply.status == 200
    assert sorted(sites.urls) == ["https://other.example/", "https://www.example.com/"]
    assert "0 different" in text
    assert "Runs WordPress" in text


async def test_one_site_alone_waits_for_the_other(app, sites):
    reply = await ask(app, "/tools/compare", "a=www.example.com")
    assert reply.status == 200
    assert 'value="www.example.com"' in reply.body.decode()
    assert sites.urls == []


@pytest.mark.parametrize(
    ("query", "told"), [("a=http://10.0.0.1/&b=a.example", "private"), ("a=%ff", "UTF-8")]
)
async def test_a_bad_address_is_told(app, query, told):
    reply = await ask(app, "/tools/compare", query)
    assert reply.status == 400
    assert told in reply.body.decode()


async def test_without_a_site_the_page_asks_for_two(app, sites):
    reply = await ask(app, "/tools/compare")
    assert reply.status == 200
    assert reply.body.decode().count("<input") == 2
    assert sites.urls == []


async def test_a_picture_of_a_site_is_a_png(app):
    reply = await ask(app, "/report/card.png", "url=www.example.com")
    assert (reply.status, reply.headers["content-type"]) == (200, "image/png")
    assert reply.body.startswith(b"\x89PNG")
    assert reply.headers["cache-control"] == "public, max-age=300"


async def test_a_picture_of_a_refused_page_is_not_kept(app, sites):
    sites.refused = True
    reply = await ask(app, "/report/card.png", "url=www.example.com")
    assert (reply.status, reply.headers["cache-control"]) == (200, "no-store")


async def test_a_picture_needs_a_good_address(app):
    assert (await ask(app, "/report/card.png", "url=http://10.0.0.1/")).status == 400


def test_rows_that_differ_come_first_and_unknown_is_no_none():
    whole = {"isCms": True, "plugins": [{"name": "A"}], "hosting": {"name": "H"}, "coverage": {"caveats": []}}
    other = {"isCms": False, "plugins": [], "coverage": {"caveats": [{"text": "x"}]}}
    different, same = side_by_side(whole, other, OVERVIEW.outline)
    rows = {row.label: (row.one, row.other) for row in different}
    assert rows["Runs WordPress"] == ("yes", "no sign in what could be seen")
    assert rows["Plugins"] == ("A", "unknown")
    assert rows["Hosting"] == ("H", "not identified")
    assert all(row.one == row.other for row in same)
