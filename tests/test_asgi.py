"""The service as one app: what a server starts, stops, and may hand over."""

import asyncio

import pytest

from siteloupe.asgi import Application
from siteloupe.serving import address
from siteloupe.settings import Settings
from tests.caller import ask


class Server:
    """The lifespan side of an ASGI server."""

    def __init__(self, app):
        self.sent = asyncio.Queue()
        self.events = asyncio.Queue()
        self.task = asyncio.create_task(app({"type": "lifespan"}, self.events.get, self.sent.put))

    async def tell(self, event):
        await self.events.put({"type": event})
        return await self.sent.get()


async def test_the_app_serves_between_start_up_and_shutdown():
    app = Application({})
    server = Server(app)
    assert await server.tell("lifespan.startup") == {"type": "lifespan.startup.complete"}
    assert (await ask(app, "/healthz", host="localhost")).status == 200
    assert (await ask(app, "/check-cms", "url=http://127.0.0.1/", host="localhost")).status == 400
    assert await server.tell("lifespan.shutdown") == {"type": "lifespan.shutdown.complete"}
    await server.task
    assert (await ask(app, "/healthz", host="localhost")).status == 503


async def test_a_malformed_setting_stops_the_start_and_is_named(capsys):
    server = Server(Application({"SITELOUPE_PORT": "many"}))
    answer = await server.tell("lifespan.startup")
    assert answer["type"] == "lifespan.startup.failed"
    assert "SITELOUPE_PORT" in answer["message"]
    assert "start-up-failed" in capsys.readouterr().err
    await server.task


async def test_settings_that_open_the_wall_are_warned_of(capsys):
    server = Server(Application({"SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8"}))
    await server.tell("lifespan.startup")
    await server.tell("lifespan.shutdown")
    (line,) = capsys.readouterr().err.splitlines()
    assert '"level":"warning"' in line
    assert "127.0.0.0/8" in line


async def test_a_websocket_is_closed():
    sent = []

    async def send(message):
        sent.append(message)

    await Application({})({"type": "websocket"}, None, send)
    assert sent == [{"type": "websocket.close"}]


async def test_a_server_without_lifespan_is_told_so():
    with pytest.raises(RuntimeError, match="lifespan"):
        await ask(Application({}), "/healthz")


@pytest.mark.parametrize(
    ("host", "shown"), [("127.0.0.1", "http://127.0.0.1:8000"), ("::1", "http://[::1]:8000")]
)
def test_the_address_is_one_a_browser_opens(host, shown):
    assert address(Settings(host=host)) == shown
