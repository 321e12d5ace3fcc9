"""Views under the official host library, in a real browser, over the network: from tool call to teardown."""

import functools
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.async_api import expect

from siteloupe.analyses import ANALYSES
from tests.places import ORCHARD_URL, SHUT_URL

pytestmark = [pytest.mark.browser, pytest.mark.peers, pytest.mark.xdist_group("peers")]

SCRIPTS = Path(__file__).parent / "peers"
PAGE = '<!doctype html><meta charset="utf-8"><title>host</title><body style="margin:0"><script src="host.bundle.js"></script></body>'


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Nothing on the terminal."""


class Folder:
    """A folder, served on a port of its own and so as an origin of its own."""

    def __init__(self, path):
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=path))
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self.origin = f"http://localhost:{self._server.server_port}"

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture(scope="module")
def folder(peers, node, tmp_path_factory):
    """The host page, with the library bundled into it."""
    folder = tmp_path_factory.mktemp("host")
    bundled = subprocess.run(
        node("node_modules/esbuild/bin/esbuild", "host.js", "--bundle", "--format=iife", f"--outfile={folder}/host.bundle.js", "--log-level=error"),
        cwd=peers, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert bundled.returncode == 0, bundled.stderr
    (folder / "host.html").write_text(PAGE)
    (folder / "sandbox.html").write_bytes((SCRIPTS / "sandbox.html").read_bytes())
    return folder


@pytest.fixture
async def opened(browser, folder, served):
    """A function that opens a tool's view in a fresh host page and gives page, frame and what it learned."""
    pages, faults = [], []
    with Folder(folder) as host, Folder(folder) as sandbox:

        async def open_view(tool, url, *, theme="light", variables=None, width=720, in_sandbox=False):
            page = await browser.new_page(viewport={"width": width, "height": 900})
            pages.append(page)
            page.on("pageerror", lambda error: faults.append(str(error)))
            await page.goto(f"{host.origin}/host.html")
            options = {
                "mcpUrl": f"{served.origin}/mcp",
                "tool": tool,
                "url": url,
                "theme": theme,
                "variables": variables or {},
                "width": width,
            }
            if in_sandbox:
                options["sandboxUrl"] = f"{sandbox.origin}/sandbox.html"
            learned = await page.evaluate("options => openView(options)", options)
            frame = page.main_frame.child_frames[0]
            frame = frame.child_frames[0] if in_sandbox else frame
            await frame.wait_for_selector("main > section")
            return page, frame, learned

        yield open_view
        for page in pages:
            await page.close()
    assert faults == []


@pytest.mark.parametrize("in_sandbox", [False, True], ids=["frame", "sandbox"])
@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
async def test_a_view_lives_from_its_first_message_to_its_last(opened, analysis, in_sandbox):
    page, frame, learned = await opened(analysis.tool, ORCHARD_URL, theme="dark", in_sandbox=in_sandbox)
    assert learned["mimeType"] == "text/html;profile=mcp-app"
    assert (learned["appOnly"], learned["isError"]) == (False, False)
    assert learned["app"]["name"] == f"siteloupe-{analysis.tool}"
    assert await frame.locator("#site").inner_text() == "orchard.example"
    assert await frame.evaluate("document.documentElement.style.colorScheme") == "dark"
    await page.wait_for_function("seen.sizes.some(({height}) => height > 200)")
    await page.evaluate("setTheme('light')")
    await expect(frame.locator("html")).to_have_css("color-scheme", "light")
    await frame.locator(f"a[href='{ORCHARD_URL}']").first.click()
    await page.wait_for_function("seen.links.length")
    assert await page.evaluate("seen.links") == [ORCHARD_URL]
    await frame.get_by_role("button", name="Look again").click()
    await frame.wait_for_selector("#again:enabled")
    assert await frame.locator("main > section").count() > 0
    assert await page.evaluate("tearDown()") == {}


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
async def test_a_view_tells_who_blocked_the_visit(opened, analysis):
    _, frame, learned = await opened(analysis.tool, SHUT_URL)
    assert learned["isError"] is True
    assert "Cloudflare" in await frame.locator("main").inner_text()


async def test_a_view_wears_the_colors_of_its_host(opened):
    variables = {"--color-background-primary": "#010203", "--color-text-primary": "#fafafa"}
    _, frame, _ = await opened(ANALYSES[0].tool, ORCHARD_URL, theme="dark", variables=variables)
    assert (
        await frame.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(1, 2, 3)"
    )
    assert await frame.evaluate("getComputedStyle(document.body).color") == "rgb(250, 250, 250)"
