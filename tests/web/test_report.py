"""The report page: sent at once, filled in when the answer is there, one error told once, no scripts needed."""

import asyncio
import re
import zlib
from dataclasses import replace

import pytest

from siteloupe.analyses import ANALYSES, OVERVIEW
from siteloupe.api import example
from siteloupe.capture import Exchange, FontFile, Headers, Need
from siteloupe.errors import ConnectionFailed
from siteloupe.present.export import FORMATS
from tests.caller import AGENT, ask
from tests.opentype.fonts import font
from tests.visits import Look, Sites

URL = "url=www.example.com"
HEADERS = [("user-agent", AGENT)]


FONT_URL = "https://www.example.com/wp-content/themes/hearth/fonts/crumb.woff2"


class ExampleLook(Look):
    """A visit of the example page of the API's description, with the bytes of its font."""

    font = font(flavor="woff2", characters="Crumb", drawn=True)

    async def capture(self, needs, _deadline):
        self.needs.append(needs)
        if self.is_refused:
            return example.refused_visit()
        visit = example.readable_visit()
        file = FontFile(FONT_URL, Exchange(FONT_URL, FONT_URL, 200, Headers([]), self.font))
        return replace(visit, font_files=(file,)) if Need.FONT_FILES in needs else visit


class ExampleSites(Sites):
    """Sites that all have the example page."""

    async def __call__(self, target, deadline, needs):
        look = await super().__call__(target, deadline)
        return ExampleLook(look.url, is_refused=self.refused)


@pytest.fixture
def sites():
    return ExampleSites()


@pytest.fixture
def app(build):
    return build(ANALYSES)


async def text_of(app, query=URL):
    reply = await ask(app, "/report", query, headers=HEADERS)
    return reply.status, reply.body.decode()


async def test_the_overview_comes_first_then_the_parts(app, sites):
    status, text = await text_of(app)
    assert status == 200
    ids = re.findall(r'<(?:article|section)[^>]* id="([\w-]+)"', text)
    assert ids[:8] == [
        "overview",
        "stack",
        "fonts",
        "colors",
        "security",
        "performance",
        "evidence",
        "export",
    ]
    assert len(sites.looks) == 1
    for words in ("WordPress", "Hearth", "Security: ", "Send instead", "Crumb"):
        assert words in text


async def test_the_design_and_every_report_are_a_link_away(app):
    _, text = await text_of(app)
    links = re.findall(r'<a href="(/[\w-]+\?[^"]*)" download', text)
    asked = {path.partition("?")[0] for path in links}
    assert asked == {"/export", *(f"/{analysis.name}" for analysis in ANALYSES)}
    assert {re.search(r"format=([\w.-]+)", link)[1] for link in links if "/export" in link} == set(FORMATS)


async def test_a_page_has_at_most_800_elements_and_says_what_is_left_out(app, monkeypatch):
    many = [f"<script src=/wp-content/plugins/plugin-{n}/a.js?ver=1.{n}></script>" for n in range(60)]
    fonts = "".join(
        f"@font-face{{font-family:F{n};src:url(f{n}.woff2)}}.f{n}{{font-family:F{n};color:#{n:02}f}}"
        for n in range(40)
    )
    text = "".join(f"<h{n % 6 + 1} class=f{n}>A</h{n % 6 + 1}><p class=f{n}>Words" for n in range(40))
    page = example.PAGE.replace(b"</head>", f"{''.join(many)}<style>{fonts}</style></head>".encode())
    monkeypatch.setattr(example, "PAGE", page.replace(b"<h1>", f"{text}<h1>".encode()))
    _, text = await text_of(app)
    assert len(re.findall(r"<[a-z]", text)) <= 800
    assert "All 6" in text


async def test_products_have_their_icons_from_the_page_itself(app):
    _, text = await text_of(app)
    number = re.search(r'<use href="#icon-(\d+)"/></svg>WordPress', text)[1]
    assert f'<path id="icon-{number}" d="M' in text
    used = set(re.findall(r'href="#icon-(\d+)"', text))
    assert used <= set(re.findall(r'<path id="icon-(\d+)"', text))


async def test_fonts_are_drawn_in_their_own_face_at_the_end(app, sites):
    _, text = await text_of(app)
    slots = re.findall(r'<svg class="face slot-0" aria-hidden="true"><use href="#face-0"/>', text)
    assert len(slots) == 2  # one font for all text in the overview, and the list of fonts
    assert "All text" in text
    assert re.search(r'<symbol id="face-0" viewBox="[\d -]+"[^>]*><path d="M[^"]+"/></symbol>', text)
    assert text.index('id="export"') < text.index('id="font-files"')
    assert "Crumb Regular" in text
    assert len(sites.looks) == 1


async def test_a_font_that_must_not_be_embedded_is_not_drawn_and_says_so(app, monkeypatch):
    monkeypatch.setattr(ExampleLook, "font", font(characters="Crumb", drawn=True, rights=2))
    _, text = await text_of(app)
    assert '<symbol id="face' not in text
    assert "forbid embedding it without permission" in text


