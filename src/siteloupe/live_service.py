"""A service on the live network: its judging processes, its fetch, and its browser, all closed with it."""

import functools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.warm_up import warm_up
from siteloupe.cache import Cache
from siteloupe.capture import Exchange
from siteloupe.errors import BadTarget, SiteloupeError, cause_of
from siteloupe.fetching import Bounds, Fetch
from siteloupe.gather.visit import visit
from siteloupe.judging import open_judges
from siteloupe.ledger import FETCHED_BYTE, Ledger, caller
from siteloupe.metrics import Metrics
from siteloupe.net import open_fetch
from siteloupe.render import open_renderer
from siteloupe.service import Refusals, Service
from siteloupe.settings import Settings
from siteloupe.target import Target
from siteloupe.tracing import OFF, Tracing, trace_fetch


@asynccontextmanager
async def open_service(
    settings: Settings,
    metrics: Metrics | None = None,
    cache: Cache | None = None,
    tracing: Tracing = OFF,
    *,
    alone_for: tuple[Analysis, ...] = (),
) -> AsyncIterator[Service]:
    """Open a service until the end of the block.

    ``alone_for``: for one user of these analyses, in a process without threads; one process judges.
    """
    metrics = metrics or Metrics()
    ledger, refusals = Ledger(), Refusals(metrics)
    judges = open_judges(
        settings,
        ledger,
        count=1 if alone_for else None,
        prepare=functools.partial(warm_up, alone_for) if alone_for else None,
        on_job=metrics.count_judging,
        on_end=metrics.count_judge_end,
    )
    async with (
        judges as judge,
        open_fetch(settings, ledger) as fetch,
        open_renderer(settings, metrics.count_render, ledger) as render,
    ):
        observed = trace_fetch(_count_exchanges(fetch, metrics, ledger, refusals), tracing)
        metrics.watch("judges", "Processes that judge pages.", lambda: float(judge.alive))
        metrics.watch(
            "judging_awaited", "Tasks that wait for such a process now.", lambda: float(judge.queue_length)
        )
        settings_when_busy = replace(settings, ahead=0)
        service = Service(
            settings,
            lambda target, deadline, needs: visit(
                target,
                observed,
                settings_when_busy if service.is_busy else settings,
                deadline,
                judge=judge,
                note_refusal=refusals.note,
                render=render,
                needs=needs,
            ),
            metrics=metrics,
            cache=cache,
            judge=judge,
            is_judging=lambda: judge.is_ready,
            ledger=ledger,
            tracing=tracing,
        )
        try:
            yield service
        finally:
            await service.close()


def _count_exchanges(fetch: Fetch, metrics: Metrics, ledger: Ledger, refusals: Refusals) -> Fetch:
    """``fetch``, with every exchange counted, and charged to its caller."""

    async def fetch_and_count(target: Target, bounds: Bounds) -> Exchange:
        try:
            exchange = await fetch(target, bounds)
        except SiteloupeError as error:
            metrics.count_failed_exchange(cause_of(error))
            if isinstance(error, BadTarget):
                refusals.note(error)
            raise
        metrics.count_exchange(exchange)
        ledger.charge(caller.get(), max(exchange.wire_bytes, len(exchange.body)) * FETCHED_BYTE)
        return exchange

    return fetch_and_count
