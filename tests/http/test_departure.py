"""A caller who closes the connection ends the work that nobody else waits for."""

import asyncio

import pytest

from siteloupe.api.operations import Health
from siteloupe.asgi import front
from siteloupe.metrics import Metrics
from siteloupe.service import Service
from siteloupe.settings import Settings
from tests.caller import AGENT
from tests.fronts import ANALYSES
from tests.visits import Look


class HeldVisits:
    """Visits that do not come to an end; how many began, and how many were cancelled."""

    def __init__(self):
        self.began = self.cancelled = 0

    async def __call__(self, target, _deadline, _needs):
        self.began += 1
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return Look(target.url)


class Caller:
    """One connection: what it sends, and the statuses that it was sent."""

    def __init__(self, app, path="/echo", query="url=a.test", method="GET", body=b""):
        self.statuses, self._left = [], asyncio.Event()
        self._messages = [{"type": "http.request", "body": body, "more_body": False}]
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": [(b"host", b"a.test"), (b"user-agent", AGENT.encode())],
            "client": ("192.0.2.1", 1),
        }
        self.task = asyncio.create_task(app(scope, self._receive, self._send))

    async def _receive(self):
        if self._messages:
            return self._messages.pop()
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        self.statuses.append(message.get("status"))

    async def leave(self):
        self._left.set()
        await self.task


@pytest.fixture
def visits():
    return HeldVisits()


@pytest.fixture
async def app(visits):
    settings, metrics = Settings(host="0.0.0.0", rate_limits=None), Metrics()
    service = Service(settings, visits, metrics=metrics)
    yield front(settings, service, metrics, Health(), ANALYSES)
    await service.close()


async def until(true):
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0)


CALL = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"url":"a.test"}}}'
WAYS = [{}, {"path": "/mcp", "query": "", "method": "POST", "body": CALL}]


@pytest.mark.parametrize("way", WAYS, ids=["GET", "MCP"])
async def test_the_fetches_of_a_caller_who_leaves_end_at_once(app, visits, way):
    caller = Caller(app, **way)
    await until(lambda: visits.began)
    await caller.leave()
    await until(lambda: visits.cancelled == 1)


async def test_of_two_callers_one_may_leave(app, visits):
    callers = [Caller(app), Caller(app, query="url=https://a.test/")]
    await until(lambda: visits.began)
    await callers[0].leave()
    for _ in range(20):
        await asyncio.sleep(0)
    assert (visits.began, visits.cancelled) == (1, 0)
    assert not callers[1].task.done()
    await callers[1].leave()
    await until(lambda: visits.cancelled == 1)


async def test_who_asks_after_all_have_left_starts_anew(app, visits):
    await_first = Caller(app)
    await until(lambda: visits.began)
    await await_first.leave()
    again = Caller(app)
    await until(lambda: visits.began == 2)
    await again.leave()


async def test_nothing_of_a_request_is_left_behind(app, visits):
    before = asyncio.all_tasks()
    caller = Caller(app)
    await until(lambda: visits.began)
    await caller.leave()
    await until(lambda: asyncio.all_tasks() <= before)
