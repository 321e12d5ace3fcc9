"""Pages in a real browser: what is read of them, what is refused to them, and how hostile ones end."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from siteloupe.capture import Exchange, Headers
from siteloupe.errors import BadTarget
from siteloupe.fetching import Allowance
from siteloupe.render.breaker import FAILURES, Breaker
from siteloupe.render.dead_proxy import open_dead_proxy
from siteloupe.render.renderer import Renderer
from siteloupe.rendered import NotRendered, Rendered
from siteloupe.settings import Settings
from tests.browser import chromium_path

pytestmark = pytest.mark.browser

URL = "http://example.test/"
SETTINGS = replace(Settings(), render="ask", render_sandbox=False)
CSS = {"content-type": "text/css"}
SCRIPT = {"content-type": "text/javascript"}


def answer(url, body, status=200, headers=None):
    lines = (headers or {"content-type": "text/html; charset=utf-8"}).items()
    return Exchange(url, url, status, Headers(lines), body.encode())


class Net:
    """What a site answers; ``asked`` are the URLs that somebody wanted."""

    def __init__(self, pages=None):
        self.pages = pages or {}
        self.asked = []

    async def __call__(self, target, bounds):
        bounds.allowance.spend()
        self.asked.append(target.url)
        if target.url not in self.pages:
            raise BadTarget("refused", "private")
        body, headers = self.pages[target.url]
        return answer(target.url, body, headers=headers)


@asynccontextmanager
async def rendering(settings=SETTINGS, **options):
    async with open_dead_proxy() as proxy:
        renderer = Renderer(settings, proxy, **options)

        async def render(html, net=None, url=URL, allowance=None):
            deadline = asyncio.get_running_loop().time() + 60
            allowance = allowance or Allowance(settings.render_requests)
            return await renderer(answer(url, html), net or Net(), allowance, deadline)

        render.renderer = renderer
        try:
            yield render
        finally:
            await renderer.close()


@pytest.fixture(scope="module")
async def render():
    """One browser for the pages that do it no harm."""
    async with rendering(replace(SETTINGS, render_seconds=60.0, render_cpu_seconds=60.0)) as render:
        yield render


async def test_what_scripts_make_is_read(render):
    """Inserted rules, adopted sheets, linked sheets that come late, and the document as it stood."""
    net = Net({f"{URL}late.css": ("h1{color:rgb(1,2,3)}", CSS), f"{URL}app.js": (APP, SCRIPT)})
    result = await render("<!doctype html><body><div id=root></div><script src=app.js></script>", net)
    assert isinstance(result, Rendered)
    assert "<h1>Built</h1>" in result.html
    assert {(sheet.origin, sheet.text.replace(" ", "").strip()) for sheet in result.sheets} == {
        ("block", "h1{font-family:Lora;}"),
        ("constructed", "body{background:rgb(10,20,30);}"),
        ("linked", "h1{color:rgb(1,2,3)}"),
    }
    [heading] = [text for text in result.texts if text.heading == 1]
    assert (heading.color, heading.font, heading.behind) == ("rgb(1, 2, 3)", "Lora", ("rgb(10, 20, 30)",))
    assert sum(ground.points for ground in result.grounds if ground.colors == ("rgb(10, 20, 30)",)) == 160
    assert (result.requests, result.cut) == (3, False)


APP = """
document.querySelector("#root").innerHTML = "<h1>Built</h1>";
const style = document.createElement("style"); document.head.append(style);
style.sheet.insertRule("h1 { font-family: Lora }");
const sheet = new CSSStyleSheet(); sheet.replaceSync("body { background: rgb(10, 20, 30) }");
document.adoptedStyleSheets = [sheet];
const link = document.createElement("link"); link.rel = "stylesheet"; link.href = "/late.css"; document.head.append(link);
"""


async def test_text_in_shadow_trees_counts(render):
    result = await render(
        "<body><x-a></x-a><script>document.querySelector('x-a').attachShadow({mode:'open'}).innerHTML="
        "'<style>p{color:rgb(9,8,7)}</style><p>inside</p>'</script>"
    )
    assert [(text.color, text.characters) for text in result.texts] == [("rgb(9, 8, 7)", 6)]


async def test_only_get_and_head_of_allowed_kinds_are_made(render):
    net = Net({f"{URL}data": ("{}", {"content-type": "application/json"})})
    await render(
        "<body><p>x<img src=/image><video src=/video autoplay></video><iframe src=/frame></iframe><script>"
        "fetch('/data');fetch('/post',{method:'POST'}).catch(()=>0);navigator.sendBeacon('/beacon');"
        "navigator.serviceWorker?.register('/sw.js').catch(()=>0);open('/popup');new EventSource('/events')</script>",
        net,
    )
    assert net.asked == [f"{URL}data"]


async def test_redirects_and_headers_that_keep_something_do_not_reach_the_browser(render):
    headers = {
        "content-type": "text/html",
        "set-cookie": "a=1",
        "refresh": "0;url=/elsewhere",
        "link": "</x>;rel=preload",
    }
    net = Net({f"{URL}data": ("<p>x", headers)})
    await render(
        "<body><script>fetch('/data').then(r=>document.body.append([...r.headers.keys()].join()))</script>",
        net,
    )
    assert net.asked == [f"{URL}data"]
    result = await render(
        "<body><script>fetch('/data').then(r=>document.body.append([...r.headers.keys()].join()))</script>",
        net,
    )
    assert "content-type" in result.html
    assert not {"set-cookie", "refresh", "link"} & set(result.html.split("<body>")[1].split(","))


async def test_requests_over_the_budget_are_refused_and_said(render):
    net = Net({f"{URL}{number}": ("x", SCRIPT) for number in range(20)})
    calls = "".join(f"fetch('/{number}').catch(()=>0);" for number in range(20))
    result = await render(f"<body><p>x<script>{calls}</script>", net, allowance=Allowance(5))
    assert len(net.asked) == 5
    assert result.cut


async def test_nothing_is_kept_between_two_visits(render):
    keep = "<body><script>localStorage.a=1;document.cookie='a=1';caches.open('a')</script>"
    await render(keep)
    result = await render(
        "<body><script>document.body.append('kept:'+[localStorage.a,document.cookie])</script>"
    )
    assert "kept:," in result.html


async def test_a_page_may_not_go_to_another_host(render):
    net = Net({"http://other.test/": ("<p>elsewhere", None)})
    result = await render("<body><p>stays<script>location='http://other.test/'</script>", net)
    assert "stays" in result.html
    assert "elsewhere" not in result.html


async def test_a_page_that_does_not_stay_is_not_rendered(render):
    result = await render("<body><script>setTimeout(()=>location.reload(),1)</script>")
    assert isinstance(result, NotRendered)


async def test_a_page_with_very_many_elements_is_read_in_part(render):
    result = await render(
        "<body><script>document.body.innerHTML='<p>a</p>'.repeat(60000)</script>",
    )
    assert isinstance(result, Rendered)
    assert result.cut


HOSTILE = {
    "endless": "<script>for(;;);</script>",
    "memory": "<body>x<script>let a=[];(function f(){for(let i=0;i<20;i++)a.push(new Uint8Array(2e7).fill(1));setTimeout(f,1)})()</script>",
    "document": "<body>x<script>for(;;)document.body.append(document.body.cloneNode(true))</script>",
    "dialogs": "<body>x<script>onbeforeunload=e=>{e.preventDefault();return 1};for(;;){alert(1);confirm(1);prompt(1)}</script>",
    "history": "<body>x<script>setInterval(()=>{history.pushState(1,1,'/'+Math.random());location.reload()},1)</script>",
    "windows": "<body>x<script>setInterval(()=>{open('/');document.body.append(document.createElement('iframe'))},1)</script>",
    "workers": "<body>x<script>for(let i=0;i<50;i++)new Worker(URL.createObjectURL(new Blob(['for(;;);'])))</script>",
    "requests": "<body>x<script>setInterval(()=>fetch('/'+Math.random()).catch(()=>0),1)</script>",
    "print": "<body>x<script>for(;;){print()}</script>",
}


async def test_hostile_pages_end_in_time_and_leave_the_browser_to_others():
    """Each ends by a limit, and an ordinary page beside it, and one after it, is rendered."""
    settings = replace(SETTINGS, render_seconds=6.0, render_cpu_seconds=3.0)
    patient = "<body><p>ordinary<script>fetch('/slow')</script>"
    async with rendering(settings) as render:
        await render("<p>warm")
        for name, html in HOSTILE.items():
            async with asyncio.timeout(60):
                hostile = await render(html)
            after = await render(patient)
            if isinstance(after, NotRendered) and after.cause == "timed-out":  # a loaded machine
                after = await render(patient)
            assert isinstance(hostile, Rendered | NotRendered), name
            assert isinstance(after, Rendered), (name, after)


async def test_a_page_that_kills_its_process_ends_one_visit():
    async with rendering() as render:
        result = await render("<script>for(;;);</script>", allowance=Allowance(1))
        assert isinstance(result, NotRendered)
        assert result.cause in {"heavy", "timed-out"}
        assert result.note.startswith("The page was not rendered: it took too")
        assert isinstance(await render("<p>after"), Rendered)


async def test_a_browser_that_died_is_started_again():
    outcomes = []
    async with rendering(on_render=lambda outcome, *_: outcomes.append(outcome)) as render:
        await render("<p>x")
        while not render.renderer.watch._browser:
            await asyncio.sleep(0.05)
        render.renderer.watch.kill_browser()
        assert isinstance(await render("<p>again"), Rendered)
    assert outcomes[0] == "complete"
    assert outcomes[-1] == "complete"
    assert "death" in outcomes


async def test_a_missing_browser_is_a_sentence_and_later_left_alone():
    breaker = Breaker(timer=lambda: 0.0)
    async with rendering(replace(SETTINGS, chromium="/nowhere/chromium"), breaker=breaker) as render:
        results = [await render("<p>x") for _ in range(FAILURES + 1)]
    assert [each.cause for each in results] == [*["not-started"] * FAILURES, "resting"]
    assert results[0].note == "Pages are not rendered here: no Chromium was found."


async def test_a_browser_that_cannot_start_its_sandbox_says_what_to_do(tmp_path):
    """A command that ends as Chromium does for root, whoever runs the tests."""
    command = tmp_path / "chromium"
    command.write_text(
        "#!/bin/sh\necho 'Running as root without --no-sandbox is not supported.' >&2\nexit 1\n"
    )
    command.chmod(0o755)
    async with rendering(replace(SETTINGS, chromium=str(command), render_sandbox=True)) as render:
        result = await render("<p>x")
    assert result.cause == "not-started"
    assert "SITELOUPE_RENDER_SANDBOX=off" in result.note


async def test_a_page_that_was_cut_is_not_rendered():
    async with rendering() as render:
        page = replace(answer(URL, "<p>x"), truncated=True)
        result = await render.renderer(page, Net(), Allowance(1), asyncio.get_running_loop().time() + 60)
    assert result.cause == "page-cut"


def test_a_browser_is_here_for_these_tests():
    assert chromium_path()
