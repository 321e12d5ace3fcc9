"""The service itself, as its own process, asked over HTTP as callers ask it."""

import http.client
import json
import os
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import quote

from tests.servers.program import Program

COMMAND = (sys.executable, "-m", "siteloupe", "serve")
CALLER = {"User-Agent": "siteloupe-tests/1.0"}
PATIENCE = 240
"""Seconds that a caller waits: on a busy machine a hostile page of 1 s takes a minute."""


@dataclass(frozen=True)
class Answer:
    """What the service said: ``json`` is the body's meaning, None when it is not JSON."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        try:
            return json.loads(self.body)
        except ValueError:
            return None


class Siteloupe:
    """A running ``siteloupe serve`` with the given settings on top of the tests' own.

    It is this source's, unless ``command`` starts another.
    Limits are off, nothing is kept, loopback may be reached and nobody asks the real theme directory,
    unless ``settings`` say otherwise.
    """

    def __init__(self, command: Sequence[str] = COMMAND, **settings: str) -> None:
        self.port = free_port()
        environment = {
            "PATH": os.environ["PATH"],
            "SITELOUPE_PORT": str(self.port),
            "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
            "SITELOUPE_RATE_LIMITS": "off",
            "SITELOUPE_CACHE_SECONDS": "0.001",
            "SITELOUPE_WPORG_API": "off",
        }
        self._program = Program(
            command,
            ready="listens on",
            environment=environment | settings,
        )
        self.await_health()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> list[str]:
        """The last lines that it printed."""
        return list(self._program.lines)

    def get(self, path: str, headers: Mapping[str, str] = CALLER) -> Answer:
        return self.ask("GET", path, headers)

    def post(self, path: str, content: Any) -> Answer:
        """Post ``content`` as JSON."""
        return self.ask(
            "POST", path, {**CALLER, "Content-Type": "application/json"}, json.dumps(content).encode()
        )

    def ask(
        self, method: str, path: str, headers: Mapping[str, str] = CALLER, body: bytes | None = None
    ) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def analyze(self, name: str, url: str) -> Answer:
        """Ask the analysis ``name`` about ``url``."""
        return self.get(f"/{name}?url={quote(url, safe='')}")

    @property
    def pid(self) -> int:
        return self._program.pid

    def await_health(self) -> None:
        """Return once it answers."""
        until = time.monotonic() + 30
        while True:
            try:
                if self.get("/healthz").status == 200:
                    return
            except OSError:
                if time.monotonic() > until:
                    self.stop()
                    raise RuntimeError("siteloupe did not answer:\n" + "\n".join(self.log)) from None
                time.sleep(0.02)

    def wait(self) -> int:
        """Its exit status, once it has ended by itself."""
        return self._program.wait()

    def stop(self) -> int:
        """Ask it to end, and return its exit status."""
        return self._program.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if (status := self.stop()) != 0:
            raise RuntimeError(f"siteloupe ended with status {status}:\n" + "\n".join(self.log))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
