"""The in-page tools: on the browser's own surface, on the polyfill's, and where there is none."""

import json
from contextlib import asynccontextmanager

import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.analyses.tool import INPUT_SCHEMA
from tests.browser import chromium
from tests.places import INWARD_URL, ORCHARD_URL, SHUT_URL
from tests.web.conftest import faults_of

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("chromium")]

TOOLS = [analysis.tool for analysis in ANALYSES]
PATHS = ["/", *(f"/tools/{analysis.name}" for analysis in ANALYSES), "/docs/api"]

every_analysis = pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)


@pytest.fixture(scope="module")
async def native():
    """A browser whose pages have ``document.modelContext``."""
    async with chromium("--enable-features=WebMCP") as browser:
        yield browser


@asynccontextmanager
async def opened(browser, served, path, *scripts):
    context = await browser.new_context()
    page = await context.new_page()
    faults = faults_of(page, served.origin)
    for script in scripts:
        await page.add_init_script(script)
    # Agents trust no page that is not served securely; loopback counts as that.
    await page.goto(served.origin + path)
    await page.evaluate("SiteloupeWebMCP.ready")
    yield page
    await context.close()
    assert faults == []


def call(served, analysis, url):
    """The same call by MCP."""
    params = {"name": analysis.tool, "arguments": {"url": url}}
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    return served.post("/mcp", request).json["result"]


@pytest.mark.parametrize("path", PATHS)
async def test_a_page_registers_each_tool_once_with_the_browser(native, served, path):
    async with opened(native, served, path) as page:
        assert await page.evaluate("[SiteloupeWebMCP.supported, SiteloupeWebMCP.surface]") == [
            True,
            "document.modelContext",
        ]
        registered = await page.evaluate(
            "document.modelContext.getTools().then(tools => tools.map(({name, description, inputSchema}) =>"
            " ({name, description, inputSchema: typeof inputSchema === 'string' ? JSON.parse(inputSchema) : inputSchema})))"
        )
    assert sorted(tool["name"] for tool in registered) == sorted(TOOLS)
    for tool in registered:
        assert tool["inputSchema"] == INPUT_SCHEMA
        assert tool["description"]


@every_analysis
async def test_a_call_by_the_browsers_agent_is_answered_as_by_mcp_and_the_api(native, served, analysis):
    async with opened(native, served, "/") as page:
        told = await page.evaluate(
            "async ([name, url]) => {"
            "  const tool = (await document.modelContext.getTools()).find(tool => tool.name === name);"
            "  return document.modelContext.executeTool(tool, { url });"
            "}",
            [analysis.tool, ORCHARD_URL],
        )
    result = json.loads(told)
    assert result == call(served, analysis, ORCHARD_URL)
    assert result["structuredContent"] == served.analyse(analysis.name, ORCHARD_URL).json


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


async def test_the_polyfills_surface_gets_each_tool_once(browser, served, peers):
    polyfill = (peers / "@mcp-b/webmcp-polyfill/dist/index.iife.js").read_text("utf-8")
    begin = "(globalThis.WebMCPPolyfill ?? globalThis.WebMcpPolyfill)?.initializeWebMCPPolyfill?.()"
    async with opened(browser, served, "/", polyfill + "\n;" + begin) as page:
        assert await page.evaluate("SiteloupeWebMCP.supported")
        names = await page.evaluate(
            "(document.modelContext ?? navigator.modelContext).getTools().then?.(t => t.map(t => t.name))"
            " ?? (document.modelContext ?? navigator.modelContext).getTools().map(t => t.name)"
        )
        assert sorted(names) == sorted(TOOLS)


@every_analysis
async def test_a_site_that_refused_is_an_error_that_names_who_blocked_it(browser, served, analysis):
    async with opened(browser, served, f"/tools/{analysis.name}") as page:
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
    async with opened(browser, served, f"/tools/{ANALYSES[0].name}") as page:
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
    for path in ("/", f"/tools/{analysis.name}"):
        async with opened(browser, served, path) as page:
            form = page.locator(f"form[toolname={analysis.tool}]")
            assert await form.count() == 1
            assert analysis.description in await form.get_attribute("tooldescription")
            assert await form.get_attribute("toolautosubmit") == ""
            assert await form.locator("input[name=url]").get_attribute("toolparamdescription")
