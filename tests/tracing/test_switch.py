"""Traces are off, and cost nothing, until a collector is named."""

import subprocess
import sys

import pytest

from siteloupe.errors import BadSetting
from siteloupe.tracing import OFF, open_tracing

ENDPOINT = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"OTEL_EXPORTER_OTLP_ENDPOINT": " "},
        {"OTEL_SERVICE_NAME": "siteloupe"},
        {**ENDPOINT, "OTEL_SDK_DISABLED": "True"},
    ],
)
async def test_without_a_collector_there_are_no_traces(environment):
    async with open_tracing(environment) as tracing:
        assert tracing is OFF


@pytest.mark.parametrize("variable", ["OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"])
async def test_a_protocol_that_is_not_spoken_is_named(variable):
    with pytest.raises(BadSetting, match=variable):
        async with open_tracing({**ENDPOINT, variable: "grpc"}):
            pass


async def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "siteloupe.tracing.otel", None)
    with pytest.raises(BadSetting, match="pip install opentelemetry-sdk"):
        async with open_tracing(ENDPOINT):
            pass


async def test_a_span_that_nobody_collects_takes_everything_and_keeps_nothing():
    with OFF.span("GET", {"a": 1}, "server", {"traceparent": "x"}) as span:
        span.say({"b": 2})
        span.fail("timed-out")
        assert span.trace_id is None
        assert vars(span) == {}


def test_the_service_imports_nothing_of_opentelemetry_while_they_are_off():
    code = "import sys, siteloupe.asgi; print([name for name in sys.modules if name.startswith('opentelemetry')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
