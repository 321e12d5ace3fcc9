"""Prompts: tasks with the page that they are about."""

import pytest

from siteloupe.analyses import ANALYSES


async def test_every_prompt_names_the_page_and_tools_that_exist(rpc, build):
    to = build(ANALYSES)
    tools = {tool["name"] for tool in (await rpc("tools/list", to=to))["result"]["tools"]}
    listed = (await rpc("prompts/list", to=to))["result"]["prompts"]
    assert [each["name"] for each in listed] == ["audit_colors", "migrate_theme"]
    for prompt in listed:
        params = {"name": prompt["name"], "arguments": {"url": "exam\u202eple.com"}}
        (message,) = (await rpc("prompts/get", params, to=to))["result"]["messages"]
        words = set(message["content"]["text"].replace(",", " ").split())
        assert "example.com" in message["content"]["text"]
        assert words & tools


@pytest.mark.parametrize(
    "params",
    [{}, {"name": "none"}, {"name": "audit_colors"}, {"name": "audit_colors", "arguments": {"url": 1}}],
)
async def test_a_prompt_needs_a_name_and_a_page(rpc, params):
    error = (await rpc("prompts/get", params))["error"]
    assert error["code"] == -32602
