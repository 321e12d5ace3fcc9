"""Traces: the steps of one request, for a collector.

They are off, and nothing is imported, unless OpenTelemetry's own variables name a collector. Spans follow its
conventions for HTTP, but without private data: no path or query of a target, no caller's address, no text of
a page.

Source: https://opentelemetry.io/docs/specs/semconv/http/http-spans/
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractContextManager, asynccontextmanager
from typing import Literal, Protocol, Self
from urllib.parse import urlsplit

from siteloupe.capture import Exchange
from siteloupe.errors import BadSetting, SiteloupeError, cause_of
from siteloupe.fetching import Bounds, Fetch
from siteloupe.target import Target

Attributes = Mapping[str, str | int]
Kind = Literal["server", "internal", "client"]

ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
DISABLED = "OTEL_SDK_DISABLED"
"""Source: https://opentelemetry.io/docs/specs/otel/protocol/exporter/"""

SPOKEN = "http/protobuf"


class Span(Protocol):
    """One step. ``trace_id`` is the id of its trace in hex, None without a collector."""

    trace_id: str | None

    def say(self, attributes: Attributes) -> None:
        """Add attributes."""

    def fail(self, cause: str) -> None:
        """Mark the step as failed, with a cause of a fixed set."""


class Tracing(Protocol):
    """Makes spans; each is a child of the one that is open around it."""

    def span(
        self,
        name: str,
        attributes: Attributes,
        kind: Kind = "internal",
        parent: Mapping[str, str] | None = None,
    ) -> AbstractContextManager[Span]:
        """Open a span for a block. ``parent`` has W3C ``traceparent`` and ``tracestate``."""


class NoTracing:
    """Makes one span for everything, without any effect."""

    trace_id: str | None = None

    def span(self, *_: object, **__: object) -> Self:
        """Return itself."""
        return self

    def say(self, attributes: Attributes) -> None:
        """Do nothing."""

    def fail(self, cause: str) -> None:
        """Do nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


OFF = NoTracing()


@asynccontextmanager
async def open_tracing(environment: Mapping[str, str]) -> AsyncIterator[Tracing]:
    """Open traces by OpenTelemetry's variables, until the block ends.

    Raises BadSetting when a collector is named and the extra is missing, or another protocol is asked for.
    """
    named = any(environment.get(name, "").strip() for name in ENDPOINTS)
    if not named or environment.get(DISABLED, "").strip().lower() == "true":
        yield OFF
        return
    for name in PROTOCOLS:
        if environment.get(name, SPOKEN).strip() != SPOKEN:
            raise BadSetting(f"{name}: traces are sent as {SPOKEN} only")
    try:
        from siteloupe.tracing.otel import open_exporting  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise BadSetting(
            "OTEL_EXPORTER_OTLP_ENDPOINT needs other packages: pip install opentelemetry-sdk "
            "opentelemetry-exporter-otlp-proto-http"
        ) from error
    async with open_exporting() as tracing:
        yield tracing


def trace_fetch(fetch: Fetch, tracing: Tracing) -> Fetch:
    """Wrap ``fetch``: each exchange has a client span with host, status and size."""
    if tracing is OFF:
        return fetch

    async def fetch_in_span(target: Target, bounds: Bounds) -> Exchange:
        request: Attributes = {
            "http.request.method": "GET",
            "url.scheme": target.scheme,
            "server.address": target.host,
            "server.port": target.port,
        }
        with tracing.span("GET", request, "client") as span:
            try:
                exchange = await fetch(target, bounds)
            except SiteloupeError as error:
                span.fail(cause_of(error))
                raise
            span.say(_answer_attributes(exchange))
            if exchange.status >= 400:
                span.fail(str(exchange.status))
            return exchange

    return fetch_in_span


def _answer_attributes(exchange: Exchange) -> Attributes:
    """Return the attributes of the last hop, and the number of redirects before it."""
    url = urlsplit(exchange.url)
    return {
        "http.response.status_code": exchange.status,
        "http.response.body.size": exchange.wire_bytes,
        "url.scheme": url.scheme,
        "server.address": url.hostname or "",
        "server.port": url.port or (443 if url.scheme == "https" else 80),
        "siteloupe.redirects": len(exchange.hops),
    }
