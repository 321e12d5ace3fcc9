"""Every page, its twin, and what both send along."""

import re

import pytest
import turbohtml

from siteloupe.analyses import ANALYSES, OVERVIEW
from siteloupe.web.pages import pages
from siteloupe.web.responses import POLICY
from tests.caller import AGENT, ask

PAGES = pages(ANALYSES)
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)


@pytest.fixture
def site(build):
    """The front with the real analyses."""
    return build(ANALYSES)


def lines(**headers):
    return [("user-agent", AGENT), *((name.replace("_", "-"), value) for name, value in headers.items())]


def test_the_pages_are_those_of_the_documents():
    tools = [f"/tools/{analysis.name}" for analysis in OVERVIEW.parts]
    assert [page.path for page in PAGES] == [
        "/",
        "/report",
        *tools,
        "/tools/compare",
        "/docs/api",
        "/docs/mcp",
        "/docs/agents",
        "/about",
    ]


@every_page
async def test_a_page_comes_with_every_header_that_keeps_it_safe(site, page):
    reply = await ask(site, page.path)
    assert reply.status == 200
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert (
        reply.headers["content-security-policy"]
        == POLICY
        == (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        )
    )
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["referrer-policy"] == "no-referrer"
    assert reply.headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in reply.headers["permissions-policy"]
    assert "tools" not in reply.headers["permissions-policy"]  # an error on the console where it is unknown
    assert reply.headers["cache-control"] == "public, max-age=300"
    assert "strict-transport-security" not in reply.headers


async def test_a_site_served_over_https_says_so_for_a_year(build):
    secure = build(ANALYSES, site_origin="https://siteloupe.test")
    for path in ("/", "/nothing"):
        reply = await ask(secure, path, headers=lines(accept="text/html"))
        assert reply.headers["strict-transport-security"] == "max-age=31536000"


@every_page
async def test_a_page_holds_no_script_or_style_that_its_policy_forbids(site, page):
    text = (await ask(site, page.path)).body.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text)
    for source in re.findall(r'(?:src|href)="([^"]*)"', text):
        assert source.startswith(("/", "#", "http://siteloupe.test")), source


@every_page
async def test_the_forms_of_a_page_name_the_tool_of_each_of_its_analyses_once(site, page):
    """Two forms of one name end the tab in Chromium 150, where it has a surface for agents."""
    text = (await ask(site, page.path)).body.decode()
    assert re.findall(r'<form[^>]*\stoolname="([^"]*)"', text) == [each.tool for each in page.analyses]


@every_page
async def test_what_a_page_links_to_on_this_service_exists(site, page):
    text = (await ask(site, page.path)).body.decode()
    anchors = set(re.findall(r'\sid="([^"]+)"', text))
    for target in set(re.findall(r'(?:src|href)="([^"]+)"', text)):
        path, _, anchor = target.removeprefix("http://siteloupe.test").partition("#")
        if path:
            there = await ask(site, path)
            assert there.status == 200, target
            assert not anchor or f'id="{anchor}"' in there.body.decode(), target
        else:
            assert anchor in anchors, target


@every_page
async def test_a_page_names_its_twin_and_the_twin_its_page(site, page):
    reply = await ask(site, page.path)
    assert f'<{page.twin}>; rel="alternate"; type="text/markdown"' in reply.headers["link"]
    assert '</openapi.json>; rel="service-desc"' in reply.headers["link"]
    assert f'href="{page.twin}"' in reply.body.decode()
    twin = await ask(site, page.twin)
    assert (twin.status, twin.headers["content-type"]) == (200, "text/markdown; charset=utf-8")
    assert twin.headers["link"] == f'<{page.path}>; rel="canonical"'


@every_page
async def test_page_and_twin_say_the_same(site, page):
    twin = (await ask(site, page.twin)).body.decode()
    shown = turbohtml.parse((await ask(site, page.path)).body.decode()).text
    assert words(plain(twin)) <= words(shown)


def plain(markdown):
    """Markdown as a reader sees it."""
    unlinked = re.sub(
        r"\]\([^)]*\)",
        "]",
        re.sub(r"^(?:\||```).*?$", lambda m: m[0].strip("`"), markdown, flags=re.MULTILINE),
    )
    return re.sub(r"\\(?=[<|])", "", re.sub(r"^-{3,}$|\|-.*", "", unlinked, flags=re.MULTILINE))


