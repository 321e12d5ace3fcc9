"""The service's front with two echoing analyses, and a way to post to its /mcp."""

import json

import pytest

from tests.caller import AGENT, ask
from tests.fronts import app, build, clock, health, sites

__all__ = ["app", "build", "clock", "health", "sites"]


@pytest.fixture
def post(app):
    """A function that posts a body, or a value as JSON, to ``app`` or to another."""

    async def posted(content, *headers, to=None, **how):
        body = (
            content
            if isinstance(content, bytes | list) and not _is_batch(content)
            else json.dumps(content).encode()
        )
        lines = [("user-agent", AGENT), *headers]
        return await ask(
            to or app, "/mcp", method="POST", headers=lines, body=body, host="127.0.0.1:8000", **how
        )

    return posted


@pytest.fixture
def rpc(post):
    """A function that asks one method and returns the whole response object."""

    async def asked(method, params=None, **how):
        request = {"jsonrpc": "2.0", "id": 1, "method": method}
        reply = await post(request if params is None else request | {"params": params}, **how)
        assert reply.status == 200
        return reply.json

    return asked


def _is_batch(content):
    return isinstance(content, list) and not (content and isinstance(content[0], bytes))
