"""``POST /mcp``: one JSON body in, one JSON body out. No stream, no session.

Any Origin is allowed, because answers do not depend on the caller; but where private networks are open to the
service, a page of another site must not read through it what its visitor alone may see.

Source: https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#streamable-http
"""

import asyncio
from collections.abc import Callable

from siteloupe.errors import Forbidden, TooManyRequests
from siteloupe.http.front import Receive, Scope, Send
from siteloupe.http.gate import check_origin, parse_origin, request_origin
from siteloupe.http.proxies import Callers
from siteloupe.ledger import caller
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
"""Headers that browsers may send; most of them are not read."""

ASSUMED_VERSION = "2025-03-26"
"""The version of a client that names none."""


class _BodyRefused(Exception):
    """A body that is refused as a whole: an HTTP status and the error object under ``id``."""

    def __init__(self, status: int, error: RpcError, id: Id = None) -> None:  # noqa: A002
        super().__init__(error.message)
        self.status = status
        self.error = error
        self.id = id


CheckOrigin = Callable[[Scope], None]
"""Raises Forbidden when the request's Origin may not ask."""


class McpApp:
    """Answers POST requests; ``check`` decides by their Origin."""

    def __init__(
        self, methods: Methods, limiter: RateLimiter, callers: Callers, check: CheckOrigin = lambda _: None
    ) -> None:
        self._methods = methods
        self._limiter = limiter
        self._callers = callers
        self._check_origin = check

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request: 200 with a response, 202 without one, or an error."""
        try:
            body = await self._answer(scope, receive)
        except _BodyRefused as refused:
            await _send(send, refused.status, jsonrpc.error(refused.id, refused.error))
        else:
            await _send(send, 202 if body is None else 200, body)

    async def _answer(self, scope: Scope, receive: Receive) -> bytes | None:
        headers = _McpHeaders(scope)
        try:
            self._check_origin(scope)
        except Forbidden as error:
            raise _BodyRefused(403, RpcError(Code.REFUSED, error.message)) from error
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

    async def _count(self, scope: Scope, headers: "_McpHeaders", requests: int, id: Id) -> None:  # noqa: A002
        if not requests:
            return
        who = self._callers.identify(scope, headers.forwarded_for)
        caller.set(who)
        try:
            await self._limiter.admit(ENDPOINT, who, requests)
        except TooManyRequests as error:
            raise _BodyRefused(429, RpcError(Code.REFUSED, error.message), id) from error


def origin_rule(settings: Settings) -> CheckOrigin:
    """Any Origin may ask, unless private networks are open: then only the service's own site or localhost."""
    if not settings.allow_networks:
        return lambda _: None
    own = None if settings.site_origin is None else parse_origin(settings.site_origin)

    def check(scope: Scope) -> None:
        origins = [value for name, value in scope["headers"] if name == b"origin"]
        try:
            check_origin(origins, own or request_origin(scope))
        except Forbidden:
            raise Forbidden(
                "This service reads private networks (SITELOUPE_ALLOW_NETWORKS), so pages of other sites may "
                "not ask it. Ask without an Origin header, or set SITELOUPE_SITE_ORIGIN to the site whose "
                "pages may."
            ) from None

    return check


class _McpHeaders:
    """The request headers that matter here."""

    def __init__(self, scope: Scope) -> None:
        self.version: str | None = None
        self.content_length: str | None = None
        self.forwarded_for: list[str] = []
        for name, value in scope["headers"]:
            match name:
                case b"mcp-protocol-version":
                    self.version = value.decode("latin-1").strip()
                case b"content-length":
                    self.content_length = value.decode("latin-1")
                case b"x-forwarded-for":
                    self.forwarded_for.append(value.decode("latin-1"))


def _check_version(said: str | None, message: Message | list[Message]) -> None:
    """Raise _BodyRefused for an unknown version, or a batch in a version without batches."""
    if isinstance(message, Request) and message.method == "initialize":
        return
    version = said or ASSUMED_VERSION
    if version not in VERSIONS:
        sentence = f"Unsupported MCP-Protocol-Version. This server speaks {', '.join(VERSIONS)}."
        raise _BodyRefused(400, RpcError(Code.INVALID_REQUEST, sentence), jsonrpc.id_of(message))
    if isinstance(message, list) and version not in BATCH_VERSIONS:
        raise _BodyRefused(400, RpcError(Code.INVALID_REQUEST, f"Protocol version {version} has no batches."))


async def _body(content_length: str | None, receive: Receive) -> bytes:
    """Read the whole body. Raises _BodyRefused when it is too long or too slow."""
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


async def _send(send: Send, status: int, body: bytes | None) -> None:
    headers = [(b"cache-control", b"no-store")]
    if body is not None:
        headers += [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body or b""})
