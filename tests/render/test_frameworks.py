"""Pages that frameworks build: a rendered visit names the fonts and colors that a browser shows."""

import asyncio
import subprocess
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from siteloupe.analyses import COLORS, FONTS
from siteloupe.analyses.judge import judge
from siteloupe.capture import Capture, Exchange, Headers
from siteloupe.detect.site import Site
from siteloupe.fetching import Allowance
from siteloupe.render.dead_proxy import open_dead_proxy
from siteloupe.render.renderer import Renderer
from siteloupe.rendered import Rendered
from siteloupe.settings import Settings
from tests.browser import chromium

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parent.parent.parent
PAGES = ROOT / ".cache" / "frameworks" / "dist"
NAMES = ("react", "vue", "svelte", "styled-components", "emotion", "lit", "mui", "tailwind")
ORIGIN = "http://frameworks.test"
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css"}
SETTINGS = replace(
    Settings(), render="ask", render_sandbox=False, render_seconds=60.0, render_cpu_seconds=60.0
)

SHOWN = """() => {
  const all = root => [...root.querySelectorAll("*")].flatMap(each => [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
  const up = each => each.parentElement || (each.getRootNode() instanceof ShadowRoot ? each.getRootNode().host : null);
  const first = each => getComputedStyle(each).fontFamily.split(",")[0].replace(/"/g, "");
  const behind = each => {
    for (; each; each = up(each)) {
      const color = getComputedStyle(each).backgroundColor;
      if (color !== "rgba(0, 0, 0, 0)") return color;
    }
    return "rgb(255, 255, 255)";
  };
  const canvas = document.createElement("canvas").getContext("2d");
  const painted = color => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return "#" + [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].map(n => n.toString(16).padStart(2, "0")).join("");
  };
  const elements = all(document), one = name => elements.find(each => each.localName === name);
  const text = one("p"), button = elements.find(each => ["button", "a"].includes(each.localName));
  return text && button && {
    body: first(text), heading: first(one("h1")), text: painted(getComputedStyle(text).color),
    background: painted(behind(text)), button: painted(behind(button)),
  };
}"""


@pytest.fixture(scope="module")
def pages():
    """The files of the pages by their names. Fails where they cannot be built."""
    subprocess.run([ROOT / "scripts" / "framework-pages"], check=True, timeout=300)
    files = {path.name: path.read_bytes() for path in PAGES.iterdir()}
    return files | {"react.css": (ROOT / "tests" / "render" / "frameworks" / "react.css").read_bytes()}


def exchange(url, pages):
    name = url.removeprefix(f"{ORIGIN}/")
    body = pages.get(name)
    if body is None:
        return Exchange(url, url, 404, Headers([("content-type", "text/plain")]), b"")
    return Exchange(url, url, 200, Headers([("content-type", TYPES[Path(name).suffix])]), body)


@pytest.fixture(scope="module")
async def shown(pages):
    """What a browser without our walls computes for each page."""

    async def answer(route):
        sent = exchange(route.request.url, pages)
        await route.fulfill(status=sent.status, headers=dict(sent.headers), body=sent.body)

    found = {}
    async with chromium() as browser:
        tab = await browser.new_page()
        await tab.route("**/*", answer)
        for name in NAMES:
            await tab.goto(f"{ORIGIN}/{name}.html")
            handle = await tab.wait_for_function(SHOWN)
            await tab.wait_for_load_state("networkidle")
            found[name] = await tab.evaluate(SHOWN)
            await handle.dispose()
    return found


@pytest.fixture(scope="module")
async def captures(pages):
    """A rendered visit of each page."""

    async def fetch(target, bounds):
        bounds.allowance.spend()
        return exchange(target.url, pages)

    found = {}
    async with open_dead_proxy() as proxy:
        renderer = Renderer(SETTINGS, proxy)
        try:
            for name in NAMES:
                page = exchange(f"{ORIGIN}/{name}.html", pages)
                deadline = asyncio.get_running_loop().time() + 60
                rendered = await renderer(page, fetch, Allowance(SETTINGS.render_requests), deadline)
                assert isinstance(rendered, Rendered), (name, rendered)
                found[name] = Capture("2026-01-01T00:00:00Z", page, rendered=rendered)
        finally:
            await renderer.close()
    return found


@pytest.mark.parametrize("name", NAMES)
async def test_fonts_are_those_that_the_browser_paints(name, shown, captures):
    report = FONTS.analyze(Site(captures[name]))
    assert (report.body.family, report.heading.family) == (shown[name]["body"], shown[name]["heading"])
    assert [font.family for font in report.fonts if font.is_primary] == [shown[name]["body"]]


@pytest.mark.parametrize("name", NAMES)
async def test_colors_are_those_that_the_browser_paints(name, shown, captures):
    roles = COLORS.analyze(Site(captures[name])).roles
    for role, part in ((roles.background, "background"), (roles.text, "text"), (roles.primary, "button")):
        painted = shown[name][part]
        assert all(
            abs(mine - its) <= 1 for mine, its in zip(channels(role.hex), channels(painted), strict=True)
        ), (
            part,
            role.hex,
            painted,
        )


def channels(color):
    return bytes.fromhex(color.removeprefix("#"))


@pytest.mark.parametrize("analysis", [FONTS, COLORS], ids=lambda each: each.name)
async def test_a_rendered_visit_gives_the_same_bytes_a_hundred_times(analysis, captures):
    capture = captures["mui"]
    assert len({msgspec.json.encode(judge(analysis, Site(capture), 1 << 20)) for _ in range(100)}) == 1
