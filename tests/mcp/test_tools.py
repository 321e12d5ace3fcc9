"""Tools: how they are described, and what a call answers for each thing that can happen to a site."""

import json

import pytest
from jsonschema import Draft202012Validator

from siteloupe.analyses import ANALYSES
from siteloupe.errors import ConnectionFailed
from tests.caller import ask

every_analysis = pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)


def call(url, tool="echo"):
    return {"name": tool, "arguments": {"url": url}}


@pytest.fixture
async def tools(rpc, build):
    answer = await rpc("tools/list", to=build(ANALYSES))
    return {tool["name"]: tool for tool in answer["result"]["tools"]}


async def test_every_analysis_is_a_tool_and_two_more_combine_them(tools):
    own = [analysis.tool for analysis in ANALYSES]
    assert list(tools) == [*own, "compare_websites", "export_design_tokens"]


@every_analysis
async def test_a_tool_says_what_it_is_for_what_it_takes_and_that_it_changes_nothing(tools, analysis):
    tool = tools[analysis.tool]
    assert tool["title"] == analysis.title
    assert tool["description"].startswith(f"{analysis.description} {analysis.guidance}")
    assert analysis.guidance
    assert tool["inputSchema"]["type"] == "object"
    assert tool["inputSchema"]["required"] == ["url"]
    assert tool["inputSchema"]["properties"]["url"]["type"] == "string"
    assert tool["inputSchema"]["properties"]["url"]["maxLength"] == 2000
    hints = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": True}
    assert tool["annotations"] == {"title": analysis.title, **hints}


@every_analysis
async def test_a_tool_names_its_view_in_both_spellings_and_stays_visible_to_models(tools, analysis):
    uri = f"ui://siteloupe/{analysis.tool}"
    assert tools[analysis.tool]["_meta"] == {
        "ui": {"resourceUri": uri, "visibility": ["model", "app"]},
        "ui/resourceUri": uri,
    }


@every_analysis
async def test_an_output_schema_is_an_object_with_what_every_report_has(tools, analysis):
    schema = tools[analysis.tool]["outputSchema"]
    Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    assert {"success", "url", "checkedAt"} <= set(schema["required"])
    assert "additionalProperties" not in schema


async def test_a_result_is_prose_and_the_very_bytes_of_the_api(post, app, sites):
    reply = await post({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call("example.com")})
    body = (await ask(app, "/echo", "url=example.com")).body
    result = reply.json["result"]
    assert result["isError"] is False
    assert [part["type"] for part in result["content"]] == ["text"]
    assert "https://example.com/" in result["content"][0]["text"]
    assert b'"structuredContent":' + body + b',"isError"' in reply.body
    assert sites.urls == ["https://example.com/"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({}, "url"),
        (None, "url"),
        ({"url": ""}, "url"),
        ({"url": 7}, "url"),
        ({"url": None}, "url"),
        ({"url": ["example.com"]}, "url"),
        ({"url": "http://127.0.0.1/"}, "public"),
        ({"url": "http://169.254.169.254/latest"}, "public"),
        ({"url": "ftp://example.com"}, "http"),
        ({"url": "https://example.com/" + "a" * 3000}, "longer"),
    ],
)
async def test_a_url_that_will_not_do_is_a_result_that_says_so(rpc, sites, arguments, word):
    result = (await rpc("tools/call", {"name": "echo", "arguments": arguments}))["result"]
    assert result["isError"] is True
    assert "structuredContent" not in result
    assert word in result["content"][0]["text"]
    assert sites.looks == []


async def test_a_site_that_does_not_answer_is_a_result_that_says_so(rpc, sites):
    sites.error = ConnectionFailed("Nobody answers at example.com.")
    result = (await rpc("tools/call", call("example.com")))["result"]
    assert result == {
        "content": [{"type": "text", "text": "Nobody answers at example.com."}],
        "isError": True,
    }


async def test_a_page_that_could_not_be_read_is_an_error_with_the_report(rpc, sites):
    sites.refused = True
    result = (await rpc("tools/call", call("example.com")))["result"]
    assert result["isError"] is True
    assert result["structuredContent"]["url"] == "https://example.com/"


async def test_a_call_shares_the_kept_answer_with_the_api(rpc, app, sites):
    await ask(app, "/echo", "url=example.com")
    await rpc("tools/call", call("https://example.com/"))
    assert len(sites.looks) == 1


async def test_the_log_names_the_tool_and_never_the_url(rpc, log_lines):
    await rpc("tools/call", call("https://example.com/private?token=secret"))
    (line,) = log_lines()
    assert (line["rpc"], line["tool"], line["path"]) == ("tools/call", "echo", "/mcp")
    assert "secret" not in json.dumps(line)
