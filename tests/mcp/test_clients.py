"""The official clients, in both languages and both generations, and fastmcp: all of them can use the server."""

import json
import subprocess
from pathlib import Path

import msgspec
import pytest
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters

from siteloupe.analyses import ANALYSES
from tests.places import INWARD_URL, ORCHARD_URL, PLAIN_URL, SHUT_URL
from tests.servers.siteloupe import Siteloupe

URLS = (ORCHARD_URL, PLAIN_URL, SHUT_URL, INWARD_URL)
TOOLS = [analysis.tool for analysis in ANALYSES]
OTHERS = ["compare_websites", "export_design_tokens"]
PROMPTS = ["audit_colors", "migrate_theme"]
RESOURCES = [f"ui://siteloupe/{tool}" for tool in TOOLS]
SCRIPTS = Path(__file__).parent / "peers"


def run(*command, cwd=None):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def check_calls(served: Siteloupe, calls):
    """Each tool was asked about each of URLS, in this order; every result is what the API answers."""
    for index, analysis in enumerate(ANALYSES):
        orchard, plain, shut, inward = calls[index * 4 : index * 4 + 4]
        for url, call in ((ORCHARD_URL, orchard), (PLAIN_URL, plain)):
            assert not call.get("isError")
            assert call["structuredContent"] == served.analyze(analysis.name, url).json
        assert shut["isError"]
        assert shut["structuredContent"]["blocked"] is True
        assert "Cloudflare" in shut["content"][0]["text"]
        assert inward["isError"]
        assert inward.get("structuredContent") is None
        assert "public" in inward["content"][0]["text"]


@pytest.mark.filterwarnings("ignore:ping is removed as of 2026-07-28")
@pytest.mark.parametrize(("mode", "version"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
async def test_the_official_python_client(served, mode, version):
    async with Client(f"{served.origin}/mcp", mode=mode) as client:
        assert client.protocol_version == version
        assert [tool.name for tool in (await client.list_tools()).tools] == [*TOOLS, *OTHERS]
        assert [str(each.uri) for each in (await client.list_resources()).resources] == RESOURCES
        assert len((await client.list_resource_templates()).resource_templates) == 1
        assert [each.name for each in (await client.list_prompts()).prompts] == PROMPTS
        for uri in RESOURCES:
            (content,) = (await client.read_resource(uri)).contents
            assert content.mime_type == "text/html;profile=mcp-app"
        calls = [await client.call_tool(tool, {"url": url}) for tool in TOOLS for url in URLS]
        check_calls(served, [call.model_dump(mode="json", by_alias=True) for call in calls])
        if mode == "legacy":
            await client.send_ping()
        with pytest.raises(MCPError):
            await client.read_resource("ui://siteloupe/none")
        with pytest.raises(MCPError):
            await client.call_tool("no_such_tool", {})


async def test_the_official_python_client_over_standard_input(served, places):
    environment = {
        "SITELOUPE_CONNECT_TO": places.connect_to,
        "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
        "SITELOUPE_WPORG_API": "off",
    }
    server = StdioServerParameters(command=".venv/bin/siteloupe", args=["mcp"], env=environment)
    async with Client(server) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == [*TOOLS, *OTHERS]
        call = await client.call_tool(TOOLS[0], {"url": PLAIN_URL})
        report = msgspec.convert(call.structured_content, ANALYSES[0].report)
        assert report.url == PLAIN_URL


@pytest.mark.peers
@pytest.mark.xdist_group("peers")
def test_the_first_generation_of_the_official_python_client(served, peers):
    got = run(peers / "mcp-1/bin/python", SCRIPTS / "sdk_1.py", f"{served.origin}/mcp", *URLS)
    assert (got["version"], got["tools"], got["resources"]) == ("2025-11-25", [*TOOLS, *OTHERS], RESOURCES)
    assert (got["prompts"], got["templates"]) == (PROMPTS, ["report"])
    assert (got["mimeType"], got["unknownResource"]) == ("text/html;profile=mcp-app", -32002)
    check_calls(served, got["calls"])


@pytest.mark.peers
@pytest.mark.xdist_group("peers")
def test_fastmcp(served, peers):
    got = run(peers / "fastmcp/bin/python", SCRIPTS / "fast.py", f"{served.origin}/mcp", *URLS)
    assert (got["tools"], got["resources"]) == ([*TOOLS, *OTHERS], RESOURCES)
    assert got["prompts"] == PROMPTS
    assert got["text"] == "<!doctype html>"
    check_calls(served, got["calls"])


@pytest.mark.peers
@pytest.mark.xdist_group("peers")
def test_both_generations_of_the_official_typescript_client(served, peers, node):
    got = run(*node("clients.mjs", f"{served.origin}/mcp", *URLS), cwd=peers)
    assert len(got) == 3
    for client in got.values():
        assert (client["tools"], client["resources"]) == ([*TOOLS, *OTHERS], RESOURCES)
        assert client["mimeType"] == "text/html;profile=mcp-app"
        assert [each["name"] for each in client["prompts"]] == PROMPTS
        assert client["ping"] in ({}, "METHOD_NOT_SUPPORTED_BY_PROTOCOL_VERSION")  # gone in 2026-07-28
        assert client["unknownTool"] == -32602
        assert client["unknownResource"] in {-32002, -32602}
        check_calls(served, client["calls"])
