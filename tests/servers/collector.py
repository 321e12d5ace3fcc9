"""An OTLP collector on loopback that keeps the spans it is sent."""

import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)

SECONDS = 60


class Collector:
    """Takes OTLP over HTTP, in protobuf: https://opentelemetry.io/docs/specs/otlp/#otlphttp-request."""

    def __init__(self) -> None:
        self.resources: list[dict[str, str]] = []
        self.spans: list[object] = []
        self._arrival = threading.Condition()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.collector = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def received(self, body: bytes) -> None:
        request = ExportTraceServiceRequest.FromString(body)
        with self._arrival:
            for of_resource in request.resource_spans:
                self.resources.append(attributes(of_resource.resource))
                for scope in of_resource.scope_spans:
                    self.spans.extend(scope.spans)
            self._arrival.notify_all()

    def wait_until(self, true: Callable[[], bool]) -> None:
        """Return once ``true`` of what has come. Raises TimeoutError."""
        with self._arrival:
            if not self._arrival.wait_for(true, SECONDS):
                raise TimeoutError([span.name for span in self.spans])

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def attributes(span: object) -> dict[str, str | int]:
    """The attributes of a span or resource as they are written in OTLP."""
    values = {each.key: each.value for each in span.attributes}
    return {key: getattr(value, value.WhichOneof("value")) for key, value in values.items()}


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        known = self.path == "/v1/traces"
        if known:
            self.server.collector.received(body)
        answer = ExportTraceServiceResponse().SerializeToString()
        self.send_response(200 if known else 404)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Nothing on the terminal."""
