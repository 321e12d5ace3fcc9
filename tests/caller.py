"""A caller of an ASGI app, in process: what a server would hand over, and what it would send back."""

import json
from collections import deque
from dataclasses import dataclass, field

AGENT = "siteloupe-tests/1.0"
PEER = ("203.0.113.9", 40000)


@dataclass
class Reply:
    """A whole answer."""

    status: int = 0
    lines: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""

    @property
    def headers(self):
        return dict(self.lines)

    @property
    def json(self):
        return json.loads(self.body)


async def ask(
    app, path="/echo", query="", *, method="GET", headers=None, body=b"", peer=PEER, host="siteloupe.test"
):
    """One request. ``query`` is raw; ``headers`` are lines, a User-Agent among them unless given.

    ``host`` is None where ``headers`` have it, or nothing shall.

    ``body`` is sent whole, or, when it is a list, in as many pieces.
    """
    pieces = deque(body if isinstance(body, list) else [body])
    lines = [
        *([] if host is None else [("host", host)]),
        *(headers if headers is not None else [("user-agent", AGENT)]),
    ]
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query if isinstance(query, bytes) else query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in lines],
        "client": peer,
        "server": ("127.0.0.1", 8000),
    }
    reply = Reply()

    async def receive():
        piece = pieces.popleft() if pieces else b""
        return {"type": "http.request", "body": piece, "more_body": bool(pieces)}

    async def send(message):
        if message["type"] == "http.response.start":
            assert reply.status == 0
            reply.status = message["status"]
            reply.lines = [(name.decode(), value.decode()) for name, value in message["headers"]]
        else:
            reply.body += message["body"]

    await app(scope, receive, send)
    return reply