def words(text):
    return set(re.findall(r"\w{3,}", text))


@pytest.mark.parametrize(
    ("accept", "is_markdown"),
    [
        ("text/markdown, text/html, */*", True),
        ("text/markdown", True),
        ("text/html;q=0.5, text/markdown;q=0.8", True),
        ("text/markdown;q=0.5, text/html", False),
        ("text/html, text/markdown", False),
        ("text/markdown;q=0", False),
        ("*/*", False),
        ("text/*", False),
        ("", False),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", False),
    ],
)
async def test_who_prefers_markdown_gets_it_at_the_pages_own_address(site, accept, is_markdown):
    reply = await ask(site, "/about", headers=lines(accept=accept))
    kind = "text/markdown" if is_markdown else "text/html"
    assert reply.headers["content-type"] == f"{kind}; charset=utf-8"
    assert reply.headers["vary"] == "Accept, Accept-Encoding"
    if is_markdown:
        assert reply.body == (await ask(site, "/about.md")).body


@pytest.mark.parametrize("coding", ["br", "gzip"])
async def test_a_page_is_sent_in_the_coding_that_is_wanted(site, coding):
    plainly = await ask(site, "/")
    coded = await ask(site, "/", headers=lines(accept_encoding=coding))
    assert "content-encoding" not in plainly.headers
    assert coded.headers["content-encoding"] == coding
    assert len(coded.body) < len(plainly.body) / 2
    assert coded.headers["content-length"] == str(len(coded.body))


async def test_a_page_that_the_reader_has_already_is_not_sent_again(site):
    tag = (await ask(site, "/")).headers["etag"]
    reply = await ask(site, "/", headers=lines(if_none_match=tag))
    assert (reply.status, reply.body, reply.headers["etag"]) == (304, b"", tag)


@every_page
async def test_a_page_and_all_it_loads_are_at_most_60_kilobytes(site, page):
    wanted = lines(accept_encoding="br")
    reply = await ask(site, page.path, headers=wanted)
    text = (await ask(site, page.path)).body.decode()
    files = set(re.findall(r'"(/static/[^"]+)"', re.sub(r"<meta[^>]*>", "", text)))
    assert len(files) > 2
    weight = len(reply.body) + sum([len((await ask(site, file, headers=wanted)).body) for file in files])
    assert weight <= 60_000


async def test_a_file_may_be_kept_forever_and_is_sent_coded(site):
    text = (await ask(site, "/")).body.decode()
    for file in set(re.findall(r'"(/static/[^"]+)"', text)):
        assert re.fullmatch(r"/static/[0-9a-f]{16}/[\w.-]+", file)
        reply = await ask(site, file, headers=lines(accept_encoding="gzip, br"))
        assert reply.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert reply.headers["vary"] == "Accept-Encoding"
        if not file.endswith(".png"):
            assert reply.headers["content-encoding"] == "br"


@pytest.mark.parametrize("host", ['"><script>x</script>', "evil.test/x", "a b", "", "[::1", "x\u00e9.test"])
async def test_a_host_that_is_none_appears_nowhere(site, host):
    for path in ("/", "/index.md", "/llms.txt", "/sitemap.xml", "/robots.txt"):
        reply = await ask(site, path, host=host.encode().decode("latin-1"))
        assert reply.status == 200
        assert b"<script>x" not in reply.body
        assert b"evil" not in reply.body


async def test_addresses_are_of_the_origin_that_was_asked_unless_one_is_set(build, site):
    assert b"http://siteloupe.test/mcp" in (await ask(site, "/docs/mcp.md")).body
    set_ = build(ANALYSES, site_origin="https://loupe.example")
    assert b"https://loupe.example/mcp" in (await ask(set_, "/docs/mcp.md")).body


async def test_the_about_page_names_the_user_agent_that_sites_see(build):
    named = build(ANALYSES, user_agent="Mozilla/5.0 (compatible; somebody/1.0; +https://somebody.example)")
    assert b"somebody/1.0; +https://somebody.example" in (await ask(named, "/about.md")).body
