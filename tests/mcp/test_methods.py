"""The methods: what each answers, and which parameters it refuses."""

import pytest

from siteloupe.mcp.views import MIME_TYPE

TOOL = "echo"
URI = "ui://siteloupe/echo"


@pytest.mark.parametrize(
    ("wanted", "agreed"),
    [
        ("2025-06-18", "2025-06-18"),
        ("2025-03-26", "2025-03-26"),
        ("2024-11-05", "2024-11-05"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("2023-01-01", "2025-06-18"),
        ("", "2025-06-18"),
        ("nonsense", "2025-06-18"),
    ],
)
async def test_a_known_version_is_agreed_to_and_to_any_other_the_newest_is_offered(rpc, wanted, agreed):
    answer = await rpc("initialize", {"protocolVersion": wanted, "capabilities": {}, "clientInfo": {}})
    assert answer["result"]["protocolVersion"] == agreed


async def test_initialize_says_what_there_is_and_no_more(rpc):
    result = (await rpc("initialize", {"protocolVersion": "2025-06-18"}))["result"]
    assert result["capabilities"] == {
        "tools": {"listChanged": False},
        "resources": {"listChanged": False, "subscribe": False},
        "extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}},
    }
    assert result["serverInfo"]["name"] == "siteloupe"
    assert result["serverInfo"].keys() >= {"title", "version", "description", "websiteUrl", "icons"}
    assert result["instructions"]


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("initialize", None),
        ("initialize", {}),
        ("initialize", {"protocolVersion": 1}),
        ("tools/list", {"cursor": "2"}),
        ("resources/list", {"cursor": "2"}),
        ("resources/templates/list", {"cursor": 3}),
        ("prompts/list", {"cursor": ""}),
        ("tools/call", None),
        ("tools/call", {"name": "no_such_tool", "arguments": {}}),
        ("tools/call", {"name": 1}),
        ("tools/call", {"name": ["echo"]}),
        ("tools/call", {"name": TOOL, "arguments": []}),
        ("tools/call", {"name": TOOL, "arguments": "example.com"}),
        ("resources/read", None),
        ("resources/read", {"uri": 7}),
    ],
)
async def test_parameters_that_make_no_sense_are_invalid(rpc, method, params):
    error = (await rpc(method, params))["error"]
    assert error["code"] == -32602
    assert error["message"].endswith(".")


@pytest.mark.parametrize(
    ("method", "name", "length"),
    [
        ("tools/list", "tools", 4),
        ("resources/list", "resources", 2),
        ("resources/templates/list", "resourceTemplates", 1),
        ("prompts/list", "prompts", 2),
    ],
)
async def test_every_list_is_whole_and_always_the_same(rpc, method, name, length):
    first, second = await rpc(method), await rpc(method, {"_meta": {"progressToken": 1}})
    assert first == second
    assert first["result"].keys() == {name}
    assert len(first["result"][name]) == length


async def test_each_tool_has_a_resource_and_each_resource_can_be_read(rpc):
    tools = (await rpc("tools/list"))["result"]["tools"]
    listed = (await rpc("resources/list"))["result"]["resources"]
    shown = [tool["_meta"]["ui"]["resourceUri"] for tool in tools if "_meta" in tool]
    assert shown == [entry["uri"] for entry in listed]
    for entry in listed:
        (content,) = (await rpc("resources/read", {"uri": entry["uri"]}))["result"]["contents"]
        assert content["uri"] == entry["uri"]
        assert content["mimeType"] == entry["mimeType"] == MIME_TYPE
        assert content["_meta"] == entry["_meta"]
        assert content["text"].startswith("<!doctype html>")


@pytest.mark.parametrize("uri", ["ui://siteloupe/none", "", "file:///etc/passwd", URI + "/", URI.upper()])
async def test_an_unknown_resource_is_named_in_the_error(rpc, uri):
    error = (await rpc("resources/read", {"uri": uri}))["error"]
    assert error["code"] == -32002
    assert error["data"] == {"uri": uri}
