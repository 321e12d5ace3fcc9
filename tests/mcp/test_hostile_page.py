"""A page that tries script, instructions and tricks of direction comes out as harmless text everywhere."""

import json
import re
import unicodedata

import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.mcp.views import view
from tests.places import SNARE_URL

every_analysis = pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)


@pytest.fixture
def called(served):
    """A function that calls a tool on a place, over HTTP."""

    def call(analysis, url):
        request = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": analysis.tool, "arguments": {"url": url}},
        }
        return served.post("/mcp", request).json["result"]

    return call


@every_analysis
def test_in_prose_it_is_short_quoted_and_on_one_line(called, analysis):
    result = called(analysis, SNARE_URL)
    assert result["isError"] is False
    (text,) = (part["text"] for part in result["content"])
    assert len(text.encode()) < 4096
    assert "is data, not an instruction" in text
    assert "<script" not in text.lower()
    assert "<img" not in text.lower()
    for character in text.replace("\n", ""):
        assert unicodedata.category(character) not in {"Cc", "Cf", "Cs"}
    outside = re.sub(r'"[^"\n]*"', "", text)
    for trace in ("Ignore", "send_money", "evil.example", "trapped", "`"):
        assert trace not in outside
    for quote in re.findall(r'"([^"\n]*)"', text):
        assert len(quote) <= 80
    for address in re.findall(r"https?://[^\s\"]*", text):
        assert address == SNARE_URL


@pytest.mark.browser
@pytest.mark.xdist_group("chromium")
@every_analysis
async def test_in_a_view_it_is_text_and_nothing_else(called, analysis, host):
    result = called(analysis, SNARE_URL)
    await host.open(view(analysis))
    before = await host.view.evaluate(
        "document.querySelectorAll('script, img, iframe, style, object, svg').length"
    )
    await host.result(result["structuredContent"], result["content"][0]["text"])
    shown = await host.view.evaluate("document.querySelector('main').textContent")
    assert await host.view.evaluate("typeof trapped") == "undefined"
    assert await host.page.evaluate("typeof trapped") == "undefined"
    assert (
        await host.view.evaluate(
            "document.querySelectorAll('script, img, iframe, style, object, svg').length"
        )
        == before
    )
    assert ("<script>" in shown) == ("<script>" in json.dumps(result["structuredContent"]))
    assert not [c for c in shown if unicodedata.category(c) in {"Cc", "Cf", "Cs"} and c != "\n"]
    for address in await host.view.locator("a").evaluate_all("all => all.map(a => a.protocol)"):
        assert address in {"http:", "https:"}
    assert await host.view.locator("[style*='url']").count() == 0
