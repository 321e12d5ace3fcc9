"""``siteloupe export``: a site's design as a file for other tools."""

import click

from siteloupe.analyses import ANALYSES
from siteloupe.analyses.analysis import Analysis
from siteloupe.cli.event_loop import run
from siteloupe.cli.options import settings_with
from siteloupe.cli.output import spinner, write
from siteloupe.cli.reports import analyze_named, open_judge
from siteloupe.present.export import DEFAULT_FORMAT, EXPORTED, FORMATS

_EPILOG = """\b
Examples:
  siteloupe export example.org --format css > tokens.css
  siteloupe export example.org --format design.md > DESIGN.md
  siteloupe export visit/ --format figma
"""


@click.command("export", epilog=_EPILOG)
@click.argument("site")
@click.option(
    "--format",
    "name",
    type=click.Choice(list(FORMATS)),
    default=DEFAULT_FORMAT,
    show_default=True,
    help="The kind of file.",
)
@click.pass_context
def export(ctx: click.Context, site: str, name: str) -> None:
    """Write the colors and fonts of SITE as a file for other tools, on standard output.

    SITE is a URL, or something saved as siteloupe replay takes it, of which the first page counts.
    """
    analyses = tuple(each for each in ANALYSES if each.name in EXPORTED)
    with spinner(f"Analyzing {site}"):
        bodies = run(_analyze(site, analyses))
    ctx.exit(write(bodies, name))


async def _analyze(site: str, analyses: tuple[Analysis, ...]) -> dict[str, bytes]:
    settings = settings_with()
    async with open_judge(settings, analyses) as judge:
        bodies = await analyze_named(site, analyses, settings, judge, full=True)
    return {analysis.name: body for analysis, body in bodies.items()}
