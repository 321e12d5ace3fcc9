"""``siteloupe settings``: the settings, and whether a service can start with them."""

import os

import click

from siteloupe.cli.event_loop import run
from siteloupe.cli.options import settings_with
from siteloupe.cli.output import Exit
from siteloupe.errors import BadSetting
from siteloupe.reports.inert import inert
from siteloupe.settings.check import PREFIX, faults

_LONGEST = 500

_EPILOG = """\b
Examples:
  siteloupe settings > siteloupe.env
  siteloupe settings --check
"""


@click.command("settings", epilog=_EPILOG)
@click.option("--check", is_flag=True, help="Say what is wrong with the settings, and exit with 2 then.")
@click.pass_context
def settings(ctx: click.Context, *, check: bool) -> None:
    """List every setting with its value, as an environment file.

    Settings are environment variables that begin with SITELOUPE_. With --check, unknown names and bad values
    are named instead, and what else a service could not start with, such as a missing package.
    """
    if check:
        ctx.exit(_check())
    for row in settings_with().describe():
        default = f" (default: {row.default})" if row.default else ""
        click.echo(f"# {row.meaning}{default}\n{row.variable}={row.value}")


def _check() -> Exit:
    """Print one sentence for each fault and each warning."""
    given = sum(1 for name in os.environ if name.startswith(PREFIX))
    found = [*faults(os.environ)] or run(_faults_at_start())
    for sentence in found:
        click.echo(inert(sentence, _LONGEST))
    if found:
        return Exit.REFUSED
    for sentence in settings_with().warnings():
        click.echo(inert(f"Warning: {sentence}.", _LONGEST))
    click.echo(f"No fault in {given} {'variable' if given == 1 else 'variables'}.")
    return Exit.ANSWERED


async def _faults_at_start() -> list[str]:
    """Open what a service opens at its start, without listening; nothing is asked of the network."""
    from siteloupe.asgi import open_app  # noqa: PLC0415 - so that --help does not wait for it
    from siteloupe.tracing import open_tracing  # noqa: PLC0415

    try:
        async with open_tracing(os.environ) as tracing, open_app(settings_with(), tracing=tracing):
            return []
    except BadSetting as error:
        return [f"{str(error).rstrip('.')}."]
