"""Who serves the site: the host, the CDN and every layer that the response headers name.

The headers are data: ``hosting.toml``, ``cdn.toml``, ``caches.toml`` and ``servers.toml`` of ``products``.
"""

import binascii
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from siteloupe.capture import Exchange, Headers
from siteloupe.products import Match, ServingProduct, facts_of, load
from siteloupe.reports.tech_stack import Layer, Signature

LayerKind = Literal["hosting", "cdn", "cache", "server"]

FILES: dict[LayerKind, str] = {
    "hosting": "hosting.toml",
    "cdn": "cdn.toml",
    "cache": "caches.toml",
    "server": "servers.toml",
}

SPECIFICITY = (
    "managed-wordpress",
    "static-wordpress",
    "paas",
    "site-builder",
    "shared",
    "storage",
    "cloud",
    "load-balancer",
    "control-panel",
)
"""Types of hosting, the most specific first: the service that runs the site before its infrastructure."""

MAX_NAME = 100
"""The longest encoded name of a host, in characters."""


@dataclass(frozen=True, slots=True)
class Providers:
    """``layers`` are all matches; ``hosting`` and ``cdn`` are the best of them, or None."""

    hosting: Signature | None
    cdn: Signature | None
    layers: tuple[Layer, ...]


def providers(exchange: Exchange) -> Providers:
    """Analyze the headers and cookie names of ``exchange``, also of an answer that is not a page."""
    headers = Headers([*exchange.headers, *_decode_host_headers(exchange.headers)])
    facts = facts_of(exchange, headers=headers)
    layers = {
        kind: [_layer(kind, match) for match in load(file, kind=ServingProduct).matches(facts)]
        for kind, file in FILES.items()
    }
    hosts = sorted(layers["hosting"], key=lambda layer: SPECIFICITY.index(layer.type or ""))
    return Providers(
        hosting=_first_provider(hosts),
        cdn=_first_provider(layers["cdn"]),
        layers=tuple(layer for several in layers.values() for layer in several),
    )


def _layer(kind: LayerKind, match: Match[ServingProduct]) -> Layer:
    hit = match.best()
    subject, name = hit.condition.subject
    return Layer(
        kind=kind,
        name=match.product.name,
        type=match.product.category,
        via="set-cookie" if subject == "cookie" else name,
        value=hit.value,
    )


def _first_provider(layers: list[Layer]) -> Signature | None:
    """Return the name and type of the first layer."""
    return next((Signature(name=layer.name, type=layer.type, via=layer.via) for layer in layers), None)


def _decode_host_headers(headers: Headers) -> Iterator[tuple[str, str]]:
    """Yield the ``host-header`` lines that name the host in base64, decoded."""
    for value in headers.all("host-header"):
        try:
            text = binascii.a2b_base64(value[:MAX_NAME], strict_mode=True).decode("ascii")
        except ValueError:  # binascii.Error and UnicodeDecodeError are both
            continue
        if text.isprintable():
            yield "host-header", text
