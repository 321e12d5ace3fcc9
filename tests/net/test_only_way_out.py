"""Nothing but net opens connections: what is not fetched through the wall is not fetched at all."""

import ast
import asyncio
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import siteloupe
from siteloupe.errors import BadTarget
from siteloupe.fetching import Bounds
from siteloupe.net import open_fetch
from siteloupe.settings import Route, Settings
from siteloupe.target import parse
from tests.net.conftest import OPEN
from tests.servers.raw import PRIVATE, PUBLIC, answer, raw_server, say

PACKAGE = Path(siteloupe.__file__).parent
CONNECTING_MODULES = {
    "aiohttp",
    "dns",
    "ftplib",
    "http.client",
    "httpx",
    "pycares",
    "smtplib",
    "socket",
    "ssl",
    "urllib3",
}
CONNECTING_MODULES |= {"urllib.request", "xmlrpc.client"}
CONNECTING_NAMES = {
    "open_connection",
    "create_connection",
    "create_datagram_endpoint",
    "sock_connect",
    "urlopen",
}
CONNECTING_NAMES |= {"open_unix_connection", "getaddrinfo", "gethostbyname"}


def connecting(source):
    """The modules and names in ``source`` by which a connection could be opened."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import():
                yield from ({alias.name for alias in node.names} & CONNECTING_MODULES)
            case ast.ImportFrom():
                whole = {f"{node.module}.{alias.name}" for alias in node.names}
                yield from (whole | {str(node.module)}) & CONNECTING_MODULES
            case ast.Attribute(attr=name) if name in CONNECTING_NAMES:
                yield name


@pytest.mark.parametrize(
    "source",
    [
        "import socket",
        "from http import client",
        "from urllib.request import urlopen",
        "asyncio.open_connection(1)",
    ],
)
def test_a_way_out_is_recognised(source):
    assert list(connecting(source))


def test_no_module_outside_net_can_open_a_connection():
    modules = [path for path in PACKAGE.rglob("*.py") if PACKAGE / "net" not in path.parents]
    assert len(modules) > 20
    found = {path.name: names for path in modules if (names := set(connecting(path.read_text())))}
    assert found == {"listening.py": {"socket", "getaddrinfo"}}  # which waits for connections and opens none


def test_fetching_replays_does_not_load_the_http_client():
    program = "import sys, siteloupe.net.folder; sys.exit('aiohttp' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)


async def test_open_fetch_reaches_sites_and_keeps_the_wall():
    async with raw_server(say(answer(b"hello"))) as server, raw_server(say(answer()), PRIVATE) as trap:
        routes = (Route("site.test", 80, PUBLIC, server.port), Route("inner.test", 80, PRIVATE, trap.port))
        settings = replace(Settings(), allow_networks=(OPEN,), connect_to=routes)
        policy = settings.policy
        bounds = Bounds(asyncio.get_running_loop().time() + 10, 1000)
        async with open_fetch(settings) as fetch:
            assert (await fetch(parse("http://site.test/", policy), bounds)).body == b"hello"
            with pytest.raises(BadTarget):
                await fetch(parse("http://inner.test/", policy), bounds)
        assert trap.connections == 0
