"""The server card, by which clients and crawlers find the endpoint without asking it.

Sources: https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2127 and
https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/main/schema.ts
"""

import json

from siteloupe import __version__
from siteloupe.mcp.identity import DESCRIPTION, capabilities, server_info
from siteloupe.mcp.versions import ALL_VERSIONS

NAME = "io.github.siteloupe/siteloupe"
SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"

CARD_PATHS = ("/mcp/server-card", "/.well-known/mcp/server-card.json")
"""Where cards are looked for: the place that the extension names, and that of its first draft."""

CATALOG_PATH = "/.well-known/mcp/catalog.json"


def server_card(origin: str) -> str:
    """Return the card of the service at ``origin``, also in the words of the first draft."""
    card = {
        "$schema": SCHEMA,
        "name": NAME,
        "version": __version__,
        "description": DESCRIPTION,
        "title": "siteloupe",
        "websiteUrl": origin,
        "icons": [{"src": f"{origin}/favicon.ico", "mimeType": "image/svg+xml", "sizes": ["any"]}],
        "remotes": [
            {
                "type": "streamable-http",
                "url": f"{origin}/mcp",
                "supportedProtocolVersions": list(ALL_VERSIONS),
            }
        ],
        "serverInfo": {name: server_info(origin)[name] for name in ("name", "title", "version")},
        "capabilities": capabilities(prompts=True),
    }
    return json.dumps(card, ensure_ascii=False)


def catalog(origin: str) -> str:
    """Return the list of cards at ``origin``, which is one."""
    host = origin.partition("://")[2]
    entry = {
        "identifier": f"urn:air:{host}:siteloupe",
        "displayName": "siteloupe",
        "type": "application/mcp-server-card+json",
        "url": f"{origin}{CARD_PATHS[0]}",
    }
    return json.dumps({"specVersion": "draft", "entries": [entry]})
