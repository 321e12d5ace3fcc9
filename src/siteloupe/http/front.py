"""The front: the entry of every request and the exit of every answer.

It checks the Host, finds the path's app, refuses other methods, answers OPTIONS and HEAD, allows every origin
to read, turns errors into JSON, and logs, counts and traces each request once.
"""

import asyncio
import functools
import itertools
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from starlette.responses import Response

from siteloupe import log
from siteloupe.departure import Departure, departure
from siteloupe.errors import MethodNotAllowed, NotFound, SiteloupeError
from siteloupe.http.accept import accept_header, prefers_html
from siteloupe.http.hosts import HostRule
from siteloupe.http.proxies import ProxyHeaders
from siteloupe.metrics import Metrics
from siteloupe.tracing import OFF, Attributes, Tracing

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

METHODS = frozenset({"CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"})
"""Source: https://opentelemetry.io/docs/specs/semconv/registry/attributes/http/#http-request-method"""

ON_EVERY_ANSWER = ((b"access-control-allow-origin", b"*"), (b"x-content-type-options", b"nosniff"))


@dataclass(frozen=True, slots=True)
class Resource:
    """The ASGI app of a path, which answers ``methods``. HEAD comes with GET.

    ``allow_headers`` names the request headers that a browser may send from another site.
    """

    app: App
    methods: tuple[str, ...] = ("GET",)
    allow_headers: str = "*"

    @property
    def allow(self) -> tuple[str, ...]:
        """Every method that is answered, for the Allow header."""
        head = ("HEAD",) if "GET" in self.methods else ()
        return (*self.methods, *head, "OPTIONS")


