"""Pages that look at a site before they are sent, for readers without scripts and for shared links."""

import re

import pytest

from siteloupe.capture import Need
from siteloupe.errors import ConnectionFailed
from siteloupe.reports.outline import Column, Kind, Section
from tests.caller import AGENT, ask
from tests.mcp.gallery import GALLERY
from tests.visits import EchoReport, echo

URL = "url=example.com"
MARKDOWN = [("user-agent", AGENT), ("accept", "text/markdown")]


async def test_a_tools_page_shows_what_was_found(app):
    reply = await ask(app, "/tools/echo", URL)
    assert reply.status == 200
    text = reply.body.decode()
    assert 'value="example.com"' in text
    assert '<article class="result" data-analysis="echo">' in text
    assert '"url":"https://example.com/"' in text
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["x-robots-tag"] == "noindex"


async def test_the_front_page_asks_everything_from_one_visit(app, sites):
    text = (await ask(app, "/", URL)).body.decode()
    assert re.findall(r'<article class="result" data-analysis="(\w+)"', text) == ["echo", "other"]
    assert sites.urls == ["https://example.com/"]


async def test_a_page_without_the_parameter_looks_at_nothing(app, sites):
    for query in ("", "utm_source=x", "curl=1"):
        reply = await ask(app, "/tools/echo", query)
        assert reply.headers["cache-control"] == "public, max-age=300"
    assert sites.urls == []


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("url=", "Name the site to look at"),
        ("url=http://10.0.0.1/", "private"),
        ("url=a.example&url=b.example", "more than once"),
        ("url=%ff", "not UTF-8"),
        ("url=" + "x" * 2001, "2,000 characters"),
    ],
)
async def test_what_is_wrong_with_an_address_is_told_in_words(app, query, told):
    reply = await ask(app, "/tools/echo", query)
    assert reply.status == 400
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert re.search(rf'<p class="error" role="alert">[^<]*{told}', reply.body.decode())


async def test_a_site_that_does_not_answer_is_told_in_words(app, sites):
    sites.error = ConnectionFailed("example.com does not answer. Is it <b>up</b>?")
    for path in ("/tools/echo", "/"):
        reply = await ask(app, path, URL)
        assert reply.status == 502
        assert b"example.com does not answer. Is it &lt;b&gt;up&lt;/b&gt;?" in reply.body


async def test_looks_count_like_requests_of_the_api(build):
    app = build(rate_limits={})
    for path in ("/tools/echo", "/echo", "/tools/echo"):
        assert (await ask(app, path, URL)).status == 200
    reply = await ask(app, "/tools/echo", URL)
    assert reply.status == 429
    assert b"3 requests a minute" in reply.body
    assert "retry-after" not in reply.headers
    assert (await ask(app, "/echo", URL)).status == 429


async def test_one_question_that_is_used_up_leaves_the_others(build):
    app = build(rate_limits={})
    for _ in range(2):
        await ask(app, "/other", URL)
    reply = await ask(app, "/", URL)
    assert reply.status == 200
    assert b'data-analysis="echo"' in reply.body
    assert b"2 requests a minute" in reply.body


async def test_another_sites_script_cannot_look_through_a_page(app, sites):
    headers = [("user-agent", AGENT), ("origin", "https://elsewhere.example")]
    reply = await ask(app, "/tools/echo", URL, headers=headers)
    assert reply.status == 403
    assert sites.urls == []


async def test_an_agent_that_prefers_markdown_gets_the_prose(app):
    reply = await ask(app, "/tools/echo", URL, headers=MARKDOWN)
    assert reply.headers["content-type"] == "text/markdown; charset=utf-8"
    assert 'Seen: "https://example.com/".' in reply.body.decode()
    reply = await ask(app, "/tools/echo", "url=http://10.0.0.1/", headers=MARKDOWN)
    assert reply.status == 400
    assert "private" in reply.body.decode()


async def test_a_site_that_refuses_is_explained_kindly(build, sites):
    sites.refused = True
    text = (await ask(build(), "/tools/echo", URL)).body.decode()
    found, _, blank = text.partition('<template id="found">')
    assert "We can't tell whether" in found
    assert "We can't tell whether" in blank


@pytest.mark.parametrize(
    ("reason", "told", "may_let_in"),
    [
        ("challenge", "to keep bots away", True),
        ("unauthorized", "not open to everybody", False),
        ("not-found", "no page at this address", False),
        ("origin-down", "out of order", False),
        ("not-html", "not with a page", False),
        ("one-of-tomorrow", "to keep bots away", True),
    ],
)
async def test_each_reason_not_to_be_read_is_explained_as_what_it_is(build, sites, reason, told, may_let_in):
    sites.refused = True

    def analyze(site):
        return RefusedReport(url=site.capture.page.url, checked_at=site.capture.at, reason=reason)

    text = (await ask(build((echo(analyze=analyze),)), "/tools/echo", URL)).body.decode()
    shown = text.partition('<template id="found">')[0]
    assert told in shown
    assert ("/about#how-to-allow-it" in shown) == may_let_in
    assert shown.count("What this means") == 1


class RefusedReport(EchoReport, frozen=True, kw_only=True, rename="camel"):
    """An echo of a page that could not be read."""

    reason: str


async def test_what_a_site_wrote_stays_text(build):
    trap = "</script><script>x=1</script><!--<img src=x onerror=x=1>\"'"
    words = [trap, "javascript:alert(1)", "#fff;background:url(//evil.example)"]
    kinds = [Kind.TEXT, Kind.LINK, Kind.COLOR, Kind.TAGS, Kind.TABLE, Kind.EVIDENCE]
    outline = tuple(Section(trap, "words", kind, (Column(trap, "", kind),)) for kind in kinds)

    def analyze(site):
        return EchoReport(url=f"https://example.com/{trap}", checked_at=site.capture.at, words=words)

    text = (await ask(build((echo(analyze=analyze, outline=outline),)), "/tools/echo", URL)).body.decode()
    shown = text.partition('<div class="report">')[2]
    assert "&lt;img src=x" in shown
    assert "<img" not in shown
    assert text.count("x=1</script>") == 0
    assert not re.search(r'href="javascript|fill="#fff;|\sstyle=|\sonerror="', text)


async def test_every_kind_of_part_can_stand_on_a_page(build):
    text = (await ask(build((GALLERY,)), "/tools/gallery")).body.decode()
    assert "Everything there is to draw." in text


async def test_a_page_offers_to_look_inside_of_files_and_does_so(build, sites):
    app = build((echo(inspection=frozenset({Need.FONT_FILES})), echo("other")))
    text = (await ask(app, "/tools/echo", URL)).body.decode()
    (address,) = re.findall(r'<p class="closer"><a href="([^"]+)">', text)
    path, _, query = address.replace("&amp;", "&").partition("?")
    assert (await ask(app, path, query)).status == 200
    assert [Need.FONT_FILES in needs for needs in sites.looks[0].needs] == [False, True]
    other = (await ask(app, "/tools/other", URL)).body.decode()
    assert '<p class="closer"><a' not in other


async def test_a_wrong_way_to_ask_for_it_is_told_in_words(app, sites):
    reply = await ask(app, "/tools/echo", f"{URL}&inspect=yes")
    assert reply.status == 400
    assert "inspect parameter" in reply.body.decode()
    assert sites.looks == []
