"""Counters of what was asked and answered, in Prometheus' text format. Every label has a bounded set."""

import functools
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

CONTENT_TYPE = CONTENT_TYPE_LATEST

BUCKETS = (0.001, 0.005, 0.025, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 25.0)


class Admission(Protocol):
    """What is known of the places for analyses."""

    @property
    def taken(self) -> int:
        """Places that are held now."""

    @property
    def waiting(self) -> int:
        """Analyses that wait for a place now."""


class Metrics:
    """The counters of one process, in their own registry."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry(auto_describe=False)
        requests = Counter(
            "siteloupe_requests",
            "Requests answered, by path (`other` for unknown ones) and status.",
            ("path", "status"),
            registry=self._registry,
        )
        seconds = Histogram(
            "siteloupe_request_seconds",
            "Time from a request's headers to the end of its answer.",
            ("path",),
            buckets=BUCKETS,
            registry=self._registry,
        )
        analyses = Counter(
            "siteloupe_analyses",
            "Analyses that were run, by outcome: `complete`, `unreadable`, or the failure's cause.",
            ("analysis", "outcome"),
            registry=self._registry,
        )
        reports = Counter(
            "siteloupe_reports",
            "Where an answer came from: `kept`, `joined` another request's flight, or `started` one.",
            ("analysis", "source"),
            registry=self._registry,
        )
        # Looking a child up by its labels costs more than counting: each is looked up once.
        self._requests = functools.cache(requests.labels)
        self._seconds = functools.cache(seconds.labels)
        self._analyses = functools.cache(analyses.labels)
        self._reports = functools.cache(reports.labels)

    def answered(self, path: str, status: int, seconds: float) -> None:
        """Count one request; ``path`` is one that the service has, or ``other``."""
        self._requests(path, status).inc()
        self._seconds(path).observe(seconds)

    def found(self, analysis: str, source: str) -> None:
        """Count where one answer came from."""
        self._reports(analysis, source).inc()

    def analysed(self, analysis: str, outcome: str) -> None:
        """Count how one analysis ended."""
        self._analyses(analysis, outcome).inc()

    def watch(self, places: Admission) -> None:
        """Show how many places are taken and how many analyses wait, whenever the text is asked for."""
        taken = Gauge("siteloupe_places_taken", "Analyses that hold a place now.", registry=self._registry)
        taken.set_function(lambda: places.taken)
        waiting = Gauge(
            "siteloupe_places_awaited", "Analyses that wait for a place now.", registry=self._registry
        )
        waiting.set_function(lambda: places.waiting)

    def text(self) -> bytes:
        """Everything, in the text format that ``CONTENT_TYPE`` names."""
        return generate_latest(self._registry)
