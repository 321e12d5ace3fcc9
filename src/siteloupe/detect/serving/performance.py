"""How fast the page can load, judged from one visit: a score of documented parts, and counts of its tags."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from siteloupe.capture import Exchange
from siteloupe.document import Loads, Page
from siteloupe.reports.tech_stack import Component, Composition, Grade, Performance

CODINGS = {"br": "br", "gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate", "zstd": "zstd"}
"""Content codings that compress, by every name they have; the shared-dictionary ones are never asked for.

Source: https://www.iana.org/assignments/http-parameters/#content-coding
"""


@dataclass(frozen=True, slots=True)
class Compression:
    """``name`` is the coding, ``none`` when observed uncompressed, None when it cannot be told.

    ``source`` is what told; ``note`` is why nothing did.
    """

    name: str | None
    source: Literal["content-encoding", "content-length"] | None
    note: str | None = None

    @property
    def compressed(self) -> bool | None:
        """None when it cannot be told, never to be read as no."""
        return None if self.name is None else self.name != "none"


def compression(exchange: Exchange) -> Compression:
    """How ``exchange`` was compressed.

    Every request asks for compression, so without ``Content-Encoding`` nothing was compressed.
    """
    if not exchange.body:
        return Compression(None, None, "The answer has no body that could have been compressed.")
    codings = [coding.strip().lower() for coding in (exchange.content_encoding or "").split(",")]
    named = [CODINGS.get(coding, coding) for coding in codings if coding not in {"", "identity"}]
    if not named:
        whole = exchange.content_length == len(exchange.body)
        return Compression("none", "content-length" if whole else "content-encoding")
    if unknown := [coding for coding in named if coding not in CODINGS]:
        return Compression(
            None,
            None,
            f"The server names an encoding that is not a compression of the web: {unknown[0][:40]}.",
        )
    return Compression(", ".join(named)[:40], "content-encoding")


def composition(page: Page) -> Composition:
    """The counts; what stands in ``<noscript>`` and ``<template>`` counts, what is commented out does not.

    ``<link rel=stylesheet>`` counts without an address too: delayed sheets get theirs from a script.
    """
    return Composition(
        scripts=sum("src" in script.attributes for script in page.scripts),
        stylesheets=sum("stylesheet" in link.rel for link in page.links),
        images=sum(image.tag == "img" for image in page.images),
        inline_scripts=sum(
            "src" not in script.attributes and script.is_executable for script in page.scripts
        ),
        inline_styles=len(page.styles),
    )


NOTE = (
    "One lab snapshot from where siteloupe runs, not what visitors' browsers measure; serverResponseMs runs "
    "from the request to the first byte, without name look-up and connecting."
)

GRADES: tuple[tuple[int, Grade], ...] = ((90, "A"), (80, "B"), (70, "C"), (60, "D"))

SMALL_BYTES = 1024
"""A body below this gains nothing from being compressed, so its compression is not judged."""

_TENTH_PERCENTILE = 1.2815515655446004
"""How many deviations of a normal distribution its best tenth lies away from the median."""


def performance(exchange: Exchange, loads: Loads) -> Performance:
    """Everything about speed that one visit shows. ``loads`` are those of the page in ``exchange``."""
    packed = compression(exchange)
    response_ms = round(exchange.timing.first_byte)
    requests = _requests(exchange, loads)
    components = list(_components(exchange, loads, packed, requests))
    score = score_of(components)
    return Performance(
        score=score,
        grade=grade(score),
        server_response_ms=response_ms,
        ttfb_rating="fast" if response_ms < 300 else "moderate" if response_ms <= 800 else "slow",
        download_ms=round(exchange.timing.download),
        html_kb=round(len(exchange.body) / 1024, 1),
        compression=packed.name,
        compressed=packed.compressed,
        compression_source=packed.source,
        compression_note=packed.note,
        https=_is_https(exchange),
        requests=requests,
        note=NOTE,
        components=components,
    )


def score_of(components: list[Component]) -> int:
    """Points of what was measured, rescaled to 100. What was not measured neither adds nor takes away."""
    measured = [component for component in components if component.measured]
    possible = sum(component.max for component in measured)
    return round(100 * sum(component.points for component in measured) / possible) if possible else 0


def grade(score: int) -> Grade:
    """The letter of a score."""
    return next((letter for floor, letter in GRADES if score >= floor), "F")


def log_normal(value: float, *, good: float, median: float) -> float:
    """1 for the best, 0.9 at ``good``, 0.5 at ``median``, towards 0 beyond: the curve Lighthouse scores by.

    Source: https://developer.chrome.com/docs/lighthouse/performance/performance-scoring
    """
    if value <= 0:
        return 1.0
    deviations = (math.log(value) - math.log(median)) / math.log(median / good) * _TENTH_PERCENTILE
    return math.erfc(deviations / math.sqrt(2)) / 2


def _components(exchange: Exchange, loads: Loads, packed: Compression, requests: int) -> Iterator[Component]:
    response = exchange.timing.first_byte
    yield _curve("serverResponseMs", response, 35, good=200, median=600, measured=response > 0)
    yield _curve("htmlKb", len(exchange.body) / 1024, 15, good=50, median=150)
    judged = packed.name is not None and len(exchange.body) >= SMALL_BYTES
    yield _choice("compression", packed.name, 15, won=bool(packed.compressed), measured=judged)
    yield _curve("renderBlocking", loads.blocking, 15, good=2, median=8)
    yield _curve("requests", requests, 10, good=15, median=50)
    yield _choice("https", _is_https(exchange), 5, won=_is_https(exchange))
    yield _points("redirects", len(exchange.hops), 5, 5.0 / (1 + len(exchange.hops)))


def _curve(
    name: str, value: float, most: int, *, good: float, median: float, measured: bool = True
) -> Component:
    """Points that fall along a curve: 90 % of them at ``good``, half at ``median``."""
    points = most * log_normal(value, good=good, median=median)
    return _points(name, value, most, points, measured=measured)


def _choice(name: str, value: str | bool | None, most: int, *, won: bool, measured: bool = True) -> Component:
    """All points or none."""
    points = most if won and measured else 0
    return Component(name=name, value=value, points=points, max=most, measured=measured)


def _points(name: str, value: float, most: int, points: float, *, measured: bool = True) -> Component:
    shown = round(value, 1) if measured else None
    return Component(
        name=name, value=shown, points=round(points if measured else 0, 1), max=most, measured=measured
    )


def _requests(exchange: Exchange, loads: Loads) -> int:
    """The page, and the distinct files besides it."""
    return 1 + len({*loads.fetched} - {exchange.url.partition("#")[0]})


def _is_https(exchange: Exchange) -> bool:
    return exchange.url.startswith("https://")
