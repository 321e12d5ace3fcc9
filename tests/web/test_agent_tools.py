"""The in-page tools: on the browser's own surface, on the polyfill's, and where there is none.

Chromium 150 ends the tab when two forms, or a form and a script, register the same name; 156 does not. The tests hold
on both.
"""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.analyses.analysis import INPUT_SCHEMA
from siteloupe.web.pages import path_of
from tests.browser import chromium
from tests.places import INWARD_URL, ORCHARD_URL, SHUT_URL
from tests.web.conftest import faults_of

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("chromium")]

TOOLS = [analysis.tool for analysis in ANALYSES]
PATHS = ["/", *map(path_of, ANALYSES), "/docs/api"]

RECORD_REGISTRATIONS = """
window.registrations = [];
const { prototype } = ModelContext, { registerTool } = prototype;
prototype.registerTool = function (tool, ...rest) {
  registrations.push(tool.name);
  return registerTool.call(this, tool, ...rest);
};
"""
"""A script for a page with ``ModelContext`` that lists the names that scripts register."""

REGISTERED = """Promise.resolve(document.modelContext.getTools()).then((tools) => tools.map((tool) =>
  ({ ...tool, window: null, inputSchema: typeof tool.inputSchema === "string"
    ? JSON.parse(tool.inputSchema) : tool.inputSchema })))"""
"""The tools that the surface has. Before 154, Chromium gives a schema as JSON."""

every_analysis = pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)


@pytest.fixture(scope="module")
async def native():
    """A browser whose pages have ``document.modelContext``."""
    async with chromium("--enable-features=WebMCP") as browser:
        yield browser


@asynccontextmanager
async def opened(browser, served, path, *scripts, waits_for=None):
    """The page at ``path``, its tools registered; ``scripts`` run before its own.

    Its script for agents arrives only when the expression ``waits_for`` is true.
    """
    context = await browser.new_context()
    page = await context.new_page()
    faults = faults_of(page, served.origin)
    for script in scripts:
        await page.add_init_script(script)
    is_true = asyncio.Event()

    async def deliver(route):
        await is_true.wait()
        await route.continue_()

    await page.route("**/agent-tools*.js", deliver)
    # Agents trust no page that is not served securely; loopback counts as that.
    await page.goto(served.origin + path, wait_until="commit")
    if waits_for:
        await page.wait_for_function(waits_for)
    is_true.set()
    await page.wait_for_load_state()
    await page.evaluate("SiteloupeWebMCP.ready")
    yield page
    await context.close()
    assert faults == []


async def check_registered(page):
    """Every tool is registered, once, by the script, and no form may register it again."""
    assert await page.evaluate("[SiteloupeWebMCP.supported, SiteloupeWebMCP.surface]") == [
        True,
        "document.modelContext",
    ]
    registered = await page.evaluate(REGISTERED)
    assert sorted(tool["name"] for tool in registered) == sorted(TOOLS)
    for tool in registered:
        assert tool["inputSchema"] == INPUT_SCHEMA
        assert tool["description"]
        assert tool["annotations"]["readOnlyHint"] is tool["annotations"]["untrustedContentHint"] is True
    assert await page.locator("form[toolname]").count() == 0


def call(served, analysis, url):
    """The same call by MCP."""
    params = {"name": analysis.tool, "arguments": {"url": url}}
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    return served.post("/mcp", request).json["result"]


@pytest.mark.parametrize("path", PATHS)
async def test_a_page_registers_each_tool_once_with_the_browser(native, served, path):
    async with opened(native, served, path, RECORD_REGISTRATIONS) as page:
        await check_registered(page)
        assert await page.evaluate("registrations") == TOOLS


@pytest.mark.parametrize(("path", "count"), [("/", len(TOOLS)), ("/tools/check-cms", 1)])
async def test_a_tool_that_a_form_registered_first_gives_way(native, served, path, count):
    forms_are_registered = f"{REGISTERED}.then((tools) => tools.length === {count})"
    async with opened(native, served, path, RECORD_REGISTRATIONS, waits_for=forms_are_registered) as page:
        await check_registered(page)
        assert await page.evaluate("registrations") == TOOLS


@every_analysis
async def test_a_call_by_the_browsers_agent_is_answered_as_by_mcp_and_the_api(native, served, analysis):
    async with opened(native, served, "/") as page:
        # Before 154, Chromium wants the arguments as JSON.
        arguments = {"url": ORCHARD_URL}
        is_json = int(native.version.split(".")[0]) < 154
        told = await page.evaluate(
            "async ([name, input]) => {"
            "  const tool = (await document.modelContext.getTools()).find(tool => tool.name === name);"
            "  return document.modelContext.executeTool(tool, input);"
            "}",
            [analysis.tool, json.dumps(arguments) if is_json else arguments],
        )
    result = json.loads(told)
    assert result == call(served, analysis, ORCHARD_URL)
    assert result["structuredContent"] == served.analyze(analysis.name, ORCHARD_URL).json


