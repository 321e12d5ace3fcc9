"""llms.txt, robots.txt and sitemap.xml, held against what there is."""

import json
import re
from urllib.robotparser import RobotFileParser

import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.web.pages import pages
from tests.caller import ask

ORIGIN = "http://siteloupe.test"


@pytest.fixture
def site(build):
    return build(ANALYSES)


async def text_of(site, path):
    reply = await ask(site, path)
    assert reply.status == 200
    return reply.body.decode()


async def test_llms_txt_has_the_shape_that_its_readers_expect(site):
    text = await text_of(site, "/llms.txt")
    lines = text.splitlines()
    assert lines[0] == "# siteloupe"
    assert lines[2].startswith("> ")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings == ["Endpoints", "Documentation", "Pages", "Optional"]
    for section in text.split("\n## ")[1:]:
        entries = section.split("\n\n", 1)[1].strip().splitlines()
        assert entries
        for entry in entries:
            assert re.fullmatch(r"- \[[^\]]+\]\(http://siteloupe\.test/\S*\): .+", entry), entry


async def test_llms_txt_leads_to_every_page_and_endpoint_and_to_nothing_else(site):
    text = await text_of(site, "/llms.txt")
    linked = set(re.findall(r"\((http[^)]+)\)", text))
    twins = {f"{ORIGIN}{page.twin}" for page in pages(ANALYSES)}
    assert twins <= linked
    for address in linked:
        path, _, anchor = address.removeprefix(ORIGIN).partition("#")
        body = await text_of(site, path)
        assert not anchor or f"## GET /{anchor.removeprefix('get-')}" in body
    for analysis in ANALYSES:
        assert f"[GET /{analysis.name}]" in text
        assert f"`{analysis.tool}`" in text


async def test_the_sitemap_has_every_page_and_nothing_else(site):
    found = re.findall(r"<url><loc>([^<]+)</loc></url>", await text_of(site, "/sitemap.xml"))
    assert found == [f"{ORIGIN}{page.path}" for page in pages(ANALYSES)]


async def test_crawlers_may_read_pages_but_not_use_the_service(site):
    text = await text_of(site, "/robots.txt")
    robots = RobotFileParser()
    robots.parse(text.splitlines())
    for page in pages(ANALYSES):
        assert robots.can_fetch("somebot", page.path)
        assert robots.can_fetch("somebot", page.twin)
    for path in (*(f"/{analysis.name}" for analysis in ANALYSES), "/mcp"):
        assert not robots.can_fetch("somebot", path)
    assert "Disallow: /*?url=" in text
    assert robots.site_maps() == [f"{ORIGIN}/sitemap.xml"]


async def test_the_description_of_the_api_has_the_endpoints_that_the_documents_name(site):
    described = json.loads(await text_of(site, "/openapi.json"))["paths"]
    documents = await text_of(site, "/docs/api.md")
    for path in (path for path in described if path != "/mcp"):
        assert f"## GET {path}" in documents
    named = re.findall(r"^## GET (\S+)$", documents, re.MULTILINE)
    assert {path for path in described if path != "/mcp"} == set(named)


async def test_browsers_find_an_icon_where_they_always_ask(app):
    reply = await ask(app, "/favicon.ico")
    assert (reply.status, reply.headers["content-type"]) == (200, "image/svg+xml")
    assert reply.body.startswith(b"<svg")
    assert reply.headers["cache-control"] == "public, max-age=300"
