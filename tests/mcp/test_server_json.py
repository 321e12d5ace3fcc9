"""server.json, which the MCP registry reads, says what is so.

Source: https://modelcontextprotocol.io/registry/remote-servers
"""

import json
import re
from pathlib import Path

from siteloupe import __version__
from siteloupe.mcp import server_card
from siteloupe.mcp.http import ENDPOINT
from siteloupe.mcp.identity import DESCRIPTION

SERVER = json.loads((Path(__file__).parent.parent.parent / "server.json").read_text("utf-8"))


def test_it_describes_this_version_at_this_endpoint():
    assert SERVER["version"] == __version__
    (remote,) = SERVER["remotes"]
    assert remote["type"] == "streamable-http"
    assert remote["url"].endswith(f"/{ENDPOINT}")
    assert set(re.findall(r"\{(\w+)\}", remote["url"])) == remote["variables"].keys()


def test_a_client_can_start_the_package_of_this_version():
    (package,) = SERVER["packages"]
    assert (package["registryType"], package["identifier"]) == ("pypi", "siteloupe")
    assert package["version"] == __version__
    assert package["runtimeHint"] == "uvx"
    assert [each["value"] for each in package["packageArguments"]] == ["mcp"]
    assert package["transport"] == {"type": "stdio"}


def test_its_name_is_that_of_the_card():
    assert SERVER["name"] == server_card.NAME
    assert SERVER["description"] == DESCRIPTION


def test_the_registry_takes_its_name_and_description():
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", SERVER["name"])
    assert 1 <= len(SERVER["description"]) <= 100
    assert 1 <= len(SERVER["title"]) <= 100
