"""``siteloupe replay``: what was saved, analyzed without the network."""

from pathlib import Path

import click

from siteloupe.analyses.analysis import Analysis
from siteloupe.cli.event_loop import run
from siteloupe.cli.group import click_error
from siteloupe.cli.options import analysis_option, full_option, settings_with
from siteloupe.cli.output import Exit, show
from siteloupe.cli.reports import analyze_saved, open_judge
from siteloupe.errors import SiteloupeError
from siteloupe.reports.inert import inert

_EPILOG = """\b
Examples:
  siteloupe replay visit/
  siteloupe replay page.html --url https://example.org/
  siteloupe replay crawl.warc.gz --analysis check-cms --json | jq -r 'select(.isCms) | .url'
"""


@click.command("replay", epilog=_EPILOG)
@click.argument("saved", type=click.Path(exists=True, path_type=Path))
@click.option("--url", help="Where a page of HTML came from, when it does not say so itself.")
@analysis_option
@click.option("--json", "as_json", is_flag=True, help="Print exactly what the API answers, a line each.")
@full_option
@click.pass_context
def replay(  # noqa: PLR0917 - click hands options over by name
    ctx: click.Context,
    saved: Path,
    url: str | None,
    analyses: tuple[Analysis, ...],
    as_json: bool,
    full: bool,
) -> None:
    """Analyze what was SAVED, without the network.

    A folder of siteloupe capture, a page that a browser saved (HTML or MHTML), a HAR file, or a WARC
    archive of a crawl, of which every page is analyzed. The reports of a captured visit are those of its
    day, byte for byte, as long as siteloupe itself analyzes the same way.
    """
    ctx.exit(run(_print_reports(saved, url, analyses, as_json=as_json, full=full)))


async def _print_reports(
    path: Path, url: str | None, analyses: tuple[Analysis, ...], *, as_json: bool, full: bool
) -> Exit:
    """Print the reports of every page; the highest of their exit codes.

    A page of an archive that could not be analyzed is reported on standard error, and the others go on.
    """
    # Imported here, so that --help and completion do not wait for it.
    from siteloupe.saved import offline_settings, saved_visits  # noqa: PLC0415

    settings = offline_settings(settings_with(), path)
    codes, is_archive = [Exit.ANSWERED], path.is_file()  # noqa: ASYNC240 - nothing else waits
    async with open_judge(settings, analyses) as judge:
        for visit in saved_visits(path, url):
            try:
                bodies = await analyze_saved(visit, analyses, settings, judge, full=full)
            except SiteloupeError as error:
                if not is_archive:
                    raise
                failure = click_error(error, f"{visit.typed}: ")
                failure.show()
                codes.append(Exit(failure.exit_code))
                continue
            if is_archive and not as_json:
                click.secho(f"\n{inert(visit.typed)}", bold=True)
            titled = len(analyses) > 1
            codes += [show(row, body, as_json=as_json, titled=titled) for row, body in bodies.items()]
    return max(codes)
