"""A fetch whose exchanges are spans."""

from urllib.parse import urlsplit

from siteloupe.capture import Exchange
from siteloupe.errors import SiteloupeError, cause_of
from siteloupe.fetching import Bounds, Fetch
from siteloupe.target import Target
from siteloupe.tracing import OFF, Attributes, Tracing


def traced(fetch: Fetch, tracing: Tracing) -> Fetch:
    """``fetch``, each exchange a client's span: which host, how it answered, how much came."""
    if tracing is OFF:
        return fetch

    async def exchanged(target: Target, bounds: Bounds) -> Exchange:
        asked: Attributes = {
            "http.request.method": "GET",
            "url.scheme": target.scheme,
            "server.address": target.host,
            "server.port": target.port,
        }
        with tracing.span("GET", asked, "client") as span:
            try:
                exchange = await fetch(target, bounds)
            except SiteloupeError as error:
                span.fail(cause_of(error))
                raise
            span.say(_answered(exchange))
            if exchange.status >= 400:
                span.fail(str(exchange.status))
            return exchange

    return exchanged


def _answered(exchange: Exchange) -> Attributes:
    """What the last hop was, and what it brought; redirects before it are only counted."""
    url = urlsplit(exchange.url)
    return {
        "http.response.status_code": exchange.status,
        "http.response.body.size": exchange.wire_bytes,
        "url.scheme": url.scheme,
        "server.address": url.hostname or "",
        "server.port": url.port or (443 if url.scheme == "https" else 80),
        "siteloupe.redirects": len(exchange.hops),
    }
