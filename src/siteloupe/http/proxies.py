"""The headers of proxies in front: the caller, the request's id, and its trace.

They count only from trusted proxies: otherwise anybody could write into the logs and traces of others, or use
up their limits.
"""

import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from siteloupe import log
from siteloupe.address import Network
from siteloupe.limits import caller_of, is_private_peer, is_within

Scope = Any

TRACE_HEADERS = {b"traceparent": "traceparent", b"tracestate": "tracestate"}
"""Source: https://www.w3.org/TR/trace-context/#trace-context-http-headers-format"""

_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")


class ProxyNotes(NamedTuple):
    """``request_id`` is None and ``trace`` is empty without headers of a trusted proxy."""

    request_id: str | None = None
    trace: Mapping[str, str] = {}


NOTHING = ProxyNotes()


class ProxyHeaders:
    """Reads the headers of the proxies in ``trusted``."""

    def __init__(self, trusted: tuple[Network, ...] = ()) -> None:
        self._trusted = trusted

    def read(self, scope: Scope) -> ProxyNotes:
        """Return the notes on the request with this scope."""
        if not self._trusted or not scope.get("client") or not is_within(scope["client"][0], self._trusted):
            return NOTHING
        request_id, trace = None, {}
        for name, value in scope["headers"]:
            if name == b"x-request-id" and _ID.fullmatch(value):
                request_id = value.decode()
            elif name in TRACE_HEADERS:
                trace[TRACE_HEADERS[name]] = value.decode("latin-1")
        return ProxyNotes(request_id, trace)


class Callers:
    """Identifies callers for rate limits; X-Forwarded-For counts only from ``trusted`` proxies."""

    def __init__(self, trusted: tuple[Network, ...] = ()) -> None:
        self._trusted = trusted
        self._warned = False

    def identify(self, scope: Scope, forwarded_for: Sequence[str]) -> str:
        """Return the caller's key; ``forwarded_for`` are the request's X-Forwarded-For lines."""
        peer = scope["client"][0] if scope.get("client") else None
        if forwarded_for and not self._trusted:
            self._warn(peer)
        return caller_of(peer, forwarded_for, self._trusted)

    def _warn(self, peer: str | None) -> None:
        if not self._warned and is_private_peer(peer):
            self._warned = True
            note = "X-Forwarded-For is ignored: name the proxy in SITELOUPE_TRUSTED_PROXIES if it is yours"
            log.event("proxy-not-trusted", {"note": note}, logging.WARNING)
