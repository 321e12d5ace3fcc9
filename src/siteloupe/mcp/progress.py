"""Progress: while a call runs, a client that asked for it hears each second that it does.

Sources: https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress and
https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from siteloupe.http.front import Send
from siteloupe.mcp.jsonrpc import MAX_ID, Request

INTERVAL = 1.0
"""Seconds between two notifications."""

Token = str | int


def token_of(request: Request) -> Token | None:
    """Return the token under which the client wants to hear of progress; None when it does not."""
    params = request.params if isinstance(request.params, dict) else {}
    meta = params.get("_meta")
    token = meta.get("progressToken") if isinstance(meta, dict) else None
    if request.method != "tools/call" or isinstance(token, bool) or not isinstance(token, Token):
        return None
    return token if len(str(token)) <= MAX_ID else None


def notification(token: Token, seconds: int, total: float) -> bytes:
    """Return the notification that a call has run for ``seconds`` of at most ``total``."""
    message = "Analyzing the site." if not seconds else f"Still analyzing the site after {seconds} s."
    params = {"progressToken": token, "progress": seconds, "total": total, "message": message}
    return msgspec.json.encode({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})


async def tell(write: Callable[[bytes], Awaitable[None]], token: Token, total: float) -> None:
    """Write a notification at once and then each second, until cancelled."""
    seconds = 0
    while True:
        await write(notification(token, seconds, total))
        await asyncio.sleep(INTERVAL)
        seconds += 1


async def stream(send: Send, answer: Awaitable[bytes], token: Token, total: float) -> None:
    """Send notifications of progress until ``answer`` is there, then the answer."""
    headers = [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})

    async def write(message: bytes) -> None:
        event = b"event: message\ndata: " + message + b"\n\n"
        await send({"type": "http.response.body", "body": event, "more_body": True})

    telling: asyncio.Task[Any] = asyncio.create_task(tell(write, token, total))
    try:
        body = await answer
    finally:
        telling.cancel()
        await asyncio.wait((telling,))
    await write(body)
    await send({"type": "http.response.body", "body": b""})
