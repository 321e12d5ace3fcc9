"""``siteloupe mcp``: a process that answers line by line, and says nothing else on standard output."""

import json
import os
import subprocess
import sys
import threading

import pytest

from tests.places import ORCHARD_URL
from tests.servers.sites import Page, Sites

COMMAND = (sys.executable, "-m", "siteloupe", "mcp")
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    },
}
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
TOLD = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def asking(id, method, **params):  # noqa: A002
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


@pytest.fixture
def environment(places):
    return {
        **os.environ,
        "SITELOUPE_CONNECT_TO": places.connect_to,
        "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
        "SITELOUPE_WPORG_API": "off",
    }


@pytest.fixture
def said(environment):
    """A function that gives lines to the command and returns what it answered, its log and its exit status."""

    def run(*messages):
        lines = [
            message if isinstance(message, bytes) else json.dumps(message).encode() for message in messages
        ]
        done = subprocess.run(
            COMMAND,
            input=b"\n".join(lines) + b"\n",
            capture_output=True,
            env=environment,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run


def test_each_request_is_answered_on_a_line_and_a_notification_is_not(said):
    answers = said(INITIALIZE, TOLD, b"", PING, asking(2, "tools/list"), asking(3, "no/such"))
    by_id = {answer["id"]: answer for answer in answers}
    assert len(answers) == 4
    assert by_id[0]["result"]["protocolVersion"] == "2025-06-18"
    assert by_id[1] == {"jsonrpc": "2.0", "id": 1, "result": {}}
    assert by_id[2]["result"]["tools"]
    assert by_id[3]["error"]["code"] == -32601


def test_a_tool_sees_the_network_as_the_service_does(said):
    call = asking(5, "tools/call", name="check_if_cms", arguments={"url": ORCHARD_URL})
    (answer,) = (each for each in said(INITIALIZE, call) if each["id"] == 5)
    assert answer["result"]["structuredContent"]["theme"]["name"] == "Orchard"


@pytest.mark.parametrize(
    ("line", "code"),
    [(b"not json", -32700), (b"[]", -32600), (b"7", -32600), (b'"' + b"x" * 300_000 + b'"', -32600)],
)
def test_a_line_that_is_no_message_is_told_so_and_the_next_is_answered(said, line, code):
    broken, pong = said(line, PING)
    assert (broken["id"], broken["error"]["code"]) == (None, code)
    assert pong["id"] == 1


def test_batches_are_answered_until_a_version_without_them_is_agreed_on(said):
    old = json.loads(json.dumps(INITIALIZE).replace("2025-06-18", "2025-03-26"))
    assert [PING["id"]] in [
        [each["id"] for each in answer] for answer in said(old, [PING]) if isinstance(answer, list)
    ]
    assert -32600 in [answer.get("error", {}).get("code") for answer in said(INITIALIZE, [PING])]


def test_a_slow_site_keeps_no_ping_waiting_and_may_be_cancelled(environment):
    held = threading.Event()
    with Sites({"http://held.example/": Page("<p>late", held=held)}) as sites:
        process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**environment, "SITELOUPE_CONNECT_TO": sites.connect_to},
        )
        try:
            call = asking(
                "slow", "tools/call", name="check_if_cms", arguments={"url": "http://held.example/"}
            )
            _tell(process, call)
            sites.wait_for("http://held.example/")
            _tell(process, PING)
            assert json.loads(process.stdout.readline())["id"] == 1
            _tell(
                process,
                {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "slow"}},
            )
            process.stdin.close()
            assert process.stdout.read() == b""
            assert process.wait(30) == 0
        finally:
            held.set()
            process.kill()
            process.wait()
            process.stdout.close()


def _tell(process, message):
    process.stdin.write(json.dumps(message).encode() + b"\n")
    process.stdin.flush()


def test_a_host_that_goes_away_ends_it_quietly(environment):
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    process.stdout.close()
    _, log = process.communicate(json.dumps(PING).encode() + b"\n", timeout=30)
    assert process.returncode == 141
    assert b"Traceback" not in log
