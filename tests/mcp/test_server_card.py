"""The server card: the endpoint is found from well-known addresses."""

import pytest

from siteloupe.mcp.server_card import CARD_PATHS, CATALOG_PATH
from tests.caller import ask


@pytest.mark.parametrize("path", CARD_PATHS)
async def test_a_card_leads_to_the_endpoint(app, path):
    reply = await ask(app, path)
    assert reply.status == 200
    assert reply.headers["content-type"].startswith("application/json")
    assert reply.headers["access-control-allow-origin"] == "*"
    card = reply.json
    (remote,) = card["remotes"]
    assert (remote["type"], remote["url"]) == ("streamable-http", f"{card['websiteUrl']}/mcp")
    assert {"$schema", "name", "version", "description"} <= card.keys()


async def test_the_catalog_leads_to_the_card(app):
    (entry,) = (await ask(app, CATALOG_PATH)).json["entries"]
    assert entry["url"].endswith(CARD_PATHS[0])
