"""``siteloupe replay``: what was saved, judged without the network."""

import asyncio
from pathlib import Path

import click

from siteloupe.analyses.analysis import Analysis
from siteloupe.cli.chosen import analysis_option
from siteloupe.cli.exits import Exit
from siteloupe.cli.group import told
from siteloupe.cli.judging import judged_saved
from siteloupe.cli.output import show
from siteloupe.cli.settings import settings_with
from siteloupe.errors import SiteloupeError
from siteloupe.reports.inert import inert

_EPILOG = """\b
Examples:
  siteloupe replay visit/
  siteloupe replay page.html --url https://example.org/
  siteloupe replay crawl.warc.gz --analysis check-cms --json | jq -r 'select(.isCms) | .url'
"""


@click.command("replay", short_help="Judge what was saved, offline.", epilog=_EPILOG)
@click.argument("saved", type=click.Path(exists=True, path_type=Path))
@click.option("--url", help="Where a page of HTML came from, when it does not say so itself.")
@analysis_option
@click.option("--json", "as_json", is_flag=True, help="Print exactly what the API answers, a line each.")
@click.pass_context
def replay(
    ctx: click.Context, saved: Path, url: str | None, chosen: tuple[Analysis, ...], as_json: bool
) -> None:
    """Judge what was SAVED, without the network.

    A folder of siteloupe capture, a page that a browser saved, a HAR file, or a WARC archive of a
    crawl, of which every page is judged. The reports of a captured visit are those of its day, byte
    for byte, as long as siteloupe itself judges the same.
    """
    ctx.exit(asyncio.run(_shown(saved, url, chosen, as_json=as_json)))


async def _shown(path: Path, url: str | None, chosen: tuple[Analysis, ...], *, as_json: bool) -> Exit:
    """Print the reports of every page; the highest of their exit codes.

    A page of an archive that could not be judged is told of on standard error, and the others go on.
    """
    # Imported where it is needed: --help and completion need not wait for what judges.
    from siteloupe.saved import offline, saved_visits  # noqa: PLC0415

    settings = offline(settings_with(), path)
    codes, is_archive = [Exit.ANSWERED], path.is_file()  # noqa: ASYNC240 - nothing else waits
    for visit in saved_visits(path, url):
        try:
            bodies = await judged_saved(visit, chosen, settings)
        except SiteloupeError as error:
            if not is_archive:
                raise
            failure = told(error, f"{visit.typed}: ")
            failure.show()
            codes.append(Exit(failure.exit_code))
            continue
        if is_archive and not as_json:
            click.secho(f"\n{inert(visit.typed)}", bold=True)
        titled = len(chosen) > 1
        codes += [show(row, body, as_json=as_json, titled=titled) for row, body in bodies.items()]
    return max(codes)
