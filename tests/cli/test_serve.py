"""``siteloupe serve``: the options reach the server, and its body is the terminal's ``--json``."""

import json
import socket
import sys
import threading
import urllib.error
import urllib.request

import pytest

from siteloupe.analyses import ANALYSES
from tests.servers.program import Program


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture(scope="module")
def origin(terminal):
    command = [sys.executable, "-m", "siteloupe", "serve", "--host", "127.0.0.1", "--port", str(free_port())]
    with Program(command, ready="listens on", environment=terminal.as_process()) as server:
        address = server.ready_line.split()[-1]
        wait_for(address)
        yield address


def wait_for(address: str) -> None:
    """The address is printed before the worker, a process of its own, accepts connections."""
    for _ in range(400):
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=30).close()
        except urllib.error.URLError:
            threading.Event().wait(0.05)
        else:
            return
    pytest.fail("the service did not start")


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
@pytest.mark.parametrize("site", ["orchard", "plain", "shut", "hostile"])
def test_the_terminal_prints_the_body_that_the_api_sends(terminal, origin, site, analysis) -> None:
    url = f"http://{site}.example/"
    request = urllib.request.Request(
        f"{origin}/{analysis.name}?url={url}", headers={"User-Agent": "siteloupe-tests/1.0"}
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        sent = response.read()
    printed = terminal(analysis.name, url, "--json").stdout_bytes
    assert timeless(sent) == timeless(printed)


MEASURED = ("serverResponseMs", "ttfbRating", "downloadMs", "score", "grade", "components")


def timeless(body: bytes) -> str:
    """A report as text, without the time of the visit and what depends on how long it took."""
    report = json.loads(body)
    report["checkedAt"] = None
    if report.get("performance"):
        report["performance"].update(dict.fromkeys(MEASURED))
    return json.dumps(report)


@pytest.mark.parametrize("options", [["--port", "0"], ["--port", "65536"], ["--workers", "0"]])
def test_an_address_that_cannot_be_is_refused(terminal, options) -> None:
    assert terminal("serve", *options).exit_code == 2
