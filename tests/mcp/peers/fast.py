"""The fastmcp client against one server; prints what it got."""

import asyncio
import json
import sys

from fastmcp import Client


async def used(address, urls):
    async with Client(address) as client:
        tools = await client.list_tools()
        resources = await client.list_resources()
        calls = [
            await client.call_tool(tool.name, {"url": url}, raise_on_error=False)
            for tool in tools
            for url in urls
        ]
        return {
            "tools": [tool.name for tool in tools],
            "resources": [str(resource.uri) for resource in resources],
            "text": (await client.read_resource(resources[0].uri))[0].text[:15],
            "prompts": [prompt.name for prompt in await client.list_prompts()],
            "calls": [
                {
                    "isError": call.is_error,
                    "content": [{"text": part.text} for part in call.content],
                    "structuredContent": call.structured_content,
                }
                for call in calls
            ],
        }


print(json.dumps(asyncio.run(used(sys.argv[1], sys.argv[2:]))))
