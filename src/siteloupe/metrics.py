"""Counters of requests and answers, in Prometheus' text format.

Every label has a limited set of values. Several workers count into files of one folder, and each of them can
add up all. Source: https://prometheus.github.io/client_python/multiprocess/
"""

import functools
import os
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from siteloupe.capture import Exchange
from siteloupe.counting import reserve

CONTENT_TYPE = CONTENT_TYPE_LATEST

BUCKETS = (0.001, 0.005, 0.025, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 25.0)


class DescribedMetric(NamedTuple):
    """One metric for documents; ``kind`` is Prometheus' word."""

    name: str
    kind: str
    labels: tuple[str, ...]
    meaning: str


class Metrics:
    """The counters of one process, in their own registry.

    ``folder`` is shared with the other workers of the same server; None without other workers. Without room
    in it, this process counts alone.

    What is counted for every request is added by :meth:`look`: to count it in the registry at once would take
    as long as to find a kept answer.
    """

    def __init__(self, folder: Path | None = None) -> None:
        if folder is not None and not reserve(folder, os.getpid()):
            folder, values.ValueClass = None, values.MutexValue
        self._folder = folder
        self._registry = CollectorRegistry(auto_describe=False)
        self._described: list[DescribedMetric] = []
        self._watched: list[tuple[Gauge, Callable[[], float]]] = []
        requests = self._counter(
            "requests", "Requests answered, by path (`other` for unknown ones) and status.", "path", "status"
        )
        seconds = self._histogram("request_seconds", "Time from a request's headers to its end.", "path")
        analyses = self._counter(
            "analyses",
            "Analyses that were run, by outcome: `complete`, `unreadable`, `left` by every caller, or the "
            "failure's cause.",
            "analysis",
            "outcome",
        )
        reports = self._counter(
            "reports",
            "Where an answer came from: `kept`, `shared` by another process, `joined` another request's "
            "flight, or `started` one.",
            "analysis",
            "source",
        )
        stages = self._histogram(
            "stage_seconds",
            "How long each step of fetching took (`dns`, `connect`, `first-byte`, `download`).",
            "stage",
        )
        fetches = self._counter(
            "fetches", "Requests to sites: `answered`, or the failure's cause.", "outcome"
        )
        refusals = self._counter(
            "refused_targets",
            "Targets that the address wall refused, typed or led to, by rule: `private`, `loopback`, "
            "`link-local`, `metadata`, `own`, `reserved`, `port`, `number`, `reserved-name`, `credentials`.",
            "rule",
        )
        questions = self._counter(
            "store_questions",
            "Questions to the shared store: `answered`, `refused`, `failed`, or `skipped` while it rests.",
            "outcome",
        )
        judging = self._histogram(
            "judging_cpu_seconds", "CPU time that judging processes took for a task, by task.", "task"
        )
        judge_ends = self._counter(
            "judge_ends",
            "Judging processes that ended: `cpu` or `memory` used up, `interrupted` for another caller, "
            "`left` by their caller, `killed` by the system, `crashed`; or `not-started`.",
            "cause",
        )
        renders = self._histogram(
            "render_seconds",
            "Renderings of pages by outcome: `complete`; `timed-out`, `heavy` (CPU time or memory), "
            "`crashed`, `failed`, `page-cut`; `not-started`, `resting` after failed starts.",
            "outcome",
        )
        self._browser_deaths = self._counter("browser_deaths", "Browsers that ended before their time.")
        self._proxy_refusals = self._counter(
            "render_refusals", "Connections that a rendered page or its browser tried past the interception."
        )
        self._lag = self._histogram("loop_lag_seconds", "How late the event loop came back to a due task.")
        self._fetched_bytes = self._counter("fetched_bytes", "Bytes of bodies received from sites, as sent.")
        self._cpu = self._counter("cpu_seconds", "Time of processors that workers have used.")
        self._cpu_counted = 0.0
        self._new_requests: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
        self._new_sources: defaultdict[tuple[str, str], int] = defaultdict(int)
        self.watch("workers", "Workers that serve.", lambda: 1.0)
        self.watch("resident_bytes", "Memory that workers hold; on Linux.", _resident_bytes)
        # To find a child by its labels takes longer than to count: each is looked up once.
        self._requests = functools.cache(requests.labels)
        self._seconds = functools.cache(seconds.labels)
        self._analyses = functools.cache(analyses.labels)
        self._reports = functools.cache(reports.labels)
        self._stages = functools.cache(stages.labels)
        self._fetches = functools.cache(fetches.labels)
        self._questions = functools.cache(questions.labels)
        self._refusals = functools.cache(refusals.labels)
        self._judging = functools.cache(judging.labels)
        self._judge_ends = functools.cache(judge_ends.labels)
        self._renders = functools.cache(renders.labels)

    def count_request(self, path: str, status: int, seconds: float) -> None:
        """Count one request; ``path`` is one that the service has, or ``other``."""
        self._new_requests[path, status].append(seconds)

    def count_source(self, analysis: str, source: str) -> None:
        """Count the source of one answer."""
        self._new_sources[analysis, source] += 1

    def count_analysis(self, analysis: str, outcome: str) -> None:
        """Count the outcome of one analysis."""
        self._analyses(analysis, outcome).inc()

    def count_judging(self, task: str, seconds: float) -> None:
        """Count the CPU seconds of one task on a page."""
        self._judging(task).observe(seconds)

    def count_judge_end(self, cause: str) -> None:
        """Count a judging process that was ended, or could not be started."""
        self._judge_ends(cause).inc()

    def count_render(self, outcome: str, seconds: float, refused: int) -> None:
        """Count a rendering, or a ``death`` of the browser, and the connections that were refused then."""
        if outcome == "death":
            self._browser_deaths.inc()
        else:
            self._renders(outcome).observe(seconds)
        self._proxy_refusals.inc(refused)

    def count_exchange(self, exchange: Exchange) -> None:
        """Count one exchange with a site: its last hop's timings, and its bytes."""
        self._fetches("answered").inc()
        self._fetched_bytes.inc(exchange.wire_bytes)
        timing = exchange.timing
        for stage, milliseconds in (("dns", timing.dns), ("connect", timing.connect)):
            if milliseconds is not None:
                self._stages(stage).observe(milliseconds / 1000)
        self._stages("first-byte").observe(timing.first_byte / 1000)
        self._stages("download").observe(timing.download / 1000)

    def count_failed_exchange(self, cause: str) -> None:
        """Count one failed request to a site."""
        self._fetches(cause).inc()

    def count_refusal(self, rule: str) -> None:
        """Count one target that the address wall refused."""
        self._refusals(rule).inc()

    def count_store_question(self, outcome: str) -> None:
        """Count one question to the shared store."""
        self._questions(outcome).inc()

    def count_lag(self, seconds: float) -> None:
        """Count the delay of the event loop."""
        self._lag.observe(seconds)

    def watch(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Show the result of ``value`` at the last :meth:`look` as ``siteloupe_<name>``."""
        name = self._register(name, "gauge", (), meaning)
        gauge = Gauge(name, meaning, registry=self._registry, multiprocess_mode="livesum")
        self._watched.append((gauge, value))

    def look(self) -> None:
        """Add what was counted since the last time, and read all watched values.

        Each of several workers must do this regularly, and at its end.
        """
        self._add_new()
        for gauge, value in self._watched:
            gauge.set(value())
        used = time.process_time()
        self._cpu.inc(used - self._cpu_counted)
        self._cpu_counted = used

    def _add_new(self) -> None:
        for (path, status), seconds in self._new_requests.items():
            self._requests(path, status).inc(len(seconds))
            observe = self._seconds(path).observe
            for each in seconds:
                observe(each)
        for (analysis, source), count in self._new_sources.items():
            self._reports(analysis, source).inc(count)
        self._new_requests.clear()
        self._new_sources.clear()

    def text(self) -> bytes:
        """Return all metrics, of all workers, in the text format that ``CONTENT_TYPE`` names."""
        self.look()
        if self._folder is None:
            return generate_latest(self._registry)
        try:
            every_worker = CollectorRegistry()
            MultiProcessCollector(every_worker, path=str(self._folder))  # type: ignore[no-untyped-call]
            return generate_latest(every_worker)
        except (OSError, ValueError):  # somebody has removed the folder, or no file can be opened
            return generate_latest(self._registry)

    def descriptions(self) -> tuple[DescribedMetric, ...]:
        """Return the description of every metric, for documents."""
        return tuple(self._described)

    def forget_the_dead(self) -> None:
        """Remove the watched values of workers that ended; their counts stay."""
        if self._folder is not None:
            for file in self._folder.glob("gauge_live*.db"):
                pid = int(file.stem.rpartition("_")[2])
                if not _lives(pid):
                    mark_process_dead(pid, str(self._folder))  # type: ignore[no-untyped-call]

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        name = self._register(f"{name}_total", "counter", labels, meaning)
        return Counter(name, meaning, labels, registry=self._registry)

    def _histogram(self, name: str, meaning: str, *labels: str) -> Histogram:
        name = self._register(name, "histogram", labels, meaning)
        return Histogram(name, meaning, labels, registry=self._registry, buckets=BUCKETS)

    def _register(self, name: str, kind: str, labels: tuple[str, ...], meaning: str) -> str:
        """Return the full name, and keep the description for documents."""
        self._described.append(DescribedMetric(f"siteloupe_{name}", kind, labels, meaning))
        return f"siteloupe_{name}"


def _resident_bytes() -> float:
    """Return the size of the resident set; 0 when the system does not state it.

    Source: https://man7.org/linux/man-pages/man5/proc_pid_statm.5.html
    """
    try:
        pages = Path("/proc/self/statm").read_text("ascii").split()[1]
    except OSError:
        return 0.0
    return float(int(pages) * os.sysconf("SC_PAGE_SIZE"))


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
