"""Traces by OpenTelemetry's SDK, sent over OTLP. Its standard variables are read by the SDK itself.

Source: https://opentelemetry.io/docs/languages/sdk-configuration/
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, format_trace_id
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from siteloupe import __version__
from siteloupe.tracing import Attributes, Kind

CLOSE_SECONDS = 3.0
"""The time limit for unsent spans at the end, in case the collector is down."""

KINDS = {"server": SpanKind.SERVER, "internal": SpanKind.INTERNAL, "client": SpanKind.CLIENT}


class OtelSpan:
    """A span of the SDK."""

    def __init__(self, span: Span) -> None:
        self._span = span
        self.trace_id: str | None = format_trace_id(span.get_span_context().trace_id)

    def say(self, attributes: Attributes) -> None:
        """Add attributes."""
        self._span.set_attributes(dict(attributes))

    def fail(self, cause: str) -> None:
        """Mark the step as failed, with a cause of a fixed set."""
        self._span.set_attribute("error.type", cause)
        self._span.set_status(Status(StatusCode.ERROR))


class OtelTracing:
    """Passes spans to ``processor`` at their end. It has its own provider: nothing global is set."""

    def __init__(self, processor: SpanProcessor) -> None:
        own = Resource({"service.name": "siteloupe", "service.version": __version__})
        named = OTELResourceDetector().detect()
        self._provider = TracerProvider(
            resource=Resource.create().merge(own).merge(named), shutdown_on_exit=False
        )
        self._provider.add_span_processor(processor)
        self._tracer = self._provider.get_tracer("siteloupe", __version__)
        self._propagator = TraceContextTextMapPropagator()

    @contextmanager
    def span(
        self,
        name: str,
        attributes: Attributes,
        kind: Kind = "internal",
        parent: Mapping[str, str] | None = None,
    ) -> Iterator[OtelSpan]:
        """See :class:`~siteloupe.tracing.Tracing`. Exceptions are not recorded: they contain targets."""
        with self._tracer.start_as_current_span(
            name,
            context=self._propagator.extract(parent) if parent else None,
            kind=KINDS[kind],
            attributes=dict(attributes),
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            yield OtelSpan(span)

    def close(self) -> None:
        """Send the rest. This takes as long as the collector needs."""
        self._provider.shutdown()


@asynccontextmanager
async def open_exporting() -> AsyncIterator[OtelTracing]:
    """Open an exporter that sends spans in batches, in a thread, until the block ends."""
    tracing = OtelTracing(BatchSpanProcessor(OTLPSpanExporter()))
    try:
        yield tracing
    finally:
        closing = threading.Thread(target=tracing.close, daemon=True)
        closing.start()
        await asyncio.to_thread(closing.join, CLOSE_SECONDS)
