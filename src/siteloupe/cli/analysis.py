"""One subcommand for each analysis."""

from collections.abc import Coroutine
from typing import Any

import click
import msgspec

from siteloupe.analyses import CHECK_CMS, COLORS, FONTS, OVERVIEW, TECH_STACK
from siteloupe.analyses.analysis import Analysis
from siteloupe.cli.event_loop import run
from siteloupe.cli.options import full_option, render_option, settings_to_render, settings_with
from siteloupe.cli.output import show, spinner, write
from siteloupe.errors import SiteloupeError
from siteloupe.present.export import formats_of
from siteloupe.settings import Settings
from siteloupe.settings.values import read_seconds


def analysis_command(analysis: Analysis) -> click.Command:
    """``siteloupe <name> URL`` for a row of ANALYSES."""

    @click.command(
        analysis.name,
        help=analysis.description,
        epilog=_epilog(analysis.name),
    )
    @click.argument("url")
    @click.option("--json", "as_json", is_flag=True, help="Print exactly what the API answers.")
    @full_option
    @click.option(
        "--timeout",
        callback=_seconds,
        metavar="SECONDS",
        help="Give up after this long.  [SITELOUPE_TOTAL_SECONDS, 25]",
    )
    @click.pass_context
    def command(  # noqa: PLR0917 - click hands options over by name
        ctx: click.Context,
        url: str,
        as_json: bool,
        full: bool,
        timeout: float | None,
        export: str | None = None,
        inspect: bool = False,
        render: bool = False,
    ) -> None:
        if as_json and export:
            raise click.UsageError("--json and --format exclude each other.")
        settings = settings_with(total_seconds=timeout, inspect_fonts=inspect or None)
        settings = settings_to_render(settings, render)
        with spinner(f"Analyzing {url}"):
            asked = _answer(analysis, url, settings, render=render or None, full=full or export is not None)
            body = _body(asked, as_json=as_json)
        if export is None:
            ctx.exit(show(analysis, body, as_json=as_json))
        ctx.exit(write({analysis.name: body}, export))

    if analysis.inspection:
        command.params.append(
            click.Option(["--inspect"], is_flag=True, help="Inspect the site's own font files, too.")
        )
    if analysis.renders:
        render_option(command)
    return _add_formats(command, analysis.name)


def _add_formats(command: click.Command, name: str) -> click.Command:
    """``command`` with ``--format``, where the analysis's report can be written as other tools read it."""
    if formats := formats_of(name):
        option = click.Option(
            ["--format", "export"], type=click.Choice(list(formats)), help="Print a file for another tool."
        )
        command.params.append(option)
    return command


def _seconds(_ctx: click.Context, _option: click.Parameter, text: str | None) -> float | None:
    """The same bounds as the setting's."""
    try:
        return None if text is None else read_seconds(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


def _body(asked: Coroutine[Any, Any, bytes], *, as_json: bool) -> bytes:
    """Return the report; with ``as_json``, a failure is also printed as the API answers it."""
    try:
        return run(asked)
    except SiteloupeError as error:
        if as_json:
            click.echo(msgspec.json.encode({"success": False, "error": error.message}))
        raise


async def _answer(
    analysis: Analysis, url: str, settings: Settings, *, render: bool | None, full: bool
) -> bytes:
    from siteloupe.live_service import open_service  # noqa: PLC0415

    async with open_service(settings, alone_for=(analysis,)) as service:
        return (await service.answer(analysis, url, render=render, full=full)).body


def _epilog(name: str) -> str:
    return f"""\b
Examples:
  siteloupe {name} example.org
  siteloupe {name} https://example.org/shop --json
"""


overview = analysis_command(OVERVIEW)
check_cms = analysis_command(CHECK_CMS)
tech_stack = analysis_command(TECH_STACK)
font_detector = analysis_command(FONTS)
color_palette = analysis_command(COLORS)
