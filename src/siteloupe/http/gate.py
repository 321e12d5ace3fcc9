"""Access to analyses, as JSON or as pages: two rules for request headers, then the rate limit."""

from collections.abc import Awaitable, Iterable
from typing import Any
from urllib.parse import urlsplit

from siteloupe.errors import Forbidden
from siteloupe.http.proxies import Callers
from siteloupe.ledger import caller
from siteloupe.limits import RateLimiter

Scope = Any
Origin = tuple[str, str, int]

MIN_USER_AGENT = 10
DEFAULT_PORTS = {"http": 80, "https": 443}


class Gate:
    """Admits requests to endpoints, or raises Forbidden or TooManyRequests."""

    def __init__(self, limiter: RateLimiter, callers: Callers, site_origin: str | None = None) -> None:
        self._limiter = limiter
        self._callers = callers
        self._own = None if site_origin is None else parse_origin(site_origin)

    def admit(self, scope: Scope, endpoint: str) -> Awaitable[None]:
        """Check the headers, then count the request and note its caller; refused requests do not count."""
        agent: bytes | None = None
        origins: list[bytes] = []
        forwarded: list[str] = []
        for name, value in scope["headers"]:
            if name == b"user-agent":
                agent = agent or value
            elif name == b"origin":
                origins.append(value)
            elif name == b"x-forwarded-for":
                forwarded.append(value.decode("latin-1"))
        check_user_agent(agent)
        if origins:
            check_origin(origins, self._own or request_origin(scope))
        who = self._callers.identify(scope, forwarded)
        caller.set(who)
        return self._limiter.admit(endpoint, who)


def check_user_agent(agent: bytes | None) -> None:
    """Raise Forbidden when the User-Agent is missing or shorter than ten characters."""
    if agent is None or len(agent.decode("utf-8", "replace").strip()) < MIN_USER_AGENT:
        raise Forbidden(
            f"Send a User-Agent header of at least {MIN_USER_AGENT} characters that names your client."
        )


def check_origin(origins: Iterable[bytes], own: Origin | None) -> None:
    """Raise Forbidden unless every Origin is ``own``, or http(s) on the host ``localhost``."""
    for value in origins:
        origin = parse_origin(value.decode("latin-1"))
        if origin is None or (origin != own and origin[1] != "localhost"):
            raise Forbidden(
                "Browsers may ask this endpoint only from the service's own site or localhost. "
                "Ask from your server, without an Origin header."
            )


def parse_origin(text: str) -> Origin | None:
    """Return scheme, host and port of a serialized http(s) origin; None for ``null``, lists and other text.

    Source: https://html.spec.whatwg.org/multipage/browsers.html#ascii-serialisation-of-an-origin
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        return None
    host = parts.netloc.lower()
    if text.lower() != f"{parts.scheme}://{host}" or not _is_host_and_port(host):
        return None
    return parts.scheme, parts.hostname, port or DEFAULT_PORTS[parts.scheme]


def _is_host_and_port(netloc: str) -> bool:
    return all(character.isalnum() or character in "-._:[]" for character in netloc)


def request_origin(scope: Scope) -> Origin | None:
    """Return the origin that a request was sent to, by its Host; None when that is no host."""
    host = next((value for name, value in scope["headers"] if name == b"host"), b"")
    return parse_origin(f"{scope.get('scheme', 'http')}://{host.decode('latin-1')}")