class Front:
    """The service as one ASGI app for HTTP; ``resources`` by exact path.

    ``missing`` answers browsers for unknown paths; other callers get JSON.
    """

    def __init__(
        self,
        resources: Mapping[str, Resource],
        metrics: Metrics,
        missing: App | None = None,
        *,
        tracing: Tracing = OFF,
        proxies: ProxyHeaders | None = None,
        hosts: HostRule | None = None,
    ) -> None:
        self._resources = resources
        self._metrics = metrics
        self._missing = missing
        self._tracing = tracing
        self._proxies = proxies or ProxyHeaders()
        self._hosts = hosts or HostRule()
        self._unfinished = 0
        metrics.watch("requests_in_hand", "Requests being answered now.", lambda: float(self._unfinished))
        self._run = secrets.token_hex(4)
        self._numbers = itertools.count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request. Never raises, also when an app fails."""
        started = time.perf_counter()
        path, method = scope["path"], scope["method"]
        resource = self._resources.get(path)
        said = self._proxies.read(scope)
        notes = {"id": said.request_id or f"{self._run}-{next(self._numbers):x}"}
        caller = _Caller(receive, send, notes["id"], is_headless=method == "HEAD")
        token = log.open_notes(notes)
        departure.set(caller)
        self._unfinished += 1
        try:
            if self._tracing is OFF:
                await self._answer(resource, scope, receive, caller)
            else:
                await self._answer_in_span(resource, scope, receive, caller, said.trace)
            seconds = time.perf_counter() - started
            self._metrics.count_request(path if resource else "other", caller.status, seconds)
            tenths = int(seconds * 10_000 + 0.5)  # of a millisecond; round() takes longer
            line = {"method": method, "path": path, "status": caller.status, "ms": tenths / 10}
            log.event("request", line)
        finally:
            self._unfinished -= 1
            log.close_notes(token)
            caller.close()

    async def _answer_in_span(
        self,
        resource: Resource | None,
        scope: Scope,
        receive: Receive,
        caller: "_Caller",
        parent: Mapping[str, str],
    ) -> None:
        """Answer a request in a span, whose trace the log names."""
        name, about = _span_name(scope["method"], scope["path"] if resource else None)
        with self._tracing.span(name, about, "server", parent) as span:
            if span.trace_id is not None:
                log.note(trace=span.trace_id)
            await self._answer(resource, scope, receive, caller)
            span.say({"http.response.status_code": caller.status})
            if caller.status >= 500:
                span.fail(str(caller.status))

    async def _answer(
        self, resource: Resource | None, scope: Scope, receive: Receive, caller: "_Caller"
    ) -> None:
        try:
            self._hosts.check(scope)
            await _app(resource, scope)(scope, receive, caller.send)
        except Exception as error:  # noqa: BLE001 - the last place that can still answer
            if not isinstance(error, SiteloupeError):
                log.logger.error("unexpected-error", exc_info=error)
            if not caller.status:
                await self._error_app(error, scope)(scope, receive, caller.send)

    def _error_app(self, error: Exception, scope: Scope) -> App:
        if self._missing and isinstance(error, NotFound) and prefers_html(accept_header(scope)):
            return self._missing
        return response_to(error)


@functools.lru_cache(256)
def _span_name(method: str, path: str | None) -> tuple[str, Attributes]:
    """Return the name and attributes of a request's span; ``path`` is None for unknown paths.

    The scheme is left out: behind a proxy it is not the caller's scheme.
    """
    known = method if method in METHODS else "_OTHER"
    if path is None:
        return known, {"http.request.method": known}
    return f"{known} {path}", {"http.request.method": known, "http.route": path, "url.path": path}


def _app(resource: Resource | None, scope: Scope) -> App:
    """Return the app that answers ``scope``. Raises NotFound or MethodNotAllowed."""
    if resource is None:
        raise NotFound("This service has no such address.")
    method = scope["method"]
    if method in resource.methods:
        return resource.app
    if method == "OPTIONS":
        return _options(resource)
    if method == "HEAD" and "GET" in resource.methods:
        scope["method"] = "GET"
        return resource.app
    raise MethodNotAllowed(f"This address answers {' and '.join(resource.methods)} only.", resource.allow)


def _options(resource: Resource) -> App:
    allow = ", ".join(resource.allow)
    headers = {
        "Allow": allow,
        "Access-Control-Allow-Methods": allow,
        "Access-Control-Allow-Headers": resource.allow_headers,
        "Access-Control-Max-Age": "86400",
    }
    return Response(status_code=204, headers=headers)


class _Caller(Departure):
    """The caller of one request: what is sent to it has the common headers, and it may leave.

    ``status`` is that of its answer, 0 until it is sent.
    """

    def __init__(self, receive: Receive, send: Send, request_id: str, *, is_headless: bool) -> None:
        self._receive = receive
        self._send = send
        self._id = (b"x-request-id", request_id.encode())
        self._is_headless = is_headless
        self.status = 0

    def send(self, message: Message) -> Awaitable[None]:
        """Send one message of the answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message.get("headers", ()), *ON_EVERY_ANSWER, self._id]
        elif self._is_headless:
            message = {**message, "body": b""}
        return self._send(message)

    async def wait(self) -> None:
        """Return when the caller closes the connection; what is left of the body is read and dropped.

        Source: https://asgi.readthedocs.io/en/latest/specs/www.html#disconnect-receive-event
        """
        is_whole = False
        while (message := await self._receive())["type"] != "http.disconnect":
            if not message.get("more_body", False):
                if is_whole:  # a server that repeats the end of the body never tells
                    await asyncio.Event().wait()
                is_whole = True


UNEXPECTED = "Something went wrong in this service. It has been noted; try again later."


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """The error body: ``success`` is false, ``error`` a sentence for a human."""

    success: Literal[False] = False
    error: Annotated[str, msgspec.Meta(description="what went wrong, for a human")]


def response_to(error: Exception) -> Response:
    """Return the failure response for ``error``; for an unexpected error, it has no details."""
    if not isinstance(error, SiteloupeError):
        return _failure_response(500, UNEXPECTED)
    response = _failure_response(error.status, error.message)
    if isinstance(error, MethodNotAllowed):
        response.headers["Allow"] = ", ".join(error.allow)
    return response


def _failure_response(status: int, sentence: str) -> Response:
    body = msgspec.json.encode(Failure(error=sentence))
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")
