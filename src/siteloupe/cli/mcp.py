"""``siteloupe mcp``."""

import asyncio
import sys

import click

from siteloupe.cli.output import reader
from siteloupe.cli.settings import settings_with
from siteloupe.settings import Settings


@click.command("mcp")
def mcp() -> None:
    """Answer an agent's host over standard input and output.

    Give this command to hosts of the Model Context Protocol that start their servers themselves. The log
    goes to standard error.
    """
    with reader():
        asyncio.run(_serve(settings_with()))


async def _serve(settings: Settings) -> None:
    from siteloupe import log  # noqa: PLC0415
    from siteloupe.analyses import ANALYSES  # noqa: PLC0415
    from siteloupe.mcp.methods import Methods  # noqa: PLC0415
    from siteloupe.mcp.stdio import serve  # noqa: PLC0415
    from siteloupe.service import open_service  # noqa: PLC0415

    log.write_to(sys.stderr)
    async with open_service(settings) as service:
        await serve(Methods(ANALYSES, service), sys.stdin.buffer, sys.stdout.buffer)
