"""The endpoint for agents: this project's own, and the official SDK's server, under the same requests.

Both are asked in this process, as a server would ask the app. First come the rules of the endpoint that each
keeps, then the CPU time of a call that answers the same report: the median of rounds that take turns.
"""

import asyncio
import json
import logging
import statistics
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, NamedTuple

import mcp_types
from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from mcp_overhead import Look, captures

from siteloupe.analyses import TECH_STACK
from siteloupe.api import example
from siteloupe.api.operations import Health
from siteloupe.asgi import front
from siteloupe.capture import Need
from siteloupe.http.front import Message, Scope
from siteloupe.metrics import Metrics
from siteloupe.service import Service
from siteloupe.settings import Settings
from siteloupe.target import Target

ROUNDS = 9
CALLS = 100
PATIENCE = 2
"""Seconds after which an answer without an end is left."""

JSON = ((b"content-type", b"application/json"), (b"accept", b"application/json, text/event-stream"))
App = Callable[..., Awaitable[None]]


class Answer(NamedTuple):
    """Status, 0 for an answer without an end, and the JSON in the body, empty for none."""

    status: int
    content: dict[str, Any]


async def ask(app: App, method: str, message: object, headers: tuple[tuple[bytes, bytes], ...]) -> Answer:
    """One request."""
    scope: Scope = {
        "type": "http", "method": method, "path": "/mcp", "raw_path": b"/mcp", "root_path": "",
        "query_string": b"", "headers": [(b"host", b"127.0.0.1"), *headers], "scheme": "http",
        "http_version": "1.1", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "state": {},
    }  # fmt: skip
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    events = iter([{"type": "http.request", "body": body, "more_body": False}])
    status, said = 0, b""

    async def receive() -> Message:
        for event in events:
            return event
        await asyncio.Event().wait()
        raise AssertionError

    async def send(event: Message) -> None:
        nonlocal status, said
        status = event.get("status", status)
        said += event.get("body", b"")

    try:
        async with asyncio.timeout(PATIENCE):
            await app(scope, receive, send)
    except TimeoutError:
        return Answer(0, {})
    return Answer(int(status), json.loads(said) if said.startswith(b"{") else {})


def rpc(method: str, params: object = None, number: object = 1) -> dict[str, object]:
    """A request."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}


def initialize(version: str) -> dict[str, object]:
    """The first request of a client."""
    info = {"name": "benchmark", "version": "1"}
    return rpc("initialize", {"protocolVersion": version, "capabilities": {}, "clientInfo": info})


def agreed(answer: Answer) -> object:
    """The version that the server offers."""
    return answer.content.get("result", {}).get("protocolVersion")


Rule = tuple[str, str, object, tuple[tuple[bytes, bytes], ...], Callable[[Answer], bool]]
RULES: tuple[Rule, ...] = (
    *(
        (f"agrees on {version}", "POST", initialize(version), JSON, lambda answer, v=version: agreed(answer) == v)
        for version in ("2025-06-18", "2025-03-26", "2024-11-05")
    ),
    (
        "offers its newest of these three", "POST", initialize("1999-01-01"), JSON,
        lambda answer: agreed(answer) == "2025-06-18",
    ),
    ("405 for GET", "GET", b"", JSON, lambda answer: answer.status == HTTPStatus.METHOD_NOT_ALLOWED),
    (
        "202 for a notification", "POST", {"jsonrpc": "2.0", "method": "notifications/initialized"}, JSON,
        lambda answer: answer.status == HTTPStatus.ACCEPTED,
    ),
    ("400 for broken JSON", "POST", b"{", JSON, lambda answer: answer.status == HTTPStatus.BAD_REQUEST),
    ("answers id 1.5", "POST", rpc("ping", number=1.5), JSON, lambda answer: answer.content.get("id") == 1.5),
    ("answers id null", "POST", rpc("ping", number=None), JSON, lambda answer: "result" in answer.content),
    ("answers without an Accept header", "POST", rpc("ping"), JSON[:1], lambda answer: "result" in answer.content),
    (
        "an unknown tool is an error", "POST", rpc("tools/call", {"name": "none", "arguments": {}}), JSON,
        lambda answer: "error" in answer.content,
    ),
)  # fmt: skip


def own() -> tuple[App, Service]:
    """This project's whole app, whose visits bring back one page that says a lot."""
    visited = captures()["large"]

    async def visit(_target: Target, _deadline: float, _needs: frozenset[Need]) -> Look:
        return Look(visited)

    settings, metrics = Settings(rate_limits=None), Metrics()
    service = Service(settings, visit, metrics=metrics)
    return front(settings, service, metrics, Health()), service


def peer(result: dict[str, Any]) -> MCPServer:
    """The SDK's server with one tool, which answers with this result."""
    server = MCPServer("peer", log_level="CRITICAL")
    content = [mcp_types.TextContent(type="text", text=result["content"][0]["text"])]

    @server.tool(name=TECH_STACK.tool)
    async def call(url: str) -> mcp_types.CallToolResult:
        assert url
        return mcp_types.CallToolResult(content=content, structured_content=result["structuredContent"])

    return server


async def cost(app: App, request: object) -> float:
    """Milliseconds of CPU time a call."""
    started = time.process_time()
    for _ in range(CALLS):
        await ask(app, "POST", request, JSON)
    return (time.process_time() - started) / CALLS * 1000


async def main() -> None:
    """Print the rules that each keeps, and what a call costs each."""
    logging.disable()
    call = rpc("tools/call", {"name": TECH_STACK.tool, "arguments": {"url": example.URL}})
    ours, service = own()
    answer = await ask(ours, "POST", call, JSON)
    server = peer(answer.content["result"])
    security = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    theirs = server.streamable_http_app(json_response=True, stateless_http=True, transport_security=security)
    async with server.session_manager.run():
        for rule, method, message, headers, is_kept in RULES:
            kept = [is_kept(await ask(app, method, message, headers)) for app in (ours, theirs)]
            print(f"{rule:36}" + "".join(f"{'yes' if each else 'NO':>6}" for each in kept))
        assert (await ask(theirs, "POST", call, JSON)).content == answer.content
        rounds = [(await cost(ours, call), await cost(theirs, call)) for _ in range(ROUNDS)]
    await service.close()
    mine, other = (statistics.median(each[side] for each in rounds) for side in (0, 1))
    size = len(json.dumps(answer.content)) // 1024
    print(f"a call that answers {size} KB: ours {mine:.2f} ms, the SDK's {other:.2f} ms")


if __name__ == "__main__":
    asyncio.run(main())
