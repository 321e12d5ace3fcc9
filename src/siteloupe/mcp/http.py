"""``POST /mcp``: one JSON body in, one JSON body out. No stream, no session.

Any Origin may ask, since nothing here knows who asks. A server that listens on this machine alone checks the
Host instead, or a page in its user's browser could reach it under a name of its own (DNS rebinding).

Source: https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#streamable-http
"""

import asyncio
import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from siteloupe.errors import TooManyRequests
from siteloupe.http.front import Receive, Scope, Send
from siteloupe.http.proxies import Callers
from siteloupe.limits import RateLimiter
from siteloupe.mcp import jsonrpc
from siteloupe.mcp.jsonrpc import MAX_BODY, Code, Id, Invalid, Message, Request, RpcError
from siteloupe.mcp.methods import BATCH_VERSIONS, VERSIONS, Methods, requests_in
from siteloupe.settings import Settings

ENDPOINT = "mcp"
LIMIT = 30
"""Requests a minute and caller."""

BODY_SECONDS = 10

ALLOW_HEADERS = (
    "Content-Type, Accept, Authorization, MCP-Protocol-Version, Mcp-Session-Id, Last-Event-ID, "
    "Mcp-Method, Mcp-Name"
)
"""What clients in a browser may send; most of it is not read."""

ASSUMED_VERSION = "2025-03-26"
"""What a client speaks that does not say."""


class _BodyRefused(Exception):
    """A body that is refused as a whole: an HTTP status and the error object under ``id``."""

    def __init__(self, status: int, error: RpcError, id: Id = None) -> None:  # noqa: A002
        super().__init__(error.message)
        self.status = status
        self.error = error
        self.id = id


class McpApp:
    """Answers one POST. ``hosts`` are the names it may be asked under; None for any."""

    def __init__(
        self, methods: Methods, limiter: RateLimiter, callers: Callers, hosts: Collection[str] | None = None
    ) -> None:
        self._methods = methods
        self._limiter = limiter
        self._callers = callers
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request: 200 with a response, 202 to what needs none, else an error."""
        try:
            body = await self._answer(scope, receive)
        except _BodyRefused as refused:
            await _send(send, refused.status, jsonrpc.error(refused.id, refused.error))
        else:
            await _send(send, 202 if body is None else 200, body)

    async def _answer(self, scope: Scope, receive: Receive) -> bytes | None:
        headers = _McpHeaders(scope)
        self._check_host(headers.host)
        try:
            message = jsonrpc.parse(await _body(headers.content_length, receive))
        except RpcError as error:
            await self._count(scope, headers, 1, None)
            raise _BodyRefused(400, error) from error
        await self._count(scope, headers, requests_in(message), jsonrpc.id_of(message))
        if isinstance(message, Invalid):
            raise _BodyRefused(400, message.error, message.id)
        _check_version(headers.version, message)
        return await self._methods.answer(message)

    def _check_host(self, host: str | None) -> None:
        if self._hosts is not None and host is not None and _hostname(host) not in self._hosts:
            sentence = (
                "This server listens on its own machine only and is not known under this Host. Behind a "
                "proxy, set SITELOUPE_SITE_ORIGIN to the public address."
            )
            raise _BodyRefused(403, RpcError(Code.REFUSED, sentence))

    async def _count(self, scope: Scope, headers: "_McpHeaders", requests: int, id: Id) -> None:  # noqa: A002
        if not requests:
            return
        caller = self._callers.identify(scope, headers.forwarded_for)
        try:
            await self._limiter.admit(ENDPOINT, caller, requests)
        except TooManyRequests as error:
            raise _BodyRefused(429, RpcError(Code.REFUSED, error.message), id) from error


def hosts_of(settings: Settings) -> frozenset[str] | None:
    """The names a server on loopback may be asked under; None for one that listens to others as well."""
    if not _is_loopback(settings.host):
        return None
    own = {_hostname(urlsplit(settings.site_origin).netloc)} if settings.site_origin else set()
    return frozenset({"localhost", "127.0.0.1", "::1", settings.host.lower(), *own})


class _McpHeaders:
    """The request headers that matter here."""

    def __init__(self, scope: Scope) -> None:
        self.host: str | None = None
        self.version: str | None = None
        self.content_length: str | None = None
        self.forwarded_for: list[str] = []
        for name, value in scope["headers"]:
            match name:
                case b"host":
                    self.host = value.decode("latin-1")
                case b"mcp-protocol-version":
                    self.version = value.decode("latin-1").strip()
                case b"content-length":
                    self.content_length = value.decode("latin-1")
                case b"x-forwarded-for":
                    self.forwarded_for.append(value.decode("latin-1"))


def _check_version(said: str | None, message: Message | list[Message]) -> None:
    """Raises _Refused when the header names no version of ours, or one that has no batches for a batch."""
    if isinstance(message, Request) and message.method == "initialize":
        return
    version = said or ASSUMED_VERSION
    if version not in VERSIONS:
        sentence = f"Unsupported MCP-Protocol-Version. This server speaks {', '.join(VERSIONS)}."
        raise _BodyRefused(400, RpcError(Code.INVALID_REQUEST, sentence), jsonrpc.id_of(message))
    if isinstance(message, list) and version not in BATCH_VERSIONS:
        raise _BodyRefused(400, RpcError(Code.INVALID_REQUEST, f"Protocol version {version} has no batches."))


async def _body(content_length: str | None, receive: Receive) -> bytes:
    """The whole body. Raises _Refused when it is too long or too slow."""
    if content_length is not None and content_length.isdecimal() and int(content_length[:20]) > MAX_BODY:
        raise _too_large()
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                event = await receive()
                body += event.get("body", b"")
                if len(body) > MAX_BODY:
                    raise _too_large()
                if event["type"] != "http.request" or not event.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        sentence = f"The body did not arrive within {BODY_SECONDS} seconds."
        raise _BodyRefused(408, RpcError(Code.INVALID_REQUEST, sentence)) from None


def _too_large() -> _BodyRefused:
    return _BodyRefused(413, RpcError(Code.INVALID_REQUEST, f"The body is longer than {MAX_BODY:,} bytes."))


def _hostname(host: str) -> str:
    """The name in a Host header, without port, brackets and final dot."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].removesuffix(".")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


async def _send(send: Send, status: int, body: bytes | None) -> None:
    headers = [(b"cache-control", b"no-store")]
    if body is not None:
        headers += [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body or b""})
