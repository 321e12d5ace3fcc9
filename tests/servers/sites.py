"""Made-up sites, any number of hosts, on one loopback server."""

import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self
from urllib.parse import urlsplit

from tests.servers.authority import Authority

LONGEST = 60
"""Seconds that a held page, or a client that says nothing, may keep a thread."""

HTML = {"Content-Type": "text/html; charset=utf-8"}


@dataclass(frozen=True)
class Page:
    """What a URL answers, once ``held`` is set. Content-Length is added unless the headers state one."""

    body: bytes | str = b""
    status: int = 200
    headers: Mapping[str, str] | tuple[tuple[str, str], ...] = field(default_factory=lambda: HTML)
    held: threading.Event | None = None

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        return tuple(self.headers.items()) if isinstance(self.headers, Mapping) else self.headers

    @property
    def content(self) -> bytes:
        return self.body.encode() if isinstance(self.body, str) else self.body


@dataclass(frozen=True)
class Request:
    """What a client asked, as it came in."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)


class Sites:
    """Serves ``pages`` (URL → Page) over http, and over https when given an authority.

    What is not in ``pages`` answers 404. ``connect_to`` leads every host there: give it to
    SITELOUPE_CONNECT_TO together with ``SITELOUPE_ALLOW_NETWORKS=127.0.0.0/8``.
    """

    def __init__(
        self, pages: Mapping[str, Page] | None = None, *, authority: Authority | None = None
    ) -> None:
        self.pages: dict[str, Page] = dict(pages or {})
        self.requests: list[Request] = []
        self._arrival = threading.Condition()
        self._servers = {80: _Server(self, "http")}
        if authority:
            self._servers[443] = _Server(self, "https")
            self._servers[443].socket = _tls(self._servers[443], authority)
        self._threads = [
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
            for server in self._servers.values()
        ]

    @property
    def connect_to(self) -> str:
        return ",".join(f":{port}:127.0.0.1:{server.server_port}" for port, server in self._servers.items())

    @property
    def asked(self) -> list[str]:
        """The URLs asked for, in order."""
        return [request.url for request in self.requests]

    def arrived(self, request: Request) -> None:
        with self._arrival:
            self.requests.append(request)
            self._arrival.notify_all()

    def wait_for(self, url: str, seconds: float = 30) -> None:
        """Return once ``url`` has been asked for. Raises TimeoutError."""
        with self._arrival:
            if not self._arrival.wait_for(lambda: url in self.asked, seconds):
                raise TimeoutError(f"nobody asked for {url}")

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        for server in self._servers.values():
            server.shutdown()
            server.server_close()
        for thread in self._threads:
            thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False  # a client that keeps its connection must not keep the test

    def __init__(self, sites: Sites, scheme: str) -> None:
        self.sites = sites
        self.scheme = scheme
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up early, or refuses the certificate, is what some tests are about."""


def _tls(server: _Server, authority: Authority) -> ssl.SSLSocket:
    """Each connection proves to be the host that its client names (SNI, RFC 6066)."""

    def choose(connection: ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> None:
        connection.context = authority.server_context(name or "unnamed.test")

    context = authority.server_context("unnamed.test")
    context.sni_callback = choose
    # The handshake waits for the connection's own thread, or one slow client would hold up the rest.
    return context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = LONGEST
    server: _Server

    def do_GET(self) -> None:
        sites = self.server.sites
        url = f"{self.server.scheme}://{self.headers.get('Host', '')}{self.path}"
        sites.arrived(Request(self.command, url, tuple(self.headers.items())))
        page = sites.pages.get(url) or sites.pages.get(_without_query(url)) or Page("not here", 404)
        if page.held:
            page.held.wait(LONGEST)
        self.send_response_only(page.status)
        for name, value in page.lines:
            self.send_header(name, value)
        if "content-length" not in {name.lower() for name, _ in page.lines}:
            self.send_header("Content-Length", str(len(page.content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(page.content)

    do_HEAD = do_POST = do_GET  # noqa: N815  # the names that http.server calls

    def log_message(self, *_: object) -> None:
        """Nothing on the terminal; ``Sites.requests`` remembers."""


def _without_query(url: str) -> str:
    return urlsplit(url)._replace(query="").geturl()
