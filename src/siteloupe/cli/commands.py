"""The commands that serve: serve and mcp."""

import sys

import click

from siteloupe.cli.event_loop import run
from siteloupe.cli.options import settings_with
from siteloupe.cli.output import end_without_reader
from siteloupe.settings import Settings


@click.command("serve")
@click.option("--host", help="Address to listen on.  [SITELOUPE_HOST, 127.0.0.1]")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on.  [SITELOUPE_PORT, 8000]")
@click.option("--workers", type=click.IntRange(1), help="Serving processes.  [SITELOUPE_WORKERS, 1]")
def serve(host: str | None, port: int | None, workers: int | None) -> None:
    """Serve the website, the API and /mcp, and print their address."""
    from siteloupe.serving import serve as serve_http  # noqa: PLC0415

    serve_http(settings_with(host=host, port=port, workers=workers))


@click.command("mcp")
def mcp() -> None:
    """Run as an MCP server over stdio.

    Give this command to hosts of the Model Context Protocol that start their servers themselves. The log
    goes to standard error.
    """
    with end_without_reader():
        run(_serve_mcp(settings_with()))


async def _serve_mcp(settings: Settings) -> None:
    from siteloupe import log  # noqa: PLC0415
    from siteloupe.analyses import ANALYSES  # noqa: PLC0415
    from siteloupe.live_service import open_service  # noqa: PLC0415
    from siteloupe.mcp.methods import Methods  # noqa: PLC0415
    from siteloupe.mcp.stdio import serve  # noqa: PLC0415

    log.write_to(sys.stderr)
    async with open_service(settings) as service:
        methods = Methods(ANALYSES, service, settings.site_origin)
        await serve(methods, sys.stdin.buffer, sys.stdout.buffer, seconds=settings.total_seconds)
