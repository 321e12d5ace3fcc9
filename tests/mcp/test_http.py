"""POST /mcp: every kind of body with its status and answer, and who may ask."""

import asyncio
import ipaddress
import json

import pytest

from siteloupe.http.body import BODY_SECONDS
from tests.caller import ask

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
TOLD = {"jsonrpc": "2.0", "method": "notifications/initialized"}
PONG = {"jsonrpc": "2.0", "id": 1, "result": {}}
DEEP = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":' + b"[" * 70 + b"]" * 70 + b"}}"
BROKEN_DEEP = b"[" * 60_000
BRACKETS = {**PING, "params": {"a": "[" * 200 + '"\\' + "{" * 200}}


def version(text):
    return ("MCP-Protocol-Version", text)


@pytest.mark.parametrize(
    ("content", "headers", "status", "code"),
    [
        (PING, (), 200, None),
        (PING | {"id": "a"}, (), 200, None),
        (PING | {"id": 1.5}, (), 200, None),
        (PING | {"id": None}, (), 200, None),
        (PING | {"id": 12345678901234567890123}, (), 200, None),
        (PING | {"params": {}}, (), 200, None),
        (PING | {"params": None}, (), 200, None),
        (PING | {"extra": [1]}, (), 200, None),
        (BRACKETS, (), 200, None),
        (PING | {"method": "no/such"}, (), 200, -32601),
        (PING | {"method": "server/discover"}, (), 200, -32601),
        (PING | {"method": "logging/setLevel"}, (), 200, -32601),
        (PING | {"method": "resources/subscribe"}, (), 200, -32601),
        (PING | {"params": [1]}, (), 200, -32602),
        (TOLD, (), 202, None),
        (TOLD | {"method": "no/such"}, (), 202, None),
        (TOLD | {"method": "tools/call"}, (), 202, None),
        ({"jsonrpc": "2.0", "id": 1, "result": {}}, (), 202, None),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "x"}}, (), 202, None),
        (b"", (), 400, -32700),
        (b"{", (), 400, -32700),
        (b"url=example.com", (), 400, -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"\xff"}', (), 400, -32700),
        (b"\xef\xbb\xbf{}", (), 400, -32700),
        (b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}', (), 400, -32700),
        (b"{} {}", (), 400, -32700),
        (b"null", (), 400, -32600),
        (b'"ping"', (), 400, -32600),
        ({}, (), 400, -32600),
        (PING | {"jsonrpc": "1.0"}, (), 400, -32600),
        (PING | {"jsonrpc": 2.0}, (), 400, -32600),
        (PING | {"method": 1}, (), 400, -32600),
        (PING | {"method": None}, (), 400, -32600),
        (PING | {"id": True}, (), 400, -32600),
        (PING | {"id": {}}, (), 400, -32600),
        (PING | {"id": "x" * 1000}, (), 400, -32600),
        (TOLD | {"jsonrpc": None}, (), 400, -32600),
        (DEEP, (), 400, -32600),
        (BROKEN_DEEP, (), 400, -32600),
        (b" " * 70_000, (), 413, -32600),
        ([b" " * 40_000, b" " * 40_000], (), 413, -32600),
        (PING, (version("2025-06-18"),), 200, None),
        (PING, (version("2025-03-26"),), 200, None),
        (PING, (version("2024-11-05"),), 200, None),
        (PING, (version("2025-11-25"),), 200, None),
        (PING, (version("2026-07-28"),), 400, -32602),
        (PING, (version("nonsense"),), 400, -32600),
        (TOLD, (version("2026-07-28"),), 202, None),
        (TOLD, (version("2026-07-29"),), 400, -32600),
    ],
)
async def test_each_kind_of_body_has_its_status_and_code(post, content, headers, status, code):
    reply = await post(content, *headers)
    assert reply.status == status
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["access-control-allow-origin"] == "*"
    assert "mcp-session-id" not in reply.headers
    if status == 202:
        assert reply.body == b""
        return
    assert reply.headers["content-type"] == "application/json"
    assert reply.json["jsonrpc"] == "2.0"
    if code is None:
        assert reply.json["result"] == {}
        assert reply.json["id"] == content["id"]
    else:
        assert reply.json["error"]["code"] == code
        assert reply.json["error"]["message"].endswith(".")
        assert "result" not in reply.json


