"""Requests of 2026-07-28, which say their version themselves and need no handshake."""

import base64

import pytest

from siteloupe.mcp.versions import ALL_VERSIONS, CAPABILITIES_KEY, STATELESS, VERSION_KEY

META = {VERSION_KEY: STATELESS, CAPABILITIES_KEY: {}}


def request(method, version=STATELESS, meta=META, **params):
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}


def headers(method, name=None, version=STATELESS):
    lines = [("mcp-protocol-version", version), ("mcp-method", method)]
    return [*lines, ("mcp-name", name)] if name is not None else lines


async def test_the_server_says_what_it_is_without_a_handshake(post):
    reply = await post(request("server/discover"), *headers("server/discover"))
    result = reply.json["result"]
    assert reply.status == 200
    assert result["resultType"] == "complete"
    assert result["supportedVersions"] == list(ALL_VERSIONS)
    assert result["capabilities"].keys() == {"tools", "resources", "prompts", "extensions"}
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "siteloupe"


@pytest.mark.parametrize(
    "method", ["tools/list", "resources/list", "resources/templates/list", "prompts/list"]
)
async def test_a_list_says_how_long_it_may_be_kept(post, method):
    result = (await post(request(method), *headers(method))).json["result"]
    assert (result["resultType"], result["cacheScope"]) == ("complete", "public")
    assert result["ttlMs"] > 0


async def test_a_call_has_the_same_answer_in_every_version(post, rpc):
    call = {"name": "echo", "arguments": {"url": "example.com"}}
    old = (await rpc("tools/call", call))["result"]
    new = (await post(request("tools/call", **call), *headers("tools/call", "echo"))).json["result"]
    assert new == {"resultType": "complete", **old}


@pytest.mark.parametrize(
    ("content", "lines", "status", "code"),
    [
        (request("tools/list", meta={}), headers("tools/list"), 400, -32602),
        (request("tools/list", meta={VERSION_KEY: STATELESS}), headers("tools/list"), 400, -32602),
        (request("tools/list"), [], 400, -32020),
        (request("tools/list"), headers("tools/list", version="2025-11-25"), 400, -32020),
        (request("tools/list"), headers("tools/call"), 400, -32020),
        (request("tools/call", name="echo"), headers("tools/call"), 400, -32020),
        (request("tools/call", name="echo"), headers("tools/call", "other"), 400, -32020),
        (request("tools/call", name="none"), headers("tools/call", "none"), 400, -32602),
        (request("resources/read", uri="ui://none"), headers("resources/read", "ui://none"), 400, -32602),
        (request("initialize"), headers("initialize"), 404, -32601),
        (request("ping"), headers("ping"), 404, -32601),
        (request("no/such"), headers("no/such"), 404, -32601),
    ],
)
async def test_what_is_wrong_with_a_request_has_its_status_and_code(post, content, lines, status, code):
    reply = await post(content, *lines)
    assert (reply.status, reply.json["error"]["code"], reply.json["id"]) == (status, code, 1)
    assert reply.json["error"]["message"].endswith(".")


async def test_an_unknown_version_is_answered_with_the_known_ones(post):
    content = request("tools/list", meta={**META, VERSION_KEY: "2099-01-01"})
    reply = await post(content, *headers("tools/list", version="2099-01-01"))
    error = reply.json["error"]
    assert (reply.status, error["code"]) == (400, -32022)
    assert error["data"] == {"supported": list(ALL_VERSIONS), "requested": "2099-01-01"}


@pytest.mark.parametrize(
    ("said", "status"),
    [("echo", 200), ("=?base64?{}?=", 200), ("=?base64?!?=", 400), ("=?base64?{}", 400)],
)
async def test_a_name_may_be_encoded_in_its_header(post, said, status):
    name = said.format(base64.b64encode(b"echo").decode())
    content = request("tools/call", name="echo", arguments={"url": "example.com"})
    assert (await post(content, *headers("tools/call", name))).status == status
