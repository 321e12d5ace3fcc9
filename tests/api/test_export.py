"""``GET /export``: one visit, one file, under the rules of the analyses."""

import json
from dataclasses import replace

import pytest

from siteloupe.analyses import COLORS, FONTS
from siteloupe.api.export import file_name
from siteloupe.detect.site import Site
from siteloupe.present.export import FORMATS
from tests.caller import ask
from tests.colors import visit

URL = "url=example.com"
CSS = "body{font-family:Lora,serif;background:#fff;color:#222}"


@pytest.fixture
def app(build):
    read = [
        replace(each, analyze=lambda _, each=each: each.analyze(Site(visit(CSS)))) for each in (COLORS, FONTS)
    ]
    return build(tuple(read))


@pytest.fixture
def refused(build):
    """A service to which every page is refused: those of the made-up sites are empty."""
    return build((COLORS, FONTS))


async def test_a_page_that_could_not_be_read_is_told_as_json(refused):
    reply = await ask(refused, "/export", f"{URL}&format=css")
    assert (reply.status, reply.headers["content-type"]) == (200, "application/json")
    assert (reply.json["blocked"], reply.headers["cache-control"]) == (True, "no-store")
    assert "content-disposition" not in reply.headers


@pytest.mark.parametrize("name", FORMATS)
async def test_every_format_is_a_file_with_a_name_and_its_media_type(app, name):
    reply = await ask(app, "/export", f"{URL}&format={name}")
    assert reply.status == 200
    assert reply.headers["content-type"] == f"{FORMATS[name].media_type}; charset=utf-8"
    assert reply.headers["content-disposition"].endswith(f'.{FORMATS[name].ending}"')
    assert reply.headers["cache-control"] == "public, max-age=300"
    assert reply.body.decode().endswith("\n")


async def test_both_reports_come_from_one_visit(app, sites):
    reply = await ask(app, "/export", URL)
    assert json.loads(reply.body)["$description"].startswith("Design tokens of ")
    assert len(sites.looks) == 1


@pytest.mark.parametrize("value", ["", "word", "css&format=css", "CSS"])
async def test_another_format_is_refused_in_words(app, sites, value):
    reply = await ask(app, "/export", f"{URL}&format={value}")
    assert (reply.status, reply.json["success"]) == (400, False)
    assert "design.md" in reply.json["error"]
    assert sites.looks == []


async def test_what_is_wrong_with_the_url_is_told_first(app):
    assert "Name the site" in (await ask(app, "/export", "format=word")).json["error"]


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://www.example.org/a", "www.example.org.css"),
        ('https://b"\r\n.example/', "b-.example.css"),
        ("", "site.css"),
    ],
)
def test_a_file_is_named_by_the_host_in_plain_letters(url, name):
    assert file_name("css", {"color-palette": {"url": url}}) == name