@pytest.mark.parametrize(
    ("content", "answered_under"),
    [
        (PING | {"id": "seven", "jsonrpc": "1.0"}, "seven"),
        (PING | {"id": 7, "method": []}, 7),
        (PING | {"id": [7]}, None),
        ([], None),
    ],
)
async def test_an_error_is_answered_under_the_id_as_far_as_it_can_be_read(post, content, answered_under):
    assert (await post(content)).json["id"] == answered_under


async def test_a_version_that_nobody_speaks_is_answered_with_those_spoken_here(post):
    reply = await post(PING, version("2099-01-01"))
    assert reply.status == 400
    for spoken in ("2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"):
        assert spoken in reply.json["error"]["message"]


async def test_initialize_ignores_the_version_header(post):
    request = PING | {"method": "initialize", "params": {"protocolVersion": "2025-03-26"}}
    reply = await post(request, version("2099-01-01"))
    assert reply.json["result"]["protocolVersion"] == "2025-03-26"


@pytest.mark.parametrize("headers", [(), (version("2025-03-26"),), (version("2024-11-05"),)])
async def test_a_batch_is_answered_in_the_versions_that_have_batches(post, headers):
    initialize = {
        "jsonrpc": "2.0",
        "id": 2,
        "method": "initialize",
        "params": {"protocolVersion": "2025-03-26"},
    }
    reply = await post([PING, TOLD, initialize, 3, PING | {"id": 4, "method": "no/such"}], *headers)
    assert reply.status == 200
    answers = [(answer["id"], answer.get("error", {}).get("code")) for answer in reply.json]
    assert answers == [(1, None), (2, -32600), (None, -32600), (4, -32601)]


async def test_a_batch_of_notifications_needs_no_answer(post):
    reply = await post([TOLD, TOLD, {"jsonrpc": "2.0", "id": 9, "result": {}}])
    assert (reply.status, reply.body) == (202, b"")


@pytest.mark.parametrize(
    ("content", "headers"), [([PING], (version("2025-06-18"),)), ([], ()), ([PING] * 11, ())]
)
async def test_a_batch_is_refused_where_there_are_none_or_that_holds_too_few_or_many(post, content, headers):
    reply = await post(content, *headers)
    assert (reply.status, reply.json["error"]["code"], reply.json["id"]) == (400, -32600, None)


@pytest.mark.parametrize("accept", [None, "application/json", "text/event-stream", "text/html"])
@pytest.mark.parametrize("media_type", [None, "application/json", "text/plain"])
async def test_accept_and_content_type_are_not_insisted_on(post, accept, media_type):
    lines = [("accept", accept), ("content-type", media_type)]
    reply = await post(PING, *(line for line in lines if line[1]))
    assert (reply.status, reply.json) == (200, PONG)


@pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE", "PUT", "PATCH", "BREW"])
async def test_other_methods_are_405_and_told_what_is_allowed(app, method):
    reply = await ask(app, "/mcp", method=method)
    assert reply.status == 405
    assert reply.headers["allow"] == "POST, OPTIONS"
    assert reply.headers["access-control-allow-origin"] == "*"
    assert (reply.body == b"") == (method == "HEAD")


async def test_a_browser_may_ask_from_anywhere_with_the_headers_that_clients_send(app):
    reply = await ask(app, "/mcp", method="OPTIONS", headers=[("origin", "https://evil.example")])
    assert (reply.status, reply.body) == (204, b"")
    assert reply.headers["access-control-allow-methods"] == "POST, OPTIONS"
    assert reply.headers["access-control-max-age"] == "86400"
    allowed = {name.strip().lower() for name in reply.headers["access-control-allow-headers"].split(",")}
    assert allowed >= {"content-type", "accept", "authorization", "mcp-protocol-version", "mcp-session-id"}


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:3000", "garbage"])
async def test_any_origin_may_post(post, origin):
    assert (await post(PING, ("origin", origin))).status == 200


