"""Cached answers a second, against a bare Starlette route that sends the same bytes on the same server.

Both run as one worker of the same granian, in turn, under the same load: a client that pipelines requests
over a few connections, so that it costs less than what it measures. What is printed last are the ratios of
answers a second, and of the server's own CPU time an answer; the latter shall be at least 0.85. Of all rounds
the best of each counts: whatever else the machine does can only slow a round down.
"""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

ROUNDS = 12
SECONDS = 0.8
CONNECTIONS = 8
PIPELINED = 16
BODY = Path(os.environ.get("TMPDIR", "/tmp")) / f"siteloupe-cached-{os.getpid()}.json"  # noqa: S108

OURS = ("-m", "siteloupe", "serve")
BARE = ("-c", "from cached_answers import serve_bare; serve_bare()")

PAGE = b"""<!doctype html><html><head><meta name="generator" content="WordPress 6.8.1">
<link rel="stylesheet" href="/wp-content/themes/hearth/style.css"></head><body>Bread</body></html>"""


def serve_bare() -> None:
    """Serve one Starlette route that answers the bytes in BODY."""
    from siteloupe.serving import granian  # noqa: PLC0415 - the client needs none of it
    from siteloupe.settings import Settings  # noqa: PLC0415

    granian("cached_answers:bare", Settings.from_environment(os.environ)).serve()


def __getattr__(name: str) -> object:
    """The bare app, made when the server's worker asks for it."""
    if name != "bare":
        raise AttributeError(name)
    from starlette.applications import Starlette  # noqa: PLC0415
    from starlette.requests import Request  # noqa: PLC0415
    from starlette.responses import Response  # noqa: PLC0415
    from starlette.routing import Route  # noqa: PLC0415

    body = Path(os.environ["CACHED_BODY"]).read_bytes()

    async def answer(_: Request) -> Response:
        return Response(body, media_type="application/json")

    return Starlette(routes=[Route("/check-cms", answer)])


class Site(BaseHTTPRequestHandler):
    """The one site that is analyzed."""

    def do_GET(self) -> None:
        """Send the page, whatever is asked."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_: object) -> None:
        """Nothing on the terminal."""


@contextmanager
def site() -> Iterator[int]:
    """The site's port, while it is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


@contextmanager
def served(program: tuple[str, ...], site_port: int) -> Iterator[tuple[int, int]]:
    """Port and process of the server that ``program`` starts."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parent),
        "CACHED_BODY": str(BODY),
        "SITELOUPE_PORT": str(port),
        "SITELOUPE_CONNECT_TO": f"::127.0.0.1:{site_port}",
        "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
        "SITELOUPE_RATE_LIMITS": "check-cms=1000000000",
        "SITELOUPE_WPORG_API": "off",
    }
    process = subprocess.Popen(
        [sys.executable, *program],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def request(port: int, *, close: bool = False) -> bytes:
    """One request for the report of the site."""
    lines = [
        "GET /check-cms?url=http%3A%2F%2Fhome.example%2F HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "User-Agent: siteloupe-benchmark/1.0",
        "Accept: application/json",
        "Accept-Encoding: gzip, deflate, br",
        *(["Connection: close"] if close else []),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def fetched(port: int) -> bytes:
    """The body of one answer, waiting until the server is up."""
    for _ in range(200):
        try:
            with socket.create_connection(("127.0.0.1", port), 30) as connection:
                connection.sendall(request(port, close=True))
                answer = b"".join(iter(lambda: connection.recv(65536), b""))
        except ConnectionError:
            time.sleep(0.05)
        else:
            assert answer.startswith(b"HTTP/1.1 200"), answer[:200]
            return answer.partition(b"\r\n\r\n")[2]
    raise RuntimeError("the server did not start")


class Caller(asyncio.Protocol):
    """Keeps PIPELINED requests on one connection, and counts the answers."""

    def __init__(self, port: int) -> None:
        self.answers = 0
        self._request = request(port)
        self._tail = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the first requests."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request * PIPELINED)

    def data_received(self, data: bytes) -> None:
        """Ask once more for every answer that has begun."""
        data = self._tail + data
        begun = data.count(b"HTTP/1.1 200 OK\r\n")
        self._tail = data[-16:]
        if begun:
            self.answers += begun
            self._transport.write(self._request * begun)

    def close(self) -> None:
        """End the connection."""
        self._transport.abort()


async def load(port: int) -> int:
    """How many answers come within SECONDS."""
    loop = asyncio.get_running_loop()
    callers = [
        (await loop.create_connection(lambda: Caller(port), "127.0.0.1", port))[1] for _ in range(CONNECTIONS)
    ]
    await asyncio.sleep(SECONDS)
    for caller in callers:
        caller.close()
    return sum(caller.answers for caller in callers)


def cpu_seconds(parent: int) -> float:
    """CPU time of a server's workers."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    ticks = 0
    for child in children:
        fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def measured(port: int, pid: int) -> tuple[float, float]:
    """Answers a second, and microseconds of the server's CPU an answer."""
    cpu, start = cpu_seconds(pid), time.perf_counter()
    answers = asyncio.run(load(port))
    return answers / (time.perf_counter() - start), (cpu_seconds(pid) - cpu) / max(answers, 1) * 1e6


def main() -> None:
    """Measure both in turn, and print medians and ratios."""
    with site() as site_port, served(OURS, site_port) as ours:
        BODY.write_bytes(body := fetched(ours[0]))
        with served(BARE, site_port) as bare:
            assert fetched(bare[0]) == body
            rounds = [(measured(*ours), measured(*bare)) for _ in range(ROUNDS)]
    BODY.unlink()
    print(f"{len(body)} bytes an answer, {CONNECTIONS} connections, best of {ROUNDS} rounds in turn")
    rates = [max(each[side][0] for each in rounds) for side in (0, 1)]
    costs = [min(each[side][1] for each in rounds) for side in (0, 1)]
    for name, rate, cpu in zip(("cached answers", "bare Starlette"), rates, costs, strict=True):
        print(f"{name}  {rate:8.0f} a second  {cpu:6.1f} us CPU an answer")
    print(f"ratio {rates[0] / rates[1]:.2f} answers a second, {costs[1] / costs[0]:.2f} CPU (aim: 0.85)")


if __name__ == "__main__":
    main()
