"""The service as a process of its own, under both servers, on a real network of one machine."""

import json
import os
import signal
import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.client import HTTPConnection

import pytest

from tests.servers.program import Program
from tests.servers.sites import Page, Sites
from tests.waiting import wait_until

HOME = Page("<!doctype html><title>Home</title><p>Hello.")
RELEASE = threading.Event()
GRANIAN = (
    sys.executable,
    "-c",
    "import os, siteloupe.serving as a; a.serve(a.Settings.from_environment(os.environ))",
)
UVICORN = (sys.executable, "-m", "uvicorn", "siteloupe.asgi:app", "--port", "{port}")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def started(command, port, connect_to, ready):
    environment = {
        **os.environ,
        "SITELOUPE_PORT": str(port),
        "SITELOUPE_CONNECT_TO": connect_to,
        "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
        "SITELOUPE_WPORG_API": "off",
        "SITELOUPE_RATE_LIMITS": "off",
    }
    command = [part.format(port=port) for part in command]
    return Program(command, ready=ready, environment=environment, patience=40)


def get(port, path, timeout=30, **headers):
    connection = HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request("GET", path, headers={"User-Agent": "siteloupe-tests/1.0", **headers})
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()
    finally:
        connection.close()


def wait_until_served(port):
    """Return once the worker, a process of its own, accepts connections."""
    for _ in range(400):
        try:
            return get(port, "/healthz")
        except ConnectionError:
            threading.Event().wait(0.05)
    return pytest.fail("the service did not start")


@pytest.fixture(scope="module")
def sites():
    with Sites({"http://home.example/": HOME, "http://held.example/": replace(HOME, held=RELEASE)}) as sites:
        yield sites


@pytest.mark.parametrize(
    ("command", "ready"), [(GRANIAN, "siteloupe listens on"), (UVICORN, "Application startup complete")]
)
def test_the_app_answers_under_either_server(sites, command, ready):
    port = free_port()
    with started(command, port, sites.connect_to, ready):
        wait_until_served(port)
        status, headers, body = get(port, "/check-cms?url=http://home.example/")
        report = json.loads(body)
        assert (status, report["isCms"], report["url"]) == (200, False, "http://home.example/")
        assert headers["cache-control"] == "public, max-age=300"
        assert get(port, "/check-cms?url=http://home.example/")[2] == body
        assert get(port, "/check-cms?url=" + "a" * 15_000)[0] == 400
        assert get(port, "/check-cms?url=x", Origin="https://evil.example")[0] == 403


def test_sigterm_stops_accepting_finishes_what_is_being_answered_and_exits_0(sites):
    port = free_port()
    with started(GRANIAN, port, sites.connect_to, "siteloupe listens on") as program:
        try:
            wait_until_served(port)
            with ThreadPoolExecutor() as callers:
                held = callers.submit(get, port, "/check-cms?url=http://held.example/")
                sites.wait_for("http://held.example/")
                os.kill(program.pid, signal.SIGTERM)
                wait_until_refused(port)
                assert not held.done()
                RELEASE.set()
                assert held.result()[0] == 200
        finally:
            RELEASE.set()
        assert program.stop() == 0


def test_sigterm_while_the_worker_is_starting_ends_it_too(sites):
    with started(GRANIAN, free_port(), sites.connect_to, "siteloupe listens on") as program:
        assert program.stop() == 0


def wait_until_refused(port):
    """Return once nobody accepts connections any more, or health is red."""
    for _ in range(10_000):
        try:
            if get(port, "/healthz")[0] == 503:
                return
        except OSError:
            return
    pytest.fail("the service still takes requests")


def test_a_caller_who_closes_the_connection_ends_the_analysis(sites):
    port = free_port()
    with started(GRANIAN, port, sites.connect_to, "siteloupe listens on"):
        wait_until_served(port)
        with socket.create_connection(("127.0.0.1", port)) as leaving:
            path = "/tech-stack?url=http://held.example/"
            leaving.sendall(
                f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: siteloupe-tests/1.0\r\n\r\n".encode()
            )
            wait_until(lambda: b"siteloupe_places_taken 1.0" in get(port, "/metrics")[2])
        left = b'siteloupe_analyses_total{analysis="tech-stack",outcome="left"} 1.0'
        wait_until(lambda: left in get(port, "/metrics")[2])
        assert b"siteloupe_places_taken 0.0" in get(port, "/metrics")[2]
        RELEASE.set()
