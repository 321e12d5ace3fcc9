"""The short commands: serve, mcp, settings and completion."""

import asyncio
import sys

import click
from click.shell_completion import get_completion_class

from siteloupe.cli.options import settings_with
from siteloupe.cli.output import end_without_reader
from siteloupe.settings import Settings

_COMPLETION_EPILOG = """\b
Examples:
  siteloupe completion bash >> ~/.bashrc
  siteloupe completion zsh >> ~/.zshrc
  siteloupe completion fish > ~/.config/fish/completions/siteloupe.fish
"""


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
        asyncio.run(_serve_mcp(settings_with()))


async def _serve_mcp(settings: Settings) -> None:
    from siteloupe import log  # noqa: PLC0415
    from siteloupe.analyses import ANALYSES  # noqa: PLC0415
    from siteloupe.mcp.methods import Methods  # noqa: PLC0415
    from siteloupe.mcp.stdio import serve  # noqa: PLC0415
    from siteloupe.service import open_service  # noqa: PLC0415

    log.write_to(sys.stderr)
    async with open_service(settings) as service:
        methods = Methods(ANALYSES, service, settings.site_origin)
        await serve(methods, sys.stdin.buffer, sys.stdout.buffer, seconds=settings.total_seconds)


@click.command("settings")
def settings() -> None:
    """List every setting with its value, as an environment file."""
    for row in settings_with().describe():
        default = f" (default: {row.default})" if row.default else ""
        click.echo(f"# {row.meaning}{default}\n{row.variable}={row.value}")


@click.command("completion", epilog=_COMPLETION_EPILOG)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script for SHELL."""
    if (kind := get_completion_class(shell)) is None:
        raise click.UsageError(f"click knows no completion for {shell}")
    click.echo(kind(ctx.find_root().command, {}, "siteloupe", "_SITELOUPE_COMPLETE").source())