async def test_core_colors_are_few_with_neutrals_apart_and_alpha_over_squares(app, monkeypatch):
    style = "".join(f".c{n}{{color:hsl({n * 50} 60% 45%)}}" for n in range(6))
    style += ".g{color:#888}.h{background:rgb(10 20 200/.25)}"
    used = "".join(f"<i class=c{n}>x</i>" for n in range(6)) + "<b class='g h'>y</b>"
    page = example.PAGE.replace(b"</head>", f"<style>{style}</style></head>".encode())
    monkeypatch.setattr(example, "PAGE", page.replace(b"<h1>", f"{used}<h1>".encode()))
    _, text = await text_of(app)
    part = text[text.index('id="colors"') : text.index("<h3>Contrast")]
    colors, neutrals = part.split("<h3>Neutrals</h3>")
    assert "#fffaf3" in neutrals
    assert "#fffaf3" not in colors
    assert re.search(r'<svg class="paint clear" [^>]*><rect [^>]*fill="#0a14c8" fill-opacity="0.25">', colors)
    assert "<code>#0a14c8 25%</code>" in colors
    assert 1 < part.count("<code>#") <= 12


async def test_schemes_stand_side_by_side(app, monkeypatch):
    style = b"<style>@media (prefers-color-scheme:dark){body{background:#101418;color:#eee}}</style></head>"
    monkeypatch.setattr(example, "PAGE", example.PAGE.replace(b"</head>", style))
    _, text = await text_of(app)
    part = text[text.index("<h3>Schemes") : text.index("<h3>Contrast")]
    assert part.count('<svg class="pair"') == 2
    assert re.search(r"Dark scheme: <code>#eeeeee</code> on <code>#101418</code>", part)


async def test_a_contrast_that_fails_has_its_fix_drawn_beside_it(app, monkeypatch):
    style = b"<style>body{color:#999;background:#fff}</style></head>"
    monkeypatch.setattr(example, "PAGE", example.PAGE.replace(b"</head>", style))
    _, text = await text_of(app)
    fix = re.search(
        r'<span class="fix"><svg class="pair".*?<text [^>]*fill="(#\w+)".*?<code>(#\w+)</code> would', text
    )
    assert fix[1] == fix[2]


async def test_an_example_is_there_without_any_visit(app, sites):
    reply = await ask(app, "/report/example")
    text = reply.body.decode()
    assert (reply.status, sites.looks) == (200, [])
    assert "This is an example." in text
    assert 'id="overview"' in text
    assert 'id="export"' not in text
    assert "url=" not in re.sub(r"<code>.*?</code>", "", text)  # no link asks for the invented site
    assert '<a href="/report/example">' in (await ask(app, "/")).body.decode()


async def test_title_and_link_preview_name_the_site(app):
    _, text = await text_of(app)
    assert "<title>www.example.com: WordPress, tech stack, fonts and colors · siteloupe</title>" in text
    assert 'property="og:title" content="www.example.com: ' in text
    assert re.search(r'property="og:url" content="[^"]*/report\?url=www\.example\.com"', text)


async def test_the_page_begins_before_the_site_answers(app, sites):
    sites.held = True
    sent = asyncio.Queue()
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/report",
        "query_string": URL.encode(),
        "headers": [(b"host", b"siteloupe.test"), (b"user-agent", AGENT.encode())],
        "client": ("192.0.2.1", 1),
    }
    requests = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive():
        return requests.pop() if requests else await asyncio.Event().wait()

    answering = asyncio.create_task(app(scope, receive, sent.put))
    assert (await sent.get())["status"] == 200
    begin = (await sent.get())["body"].decode()
    assert "www.example.com" in begin
    assert 'id="overview"' not in begin
    sites.open.set()
    assert 'id="overview"' in (await sent.get())["body"].decode()
    await answering


async def test_pieces_are_packed_for_who_accepts_it(app):
    headers = [*HEADERS, ("accept-encoding", "gzip, br")]
    reply = await ask(app, "/report", URL, headers=headers)
    assert reply.headers["content-encoding"] == "gzip"
    assert b'id="overview"' in zlib.decompress(reply.body, wbits=31)


async def test_one_error_is_told_once_with_its_status(app, sites):
    sites.error = ConnectionFailed("www.example.com does not answer. Is it <b>up</b>?")
    status, text = await text_of(app)
    assert status == 502
    assert text.count("does not answer. Is it &lt;b&gt;up&lt;/b&gt;?") == 1
    assert 'id="stack"' not in text


@pytest.mark.parametrize(("query", "told"), [("url=", "Name the site"), ("url=http://10.0.0.1/", "private")])
async def test_a_bad_address_is_told_without_a_visit(app, sites, query, told):
    status, text = await text_of(app, query)
    assert (status, told in text, sites.looks) == (400, True, [])


async def test_a_page_that_refuses_has_no_verdict_and_no_parts(app, sites):
    sites.refused = True
    status, text = await text_of(app)
    assert status == 200
    assert "Site blocked the request" in text
    assert "Cloudflare" in text
    assert "We can't tell whether it uses WordPress." in text or "can&#39;t tell" in text
    assert 'id="stack"' not in text
    assert "<h2>WordPress</h2>" not in text


async def test_reports_count_like_requests_for_the_overview(build):
    app = build(ANALYSES, rate_limits={})
    for _ in range(OVERVIEW.limit):
        assert (await text_of(app))[0] == 200
    assert (await text_of(app))[0] == 429


async def test_the_front_page_leads_to_the_report(app, sites):
    reply = await ask(app, "/", URL, headers=HEADERS)
    assert (reply.status, reply.headers["location"]) == (302, f"/report?{URL}")
    assert sites.looks == []


async def test_without_a_site_the_page_asks_for_one(app, sites):
    status, text = await text_of(app, "")
    assert status == 200
    assert 'action="/report"' in text
    assert sites.looks == []


async def test_agents_that_prefer_markdown_get_the_prose(app):
    headers = [*HEADERS, ("accept", "text/markdown")]
    reply = await ask(app, "/report", URL, headers=headers)
    assert reply.headers["content-type"].startswith("text/markdown")
    assert "runs WordPress" in reply.body.decode()