async def test_neither_user_agent_nor_session_is_asked_for(app):
    body = json.dumps(PING).encode()
    headers = [("mcp-session-id", "made-up"), ("last-event-id", "3")]
    reply = await ask(app, "/mcp", method="POST", headers=headers, body=body, host="localhost")
    assert (reply.status, reply.json) == (200, PONG)


async def test_thirty_requests_a_minute_are_answered_and_the_next_is_a_json_rpc_error(post, build, clock):
    app = build(rate_limits={})
    for _ in range(30):
        assert (await post(PING, to=app)).status == 200
    reply = await post(PING | {"id": "late"}, to=app)
    assert reply.status == 429
    assert "retry-after" not in reply.headers
    assert (reply.json["id"], reply.json["error"]["code"]) == ("late", -32000)
    assert (await post(TOLD, to=app)).status == 202
    assert (await post(PING, to=app, peer=("198.51.100.4", 1))).status == 200


async def test_a_batch_counts_by_its_requests_and_a_broken_body_as_one(post, build):
    app = build(rate_limits={"mcp": 8})
    assert (await post([PING] * 3 + [TOLD] * 5, to=app)).status == 200
    assert (await post(b"{", to=app)).status == 400
    assert (await post([PING] * 5, to=app)).status == 429
    assert (await post([PING] * 4, to=app)).status == 200
    assert (await post(b"{", to=app)).status == 429


OPEN = (ipaddress.ip_network("10.0.0.0/8"),)


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://evil.example", 403),
        ("null", 403),
        ("garbage", 403),
        ("http://siteloupe.example", 403),
        ("https://siteloupe.example", 200),
        ("http://localhost:3000", 200),
        (None, 200),
    ],
)
async def test_where_private_networks_are_open_pages_of_other_sites_may_not_post(post, build, origin, status):
    app = build(allow_networks=OPEN, site_origin="https://siteloupe.example")
    reply = await post(PING, *([("origin", origin)] if origin else []), to=app)
    assert reply.status == status
    if status == 403:
        assert "SITELOUPE_ALLOW_NETWORKS" in reply.json["error"]["message"]


async def test_without_an_origin_of_its_own_the_service_goes_by_its_host(post, build):
    app = build(allow_networks=OPEN)
    assert (await post(PING, ("origin", "http://127.0.0.1:8000"), to=app)).status == 200
    assert (await post(PING, ("origin", "http://127.0.0.1:9000"), to=app)).status == 403


async def test_a_length_that_is_too_large_is_refused_unread(post):
    reply = await post(b"{}", ("content-length", "9" * 30))
    assert reply.status == 413


async def test_a_body_that_does_not_arrive_is_given_up(app, monkeypatch):
    monkeypatch.setattr("siteloupe.http.body.BODY_SECONDS", 0.01)
    assert BODY_SECONDS == 10
    sent = []

    async def receive():
        await asyncio.Event().wait()

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/mcp",
        "headers": [(b"host", b"siteloupe.test")],
        "query_string": b"",
        "client": None,
    }
    await app(scope, receive, send)
    assert sent[0]["status"] == 408


async def test_a_mistake_of_ours_is_an_internal_error_and_keeps_the_rest_of_the_batch(post, sites, log_lines):
    sites.error = KeyError("a secret of ours")
    call = {"name": "echo", "arguments": {"url": "example.com"}}
    reply = await post([PING, PING | {"id": 2, "method": "tools/call", "params": call}])
    assert reply.status == 200
    assert reply.json[0] == PONG
    assert reply.json[1]["error"]["code"] == -32603
    assert "secret" not in reply.body.decode()
    assert any("a secret of ours" in line.get("stack", "") for line in log_lines())
