"""Progress and cancellation: a client hears that its call runs, and ends it."""

import asyncio
import json

import pytest

from tests.http.test_departure import Caller, app, until, visits

__all__ = ["app", "visits"]

CALL = {"name": "echo", "arguments": {"url": "a.test"}}


def body(id, method="tools/call", **params):  # noqa: A002
    message = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
    return json.dumps(message if id is not None else {k: v for k, v in message.items() if k != "id"}).encode()


def told(id):  # noqa: A002
    return body(None, "notifications/cancelled", requestId=id, reason="no longer needed")


async def post(app, content):
    caller = Caller(app, "/mcp", "", "POST", content)
    await caller.task
    return caller


@pytest.mark.parametrize("id", [1, "one"])
async def test_a_call_that_its_client_cancels_ends_its_visit(app, visits, id):  # noqa: A002
    caller = Caller(app, "/mcp", "", "POST", body(id, **CALL))
    await until(lambda: visits.began)
    await post(app, told("another"))
    assert visits.cancelled == 0
    await post(app, told(id))
    await caller.task
    await until(lambda: visits.cancelled)
    assert caller.statuses[0] == 200


async def test_of_two_calls_that_cannot_be_told_apart_neither_is_ended(app, visits):
    callers = [Caller(app, "/mcp", "", "POST", body(1, **CALL)) for _ in range(2)]
    await until(lambda: visits.began)
    await asyncio.sleep(0)
    await post(app, told(1))
    assert visits.cancelled == 0
    for caller in callers:
        await caller.leave()


async def test_a_client_that_leaves_ends_its_visit(app, visits):
    caller = Caller(app, "/mcp", "", "POST", body(1, **CALL))
    await until(lambda: visits.began)
    await caller.leave()
    await until(lambda: visits.cancelled)


def events(reply):
    texts = reply.body.decode().split("\n\n")
    assert texts.pop() == ""
    return [json.loads(text.removeprefix("event: message\ndata: ")) for text in texts]


async def test_progress_is_told_before_the_answer_to_who_asks_for_it_and_reads_streams(post_call):
    reply = await post_call({"progressToken": "p"}, ("accept", "application/json, text/event-stream"))
    assert reply.headers["content-type"] == "text/event-stream"
    *notifications, answer = events(reply)
    assert notifications
    for place, each in enumerate(notifications):
        assert each["method"] == "notifications/progress"
        assert (each["params"]["progressToken"], each["params"]["progress"]) == ("p", place)
    assert (answer["id"], answer["result"]["isError"]) == (1, False)


@pytest.mark.parametrize(
    ("meta", "accept"),
    [
        ({"progressToken": "p"}, "application/json"),
        ({}, "text/event-stream"),
        ({"progressToken": True}, "text/event-stream"),
    ],
)
async def test_no_stream_is_opened_for_anybody_else(post_call, meta, accept):
    reply = await post_call(meta, ("accept", accept))
    assert reply.headers["content-type"] == "application/json"


@pytest.fixture
def post_call(echo_post):
    async def called(meta, *headers):
        params = {**CALL, "_meta": meta}
        return await echo_post(
            {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}, *headers
        )

    return called


@pytest.fixture
def echo_post(post, build):
    to = build()

    async def posted(content, *headers):
        return await post(content, *headers, to=to)

    return posted