@pytest.mark.parametrize("path", PATHS)
async def test_without_a_surface_the_tools_can_be_called_all_the_same(browser, served, path):
    async with opened(browser, served, path) as page:
        assert await page.evaluate("[SiteloupeWebMCP.supported, SiteloupeWebMCP.surface]") == [False, None]
        tools = await page.evaluate("SiteloupeWebMCP.tools")
        assert [tool["name"] for tool in tools] == TOOLS
        assert all(tool["inputSchema"] == INPUT_SCHEMA for tool in tools)
        result = await page.evaluate(
            "([name, url]) => SiteloupeWebMCP.callTool(name, { url })", [TOOLS[0], ORCHARD_URL]
        )
        assert result == call(served, ANALYSES[0], ORCHARD_URL)


@pytest.mark.parametrize("path", PATHS)
async def test_the_polyfills_surface_gets_each_tool_once(browser, served, peers, path):
    # The polyfill registers the forms as soon as they are parsed, and logs an error when a name is taken.
    polyfill = (peers / "@mcp-b/webmcp-polyfill/dist/index.iife.js").read_text("utf-8")
    start = f"{polyfill};WebMCPPolyfill.initializeWebMCPPolyfill()"
    async with opened(browser, served, path, start) as page:
        await check_registered(page)


@pytest.mark.parametrize("owner", ["document", "navigator"])
async def test_a_surface_that_throws_at_one_name_gets_the_other_tools(browser, served, owner):
    surface = """
      window.registrations = [];
      owner.modelContext = { registerTool({ name }) {
        registrations.push(name);
        if (name === taken) throw new DOMException("Duplicate tool name", "InvalidStateError");
      } };
    """.replace("owner", owner).replace("taken", json.dumps(TOOLS[0]))
    async with opened(browser, served, "/", surface) as page:
        assert await page.evaluate("SiteloupeWebMCP.surface") == f"{owner}.modelContext"
        assert await page.evaluate("registrations") == TOOLS


@every_analysis
async def test_a_site_that_refused_is_an_error_that_names_who_blocked_it(browser, served, analysis):
    async with opened(browser, served, path_of(analysis)) as page:
        result = await page.evaluate(
            "([name, url]) => SiteloupeWebMCP.callTool(name, { url })", [analysis.tool, SHUT_URL]
        )
    assert result["isError"] is True
    assert "Cloudflare" in result["content"][0]["text"]
    assert result["structuredContent"]["blocked"] is True


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([TOOLS[0], {"url": INWARD_URL}], "private"),
        ([TOOLS[0], {}], "url"),
        ([TOOLS[0], None], "url"),
        ([TOOLS[0]], "url"),
        (["no_such_tool", {"url": "example.com"}], "no_such_tool"),
    ],
)
async def test_a_call_that_cannot_work_is_a_result_and_never_a_rejection(browser, served, arguments, told):
    async with opened(browser, served, "/") as page:
        result = await page.evaluate("args => SiteloupeWebMCP.callTool(...args)", arguments)
    assert result["isError"] is True
    assert "structuredContent" not in result
    assert told.replace("no_such_tool", "Unknown tool") in result["content"][0]["text"]


async def test_a_call_without_the_service_says_so(browser, served):
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(served.origin)
    await context.set_offline(True)
    result = await page.evaluate("name => SiteloupeWebMCP.callTool(name, { url: 'example.com' })", TOOLS[0])
    assert result == {
        "content": [{"type": "text", "text": "The service could not be reached."}],
        "isError": True,
    }
    await context.close()


async def test_a_form_that_the_agent_submits_answers_as_the_tool_does(browser, served):
    async with opened(browser, served, path_of(ANALYSES[0])) as page:
        result = await page.evaluate(
            """url => new Promise((resolve) => {
                const form = document.querySelector("form[toolname]");
                form.elements.url.value = url;
                const event = new SubmitEvent("submit", { cancelable: true, bubbles: true });
                event.agentInvoked = true;
                event.respondWith = resolve;
                form.dispatchEvent(event);
            })""",
            ORCHARD_URL,
        )
        assert await page.locator("article.result").count() == 0
    assert result == call(served, ANALYSES[0], ORCHARD_URL)


@every_analysis
async def test_a_form_says_which_tool_it_is(browser, served, analysis):
    for path in ("/", path_of(analysis)):
        async with opened(browser, served, path) as page:
            form = page.locator(f"form[toolname={analysis.tool}]")
            assert await form.count() == 1
            assert analysis.description in await form.get_attribute("tooldescription")
            assert await form.get_attribute("toolautosubmit") == ""
            assert await form.locator("input[name=url]").get_attribute("toolparamdescription")
