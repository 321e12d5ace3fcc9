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
"""Types of hosts, the most telling first: what runs the site before what it runs on."""

MAX_NAME = 100
"""Characters that a host's name may have where it is encoded."""


@dataclass(frozen=True, slots=True)
class Providers:
    """``layers`` are all that matched; ``hosting`` and ``cdn`` are chosen among them, or None."""

    hosting: Signature | None
    cdn: Signature | None
    layers: tuple[Layer, ...]


def providers(exchange: Exchange) -> Providers:
    """Judge the headers and cookie names of ``exchange``; pages that could not be read are judged as well."""
    headers = Headers([*exchange.headers, *_decoded(exchange.headers)])
    facts = facts_of(exchange, headers=headers)
    layers = {
        kind: [_layer(kind, match) for match in load(file, kind=ServingProduct).matches(facts)]
        for kind, file in FILES.items()
    }
    hosts = sorted(layers["hosting"], key=lambda layer: SPECIFICITY.index(layer.type or ""))
    return Providers(
        hosting=_signature(hosts),
        cdn=_signature(layers["cdn"]),
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


def _signature(layers: list[Layer]) -> Signature | None:
    """The first of the layers, without what makes it a layer."""
    return next((Signature(name=layer.name, type=layer.type, via=layer.via) for layer in layers), None)


def _decoded(headers: Headers) -> Iterator[tuple[str, str]]:
    """``host-header`` lines that name the host in base64, in the clear."""
    for value in headers.all("host-header"):
        try:
            text = binascii.a2b_base64(value[:MAX_NAME], strict_mode=True).decode("ascii")
        except ValueError:  # binascii.Error and UnicodeDecodeError are both
            continue
        if text.isprintable():
            yield "host-header", text
