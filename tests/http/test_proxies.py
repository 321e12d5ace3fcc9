"""A request's id: ours, or that of a proxy that is trusted; the same in the log and in the answer."""

from ipaddress import ip_network

import pytest

from tests.caller import AGENT, ask

TRUSTED = (ip_network("198.51.100.0/24"),)
PROXY, STRANGER = ("198.51.100.7", 40000), ("203.0.113.9", 40000)


def headers(request_id):
    return [("user-agent", AGENT), ("x-request-id", request_id)]


async def test_an_answer_says_under_which_id_it_is_in_the_log(build, log_lines):
    app = build()
    replies = [await ask(app, path) for path in ("/healthz", "/nothing", "/echo")]
    ids = [reply.headers["x-request-id"] for reply in replies]
    assert len(set(ids)) == 3
    assert [line["id"] for line in log_lines()] == ids


async def test_the_id_of_a_trusted_proxy_is_kept(build, log_lines):
    app = build(trusted_proxies=TRUSTED)
    reply = await ask(app, "/healthz", headers=headers("7f6c-2.b_1"), peer=PROXY)
    assert reply.headers["x-request-id"] == "7f6c-2.b_1"
    assert [line["id"] for line in log_lines()] == ["7f6c-2.b_1"]


@pytest.mark.parametrize("request_id", ["", "a b", "x" * 65, "a\r\nset-cookie: b", "\xe9", '"}'])
async def test_an_id_that_could_forge_a_line_is_not_taken(build, request_id):
    app = build(trusted_proxies=TRUSTED)
    reply = await ask(app, "/healthz", headers=headers(request_id), peer=PROXY)
    assert reply.headers["x-request-id"] not in {request_id, ""}


@pytest.mark.parametrize("peer", [STRANGER, None])
async def test_nobody_else_chooses_an_id(build, peer):
    app = build(trusted_proxies=TRUSTED)
    reply = await ask(app, "/healthz", headers=headers("stranger"), peer=peer)
    assert reply.headers["x-request-id"] != "stranger"


async def test_without_proxies_nobody_is_believed(build):
    reply = await ask(build(), "/healthz", headers=headers("stranger"), peer=PROXY)
    assert reply.headers["x-request-id"] != "stranger"
