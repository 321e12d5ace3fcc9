"""What a proxy in front says of a request: under which id it knows it, and to which trace it belongs.

Believed, as the caller's address is, from trusted proxies only; from anyone else it would let strangers write
into logs and traces that are not theirs.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from siteloupe.address import Network
from siteloupe.limits import is_within

Scope = Any

TRACE_HEADERS = {b"traceparent": "traceparent", b"tracestate": "tracestate"}
"""Source: https://www.w3.org/TR/trace-context/#trace-context-http-headers-format"""

_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")


class Said(NamedTuple):
    """``request_id`` None and ``trace`` empty when nothing was said that can be believed."""

    request_id: str | None = None
    trace: Mapping[str, str] = {}


NOTHING = Said()


class Upstream:
    """Listens to the proxies in ``trusted``."""

    def __init__(self, trusted: tuple[Network, ...] = ()) -> None:
        self._trusted = trusted

    def of(self, scope: Scope) -> Said:
        """What was said of the request with this scope."""
        if not self._trusted or not scope.get("client") or not is_within(scope["client"][0], self._trusted):
            return NOTHING
        request_id, trace = None, {}
        for name, value in scope["headers"]:
            if name == b"x-request-id" and _ID.fullmatch(value):
                request_id = value.decode()
            elif name in TRACE_HEADERS:
                trace[TRACE_HEADERS[name]] = value.decode("latin-1")
        return Said(request_id, trace)
