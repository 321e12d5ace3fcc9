"""The service as a process of its own, under both servers, on a real network of one machine."""

import json
import os
import signal
import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import pytest

from tests.servers.program import Program
from tests.servers.sites import Page, Sites

HOME = Page("<!doctype html><title>Home</title><p>Hello.")
GRANIAN = (
    sys.executable,
    "-c",
    "import os, siteloupe.asgi as a; a.serve(a.Settings.from_environment(os.environ))",
)
UVICORN = (sys.executable, "-m", "uvicorn", "siteloupe.asgi:app", "--port", "{port}")


class HeldPage(Page):
    """A page that is answered only when the test says so."""

    asked = threading.Event()
    release = threading.Event()

    @property
    def content(self):
        self.asked.set()
        assert self.release.wait(30)
        return super().content


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
    return Program([part.format(port=port) for part in command], ready=ready, environment=environment)


def get(port, path, timeout=30, **headers):
    connection = HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request("GET", path, headers={"User-Agent": "siteloupe-tests/1.0", **headers})
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()
    finally:
        connection.close()


def healthy(port):
    """Ask until the worker, which starts after the address is printed, has answered."""
    for _ in range(200):
        try:
            return get(port, "/healthz")[0]
        except ConnectionError:
            threading.Event().wait(0.05)
    return None


@pytest.fixture(scope="module")
def sites():
    with Sites({"http://home.example/": HOME, "http://held.example/": HeldPage(HOME.body)}) as sites:
        yield sites


@pytest.mark.parametrize(
    ("command", "ready"), [(GRANIAN, "siteloupe listens on"), (UVICORN, "Application startup complete")]
)
def test_the_app_answers_under_either_server(sites, command, ready):
    port = free_port()
    program = started(command, port, sites.connect_to, ready)
    try:
        assert healthy(port) == 200
        status, headers, body = get(port, "/check-cms?url=http://home.example/")
        report = json.loads(body)
        assert (status, report["isCms"], report["url"]) == (200, False, "http://home.example/")
        assert headers["cache-control"] == "public, max-age=300"
        assert get(port, "/check-cms?url=http://home.example/")[2] == body
        assert get(port, "/check-cms?url=" + "a" * 15_000)[0] == 400
        assert get(port, "/check-cms?url=x", Origin="https://evil.example")[0] == 403
    finally:
        program.stop()


def test_sigterm_stops_accepting_finishes_what_is_being_answered_and_exits_0(sites):
    port = free_port()
    program = started(GRANIAN, port, sites.connect_to, "siteloupe listens on")
    try:
        assert healthy(port) == 200
        with ThreadPoolExecutor() as callers:
            held = callers.submit(get, port, "/check-cms?url=http://held.example/")
            assert HeldPage.asked.wait(30)
            os.kill(program.pid, signal.SIGTERM)
            assert refuses(port)
            HeldPage.release.set()
            assert held.result()[0] == 200
    finally:
        HeldPage.release.set()
        assert program.stop() == 0


def refuses(port):
    """True once nobody accepts connections any more."""
    for _ in range(200):
        try:
            if get(port, "/healthz", timeout=1)[0] == 503:
                return True
        except OSError:
            return True
        threading.Event().wait(0.05)
    return False
