"""The official Python SDK, first generation, against one server; prints what it got."""

import asyncio
import json
import sys

from mcp import ClientSession, McpError
from mcp.client.streamable_http import streamablehttp_client


async def code_of(call):
    try:
        await call
    except McpError as error:
        return error.error.code
    return None


async def used(address, urls):
    async with streamablehttp_client(address) as (read, write, _), ClientSession(read, write) as session:
        agreed = await session.initialize()
        tools = (await session.list_tools()).tools
        resources = (await session.list_resources()).resources
        content = (await session.read_resource(resources[0].uri)).contents[0]
        calls = [await session.call_tool(tool.name, {"url": url}) for tool in tools for url in urls]
        await session.send_ping()
        return {
            "version": agreed.protocolVersion,
            "tools": [tool.name for tool in tools],
            "resources": [str(resource.uri) for resource in resources],
            "mimeType": content.mimeType,
            "prompts": [prompt.name for prompt in (await session.list_prompts()).prompts],
            "templates": [each.name for each in (await session.list_resource_templates()).resourceTemplates],
            "calls": [call.model_dump(mode="json", by_alias=True, exclude_none=True) for call in calls],
            "unknownResource": await code_of(session.read_resource("ui://siteloupe/none")),
        }


print(json.dumps(asyncio.run(used(sys.argv[1], sys.argv[2:]))))
