"""``POST /mcp``: one JSON body in, one out, or a stream for a client that wants progress. No session.

Any Origin is allowed, because answers do not depend on the caller; but where private networks are open to the
service, a page of another site must not read through it what its visitor alone may see.

Sources: https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http and
https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
"""

from collections.abc import Callable
from typing import NamedTuple

from siteloupe.errors import BodyTooLong, BodyTooSlow, Forbidden, TooManyRequests
from siteloupe.http.body import read_body
from siteloupe.http.front import Receive, Scope, Send
from siteloupe.http.gate import check_origin, parse_origin, request_origin
from siteloupe.http.proxies import Callers
from siteloupe.ledger import caller
from siteloupe.limits import RateLimiter
from siteloupe.mcp import jsonrpc, progress
from siteloupe.mcp.jsonrpc import MAX_BODY, Code, Id, Invalid, Message, Notification, Request, RpcError
from siteloupe.mcp.methods import Methods, requests_in
from siteloupe.mcp.running import CANCELLED, Client, RunningCalls
from siteloupe.mcp.versions import (
    ALL_VERSIONS,
    BATCH_VERSIONS,
    STATELESS,
    VERSIONS,
    check_stateless,
    is_stateless,
)
from siteloupe.settings import Settings

ENDPOINT = "mcp"
LIMIT = 30
"""Requests a minute and caller."""

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


STATUSES = {
    Code.PARSE: 400,
    Code.INVALID_REQUEST: 400,
    Code.INVALID_PARAMS: 400,
    Code.HEADER_MISMATCH: 400,
    Code.UNSUPPORTED_VERSION: 400,
    Code.METHOD_NOT_FOUND: 404,
}
"""The status of an error in answer to a stateless request; otherwise it is 200."""


class _Reply(NamedTuple):
    status: int
    body: bytes | None = None


class McpApp:
    """Answers POST requests; ``check`` decides by their Origin. ``seconds`` is the most that a call takes."""

    def __init__(
        self,
        methods: Methods,
        limiter: RateLimiter,
        callers: Callers,
        check: CheckOrigin = lambda _: None,
        *,
        seconds: float = 25,
    ) -> None:
        self._methods = methods
        self._limiter = limiter
        self._callers = callers
        self._check_origin = check
        self._seconds = seconds
        self._running = RunningCalls()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request: 200 with a response, 202 without one, or an error."""
        try:
            reply = await self._answer(scope, receive, send)
        except _BodyRefused as refused:
            reply = _Reply(refused.status, jsonrpc.error(refused.id, refused.error))
        if reply is not None:
            await _send(send, *reply)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> _Reply | None:
        """Return the reply; None when it has been sent."""
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
        if isinstance(message, Request) and (is_stateless(message.params) or headers.version == STATELESS):
            return await self._answer_stateless(message, headers, send)
        _check_version(headers.version, message)
        client = (self._callers.identify(scope, headers.forwarded_for), headers.said.get("user-agent", ""))
        if isinstance(message, Request):
            return await self._answer_call(message, client, headers, send)
        if isinstance(message, Notification) and message.method == CANCELLED:
            self._running.cancel(client, message)
        body = await self._methods.answer(message)
        return _Reply(202 if body is None else 200, body)

    async def _answer_stateless(self, request: Request, headers: "_McpHeaders", send: Send) -> _Reply | None:
        """Answer a request that says its version itself."""
        try:
            check_stateless(request, headers.said)
        except RpcError as error:
            raise _BodyRefused(400, error, request.id) from error
        if (token := headers.progress_token(request)) is not None:
            await progress.stream(send, self._body_of(request), token, self._seconds)
            return None
        body, code = await self._methods.answer_request(request)
        return _Reply(200 if code is None else STATUSES.get(code, 200), body)

    async def _answer_call(
        self, request: Request, client: Client, headers: "_McpHeaders", send: Send
    ) -> _Reply | None:
        """Answer a request of a client that may cancel it by another message."""
        work = self._running.run(client, request.id, self._body_of(request))
        try:
            if (token := headers.progress_token(request)) is not None:
                await progress.stream(send, work, token, self._seconds)
                return None
            return _Reply(200, await work)
        except RpcError as error:
            return _Reply(200, jsonrpc.error(request.id, error))

    async def _body_of(self, request: Request) -> bytes:
        return (await self._methods.answer_request(request)).body

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
    """The request headers that matter here; ``said`` has those by name that a client gives once."""

    def __init__(self, scope: Scope) -> None:
        self.said: dict[str, str] = {}
        self.forwarded_for: list[str] = []
        for name, value in scope["headers"]:
            if name == b"x-forwarded-for":
                self.forwarded_for.append(value.decode("latin-1"))
            elif name in _READ:
                self.said[name.decode()] = value.decode("latin-1").strip()
        self.version = self.said.get("mcp-protocol-version")
        self.content_length = self.said.get("content-length")

    def progress_token(self, request: Request) -> progress.Token | None:
        """Return the token of a request for progress, if its client can read a stream."""
        is_read = "text/event-stream" in self.said.get("accept", "")
        return progress.token_of(request) if is_read else None


_READ = frozenset(
    {b"mcp-protocol-version", b"mcp-method", b"mcp-name", b"content-length", b"accept", b"user-agent"}
)


def _check_version(said: str | None, message: Message | list[Message]) -> None:
    """Raise _BodyRefused for an unknown version, or a batch in a version without batches."""
    if isinstance(message, Request) and message.method == "initialize":
        return
    version = said or ASSUMED_VERSION
    if version == STATELESS and isinstance(message, Notification):
        return
    if version not in VERSIONS:
        sentence = f"Unsupported MCP-Protocol-Version. This server speaks {', '.join(ALL_VERSIONS)}."
        raise _BodyRefused(400, RpcError(Code.INVALID_REQUEST, sentence), jsonrpc.id_of(message))
    if isinstance(message, list) and version not in BATCH_VERSIONS:
        raise _BodyRefused(400, RpcError(Code.INVALID_REQUEST, f"Protocol version {version} has no batches."))


async def _body(content_length: str | None, receive: Receive) -> bytes:
    """Read the whole body. Raises _BodyRefused when it is too long or too slow."""
    try:
        return await read_body(content_length, receive, MAX_BODY)
    except (BodyTooLong, BodyTooSlow) as error:
        raise _BodyRefused(error.status, RpcError(Code.INVALID_REQUEST, error.message)) from None


async def _send(send: Send, status: int, body: bytes | None) -> None:
    headers = [(b"cache-control", b"no-store")]
    if body is not None:
        headers += [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body or b""})
