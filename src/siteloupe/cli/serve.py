"""``siteloupe serve``."""

import click

from siteloupe.cli.settings import settings_with


@click.command("serve")
@click.option("--host", help="Address to listen on.  [SITELOUPE_HOST, 127.0.0.1]")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on.  [SITELOUPE_PORT, 8000]")
@click.option("--workers", type=click.IntRange(1), help="Serving processes.  [SITELOUPE_WORKERS, 1]")
def serve(host: str | None, port: int | None, workers: int | None) -> None:
    """Serve the website, the API and /mcp, and print their address."""
    from siteloupe.serving import serve as serve_http  # noqa: PLC0415

    serve_http(settings_with(host=host, port=port, workers=workers))
