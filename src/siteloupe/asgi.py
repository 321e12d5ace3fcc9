"""The whole service as one ASGI app, ``siteloupe.asgi:app``.

All objects that exist as long as the process are made here, once, and passed on; no other module reads the
environment.
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from limits.aio.storage import MovingWindowSupport

from siteloupe import log
from siteloupe.analyses import ANALYSES
from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.judge import judge
from siteloupe.api import example, export, openapi
from siteloupe.api.analysis import JSON, AnalysisApp
from siteloupe.api.operations import Health, metrics_page, openapi_page
from siteloupe.counting import FOLDER
from siteloupe.detect.site import Site
from siteloupe.errors import BadSetting
from siteloupe.http.front import Front, Receive, Resource, Scope, Send
from siteloupe.http.gate import Gate
from siteloupe.http.hosts import host_rule, rebinding_warning
from siteloupe.http.proxies import Callers, ProxyHeaders
from siteloupe.limits import RateLimiter, RollingMinutes, effective_limits
from siteloupe.live_service import open_service
from siteloupe.mcp import http as mcp
from siteloupe.mcp.methods import Methods
from siteloupe.mcp.server_card import CARD_PATHS, CATALOG_PATH, catalog, server_card
from siteloupe.metrics import Metrics
from siteloupe.process import tune_for_pages
from siteloupe.service import Service
from siteloupe.settings import Settings
from siteloupe.shared import open_shared
from siteloupe.tracing import OFF, Tracing, open_tracing
from siteloupe.web.answers import TextApp
from siteloupe.web.drawing import ServiceFacts
from siteloupe.web.website import Website

MAX_EXAMPLE = 100_000
"""Most bytes of an example report."""

PULSE_SECONDS = 1.0
"""Seconds between two readings of the watched values of a worker."""


def front(
    settings: Settings,
    service: Service,
    metrics: Metrics,
    health: Health,
    analyses: tuple[Analysis, ...] = ANALYSES,
    *,
    windows: MovingWindowSupport | None = None,
    tracing: Tracing = OFF,
) -> Front:
    """Every path of the service, as one ASGI app for HTTP."""
    built_in = {analysis.name: analysis.limit for analysis in analyses}
    built_in |= {mcp.ENDPOINT: mcp.LIMIT, export.ENDPOINT: export.LIMIT}
    limits = effective_limits(built_in, settings.rate_limits)
    limiter = RateLimiter(limits, windows)
    callers = Callers(settings.trusted_proxies)
    gate = Gate(limiter, callers, settings.site_origin)
    resources = {
        f"/{analysis.name}": Resource(AnalysisApp(analysis, service, gate, settings.cache_seconds))
        for analysis in analyses
    }
    resources[f"/{export.ENDPOINT}"] = Resource(
        export.ExportApp(analyses, service, gate, settings.cache_seconds)
    )
    methods = Methods(analyses, service, settings.site_origin)
    resources[f"/{mcp.ENDPOINT}"] = Resource(
        mcp.McpApp(methods, limiter, callers, mcp.origin_rule(settings), seconds=settings.total_seconds),
        ("POST",),
        mcp.ALLOW_HEADERS,
    )
    cards = dict.fromkeys(CARD_PATHS, server_card) | {CATALOG_PATH: catalog}
    for path, text in cards.items():
        resources[path] = Resource(TextApp(text, JSON, settings.site_origin))
    resources["/healthz"] = Resource(health.health)
    resources["/readyz"] = Resource(health.readiness)
    resources["/metrics"] = Resource(metrics_page(metrics))
    resources["/openapi.json"] = Resource(
        openapi_page(openapi.encode_document(analyses, settings.site_origin, mcp.LIMIT))
    )
    facts = ServiceFacts(analyses, limits, settings.sent_user_agent, _example(analyses))
    website = Website(facts, service, gate, settings.site_origin)
    proxies = ProxyHeaders(settings.trusted_proxies)
    return Front(
        resources | website.resources,
        metrics,
        website.missing,
        tracing=tracing,
        proxies=proxies,
        hosts=host_rule(settings),
    )


def _example(analyses: tuple[Analysis, ...]) -> dict[str, Any]:
    """Return the reports on the invented site of the API's description; none without an overview."""
    if not any(analysis.parts for analysis in analyses):
        return {}
    site = Site(example.readable_visit())
    reports = {analysis.name: judge(analysis, site, MAX_EXAMPLE) for analysis in analyses}
    return {name: msgspec.json.decode(msgspec.json.encode(report)) for name, report in reports.items()}


@asynccontextmanager
async def open_app(
    settings: Settings, metrics: Metrics | None = None, tracing: Tracing = OFF
) -> AsyncIterator[Front]:
    """Open the service on the network; its health is bad after the block."""
    metrics = metrics or Metrics()
    windows = RollingMinutes()
    metrics.watch("limit_windows", "Callers' rolling minutes remembered.", lambda: float(len(windows)))
    async with (
        open_shared(settings, windows, metrics) as shared,
        open_service(settings, metrics, shared.answers, tracing) as service,
    ):
        health = Health(lambda: service.is_full, lambda: service.is_judging)
        pulse = asyncio.create_task(_pulse(metrics))
        try:
            yield front(settings, service, metrics, health, windows=shared.windows, tracing=tracing)
        finally:
            health.stopping = True
            pulse.cancel()


async def _pulse(metrics: Metrics) -> None:
    """Read the watched values, and measure the delay of the event loop."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + PULSE_SECONDS
        await asyncio.sleep(PULSE_SECONDS)
        metrics.count_lag(max(0.0, loop.time() - due))
        metrics.look()


class Application:
    """Opens the service at the start of ASGI's lifespan, and closes it at the end.

    Source: https://asgi.readthedocs.io/en/latest/specs/lifespan.html
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._front: Front | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one scope: ``lifespan``, or an ``http`` request after it."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http" and self._front is not None:
            await self._front(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close"})
        else:
            raise RuntimeError("siteloupe needs a server that speaks ASGI's lifespan")

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        log.write_to()
        try:
            async with self._open_app() as self._front:
                tune_for_pages()
                await send({"type": "lifespan.startup.complete"})
                await receive()
        except Exception as error:
            if self._front is not None:
                raise
            if isinstance(error, BadSetting):
                log.event("start-up-failed", {"note": str(error)}, logging.ERROR)
            else:
                log.logger.exception("start-up-failed")
            await send({"type": "lifespan.startup.failed", "message": str(error)})
        else:
            await send({"type": "lifespan.shutdown.complete"})
        finally:
            log.write_nowhere()

    @asynccontextmanager
    async def _open_app(self) -> AsyncIterator[Front]:
        settings = Settings.from_environment(self._environment)
        for warning in (*settings.warnings(), rebinding_warning(settings)):
            if warning is not None:
                log.event("weakened", {"note": warning}, logging.WARNING)
        folder = self._environment.get(FOLDER)
        metrics = Metrics(Path(folder) if folder else None)
        metrics.forget_the_dead()
        async with open_tracing(self._environment) as tracing, open_app(settings, metrics, tracing) as built:
            yield built


app = Application(os.environ)
