"""The whole service as one ASGI app, ``siteloupe.asgi:app``, and how it is served.

Everything that lives as long as the process is built here, once, and handed down; nothing else reads the
environment.
"""

import logging
import os
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.common import AbstractServer

from siteloupe import log
from siteloupe.analyses import ANALYSES
from siteloupe.analyses.row import Analysis
from siteloupe.api import openapi
from siteloupe.api.analysis import AnalysisApp
from siteloupe.api.front import Front, Receive, Resource, Scope, Send
from siteloupe.api.gate import Gate
from siteloupe.api.operations import Health, metrics_page, openapi_page
from siteloupe.limits import RateLimiter, effective_limits
from siteloupe.metrics import Metrics
from siteloupe.service import Service, open_service
from siteloupe.settings import Settings

SHUTDOWN_SECONDS = 25
"""How long requests that are being answered may go on after SIGTERM."""

HEADER_SECONDS = 10
MAX_HEADER_BYTES = 64 * 1024
MCP_LIMIT = 30


def front(
    settings: Settings,
    service: Service,
    metrics: Metrics,
    health: Health,
    analyses: tuple[Analysis, ...] = ANALYSES,
) -> Front:
    """Every path of the service, as one ASGI app for HTTP."""
    built_in = {analysis.name: analysis.limit for analysis in analyses} | {"mcp": MCP_LIMIT}
    limiter = RateLimiter(effective_limits(built_in, settings.rate_limits))
    gate = Gate(limiter, settings.site_origin, settings.trusted_proxies)
    resources = {
        f"/{analysis.name}": Resource(AnalysisApp(analysis, service, gate, settings.cache_seconds))
        for analysis in analyses
    }
    resources["/healthz"] = Resource(health)
    resources["/metrics"] = Resource(metrics_page(metrics))
    resources["/openapi.json"] = Resource(openapi_page(openapi.encoded(analyses, settings.site_origin)))
    return Front(resources, metrics)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Front]:
    """The service on the live network; its health turns red when the block ends."""
    metrics, health = Metrics(), Health()
    async with open_service(settings, metrics) as service:
        try:
            yield front(settings, service, metrics, health)
        finally:
            health.stopping = True


class Application:
    """Builds the service when the server starts it, by ASGI's lifespan, and closes it at the end.

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
            async with self._opened() as self._front:
                await send({"type": "lifespan.startup.complete"})
                await receive()
        except Exception as error:
            if self._front is not None:
                raise
            log.logger.exception("start-up-failed")
            await send({"type": "lifespan.startup.failed", "message": str(error)})
        else:
            await send({"type": "lifespan.shutdown.complete"})
        finally:
            log.write_nowhere()

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[Front]:
        settings = Settings.from_environment(self._environment)
        for warning in settings.warnings():
            log.event("weakened", {"note": warning}, logging.WARNING)
        async with opened(settings) as built:
            yield built


app = Application(os.environ)


def serve(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT, and let what is being answered finish. Prints the address.

    The workers are processes of their own that read the environment again, so what the command line
    changed is written there.
    """
    os.environ.update(
        SITELOUPE_HOST=settings.host,
        SITELOUPE_PORT=str(settings.port),
        SITELOUPE_WORKERS=str(settings.workers),
    )
    os.register_at_fork(after_in_child=_end_on_signals)
    server = granian("siteloupe.asgi:app", settings)
    server.on_startup(lambda: print(f"siteloupe listens on {address(settings)}", flush=True))  # noqa: T201
    server.serve()


def _end_on_signals() -> None:
    """Let a worker be ended while it starts: it inherits the server's handlers, which end nothing in it."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


def granian(app: str, settings: Settings) -> AbstractServer[Any]:
    """A server for ``app`` at the settings' address, bounded against slow and large requests."""
    return Granian(
        app,
        address=settings.host,
        port=settings.port,
        workers=settings.workers,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=HEADER_SECONDS * 1000, max_buffer_size=MAX_HEADER_BYTES
        ),
        websockets=False,
        log_access=False,
        log_level=LogLevels.warning,
        workers_kill_timeout=SHUTDOWN_SECONDS,
    )


def address(settings: Settings) -> str:
    """Where a browser on this machine finds the service."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"
