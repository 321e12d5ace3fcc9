"""How fast the page can load, by one visit: a score with documented components, and counts of its tags."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from msgspec import UNSET

from siteloupe.capture import Exchange
from siteloupe.document import Loads, Page
from siteloupe.reports.tech_stack import Component, Composition, Grade, Performance

CODINGS = {"br": "br", "gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate", "zstd": "zstd"}
"""Content codings that compress, by all their names; siteloupe never requests those with a shared dictionary.

Source: https://www.iana.org/assignments/http-parameters/#content-coding
"""


@dataclass(frozen=True, slots=True)
class Compression:
    """``name`` is the coding, ``none`` for an uncompressed answer, None when it is unknown.

    ``source`` is the header that shows it; ``note`` says why it is unknown.
    """

    name: str | None
    source: Literal["content-encoding", "content-length"] | None
    note: str | None = None

    @property
    def is_compressed(self) -> bool | None:
        """None when it is unknown, which does not mean false."""
        return None if self.name is None else self.name != "none"


def compression(exchange: Exchange) -> Compression:
    """Return the compression of ``exchange``.

    Every request accepts compression, so an answer without ``Content-Encoding`` is not compressed. No header
    shows that by itself, unless the length that was stated is the body's own.
    """
    if not exchange.body:
        return Compression(None, None, "The answer has no body that could have been compressed.")
    codings = [coding.strip().lower() for coding in (exchange.content_encoding or "").split(",")]
    names = [CODINGS.get(coding, coding) for coding in codings if coding not in {"", "identity"}]
    if not names:
        if exchange.content_encoding:
            return Compression("none", "content-encoding")
        whole = exchange.content_length == len(exchange.body)
        return Compression("none", "content-length" if whole else None)
    if unknown := [coding for coding in names if coding not in CODINGS]:
        return Compression(
            None,
            None,
            f"The server names an encoding that is not a compression of the web: {unknown[0][:40]}.",
        )
    return Compression(", ".join(names)[:40], "content-encoding")


def composition(page: Page) -> Composition:
    """Count the page's tags, also those in ``<noscript>`` and ``<template>``, but not in comments.

    ``<link rel=stylesheet>`` counts without a URL too: a script sets the URL of a delayed sheet.
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
    "One lab snapshot from where siteloupe runs, not what visitors' browsers measure. Server response "
    "time excludes DNS and connection setup."
)

GRADES: tuple[tuple[int, Grade], ...] = ((90, "A"), (80, "B"), (70, "C"), (60, "D"))

SMALL_BYTES = 1024
"""A smaller body gains nothing from compression, so its compression is not rated."""

_TENTH_PERCENTILE = 1.2815515655446004
"""The distance of the best tenth of a normal distribution from the median, in standard deviations."""


CUT_NOTE = (
    " The page was cut at the limit: htmlKb and requests are at least these, and not part of the score."
)


def performance(exchange: Exchange, loads: Loads) -> Performance:
    """Return everything about speed that one visit shows. ``loads`` are the files of the page.

    Of a page that was cut, its size and its requests are floors.
    """
    compressed_by = compression(exchange)
    response_ms = round(exchange.timing.first_byte)
    requests = _count_requests(exchange, loads)
    components = list(_rate(exchange, loads, compressed_by, requests))
    score = score_of(components)
    return Performance(
        score=score,
        grade=grade(score),
        server_response_ms=response_ms,
        ttfb_rating="fast" if response_ms < 300 else "moderate" if response_ms <= 800 else "slow",
        download_ms=round(exchange.timing.download),
        html_kb=round(len(exchange.body) / 1024, 1),
        compression=compressed_by.name,
        compressed=compressed_by.is_compressed,
        compression_source=compressed_by.source,
        compression_note=compressed_by.note,
        https=_is_https(exchange),
        requests=requests,
        html_cut=True if exchange.truncated else UNSET,
        note=NOTE + (CUT_NOTE if exchange.truncated else ""),
        components=components,
    )


def score_of(components: list[Component]) -> int:
    """Return the points of the measured components, scaled to 100, without components that have no value."""
    measured = [component for component in components if component.measured]
    possible = sum(component.max for component in measured)
    return round(100 * sum(component.points for component in measured) / possible) if possible else 0


def grade(score: int) -> Grade:
    """Return the letter of a score."""
    return next((letter for floor, letter in GRADES if score >= floor), "F")


def log_normal(value: float, *, good: float, median: float) -> float:
    """Return 1 for the best value, 0.9 at ``good``, 0.5 at ``median``, then towards 0, as Lighthouse does.

    Source: https://developer.chrome.com/docs/lighthouse/performance/performance-scoring
    """
    if value <= 0:
        return 1.0
    deviations = (math.log(value) - math.log(median)) / math.log(median / good) * _TENTH_PERCENTILE
    return math.erfc(deviations / math.sqrt(2)) / 2


def _rate(exchange: Exchange, loads: Loads, compressed_by: Compression, requests: int) -> Iterator[Component]:
    response = exchange.timing.first_byte
    yield _curve_component("serverResponseMs", response, 35, good=200, median=600, measured=response > 0)
    is_whole = not exchange.truncated
    yield _curve_component("htmlKb", len(exchange.body) / 1024, 15, good=50, median=150, measured=is_whole)
    is_measured = compressed_by.name is not None and len(exchange.body) >= SMALL_BYTES
    yield _choice_component(
        "compression", compressed_by.name, 15, passes=bool(compressed_by.is_compressed), measured=is_measured
    )
    yield _curve_component("renderBlocking", loads.blocking, 15, good=2, median=8, measured=is_whole)
    yield _curve_component("requests", requests, 10, good=15, median=50, measured=is_whole)
    yield _choice_component("https", _is_https(exchange), 5, passes=_is_https(exchange))
    yield _component("redirects", len(exchange.hops), 5, 5.0 / (1 + len(exchange.hops)))


def _curve_component(
    name: str, value: float, max_points: int, *, good: float, median: float, measured: bool = True
) -> Component:
    """Make a component whose points follow a curve: 90 % of them at ``good``, half at ``median``."""
    points = max_points * log_normal(value, good=good, median=median)
    return _component(name, value, max_points, points, measured=measured)


def _choice_component(
    name: str, value: str | bool | None, max_points: int, *, passes: bool, measured: bool = True
) -> Component:
    """Make a component with all points or none."""
    points = max_points if passes and measured else 0
    return Component(name=name, value=value, points=points, max=max_points, measured=measured)


def _component(
    name: str, value: float, max_points: int, points: float, *, measured: bool = True
) -> Component:
    rounded = round(value, 1) if measured else None
    return Component(
        name=name,
        value=rounded,
        points=round(points if measured else 0, 1),
        max=max_points,
        measured=measured,
    )


def _count_requests(exchange: Exchange, loads: Loads) -> int:
    """Count the page and its distinct files."""
    return 1 + len({*loads.fetched} - {exchange.url.partition("#")[0]})


def _is_https(exchange: Exchange) -> bool:
    return exchange.url.startswith("https://")
