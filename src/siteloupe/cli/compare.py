"""``siteloupe compare``: the differences between two sites, or between a saved and a present visit."""

import asyncio
from typing import Any

import click
import msgspec

from siteloupe.analyses.analysis import Analysis
from siteloupe.cli.options import analysis_option, settings_with
from siteloupe.cli.output import Exit, console, end_without_reader, exit_code, spinner
from siteloupe.cli.reports import Bodies, analyze_named
from siteloupe.present.compared_sites import are_whole, document, heads_of
from siteloupe.present.differences import Difference, differences
from siteloupe.reports.inert import inert

_EPILOG = """\b
Examples:
  siteloupe compare staging.example.org example.org
  siteloupe compare visit/ example.org --analysis check-cms
  siteloupe compare before.har after.har --json | jq '.analyses."check-cms"[].path'
"""


@click.command("compare", short_help="Say what is different between two sites.", epilog=_EPILOG)
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@analysis_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--exit-code", "tells", is_flag=True, help="Exit with 1 when there is a difference that is certain."
)
@click.pass_context
def compare(  # noqa: PLR0917 - click hands options over by name
    ctx: click.Context, before: str, after: str, analyses: tuple[Analysis, ...], as_json: bool, tells: bool
) -> None:
    """Say what is different between A and B.

    Each is a URL, or something saved as siteloupe replay takes it, of which the first page counts.
    """
    with spinner(f"Analyzing {before} and {after}"):
        one, other = asyncio.run(_analyze_both(before, after, analyses))
    reports = {each: (msgspec.json.decode(one[each]), msgspec.json.decode(other[each])) for each in analyses}
    found = {each: differences(mine, theirs, each.outline) for each, (mine, theirs) in reports.items()}
    heads = heads_of(reports.values())
    with end_without_reader():
        if as_json:
            click.echo(msgspec.json.encode(document(heads, found)))
        else:
            _draw(heads, found)
    if unread := [exit_code(each) for both in reports.values() for each in both if each["blocked"]]:
        ctx.exit(max(unread))
    is_different = any(row.certain for rows in found.values() for row in rows)
    ctx.exit(Exit.DIFFERENT if tells and is_different else Exit.ANSWERED)


async def _analyze_both(before: str, after: str, analyses: tuple[Analysis, ...]) -> tuple[Bodies, Bodies]:
    from siteloupe.judging import open_judges  # noqa: PLC0415 - so that --help does not wait for it

    settings = settings_with()
    async with open_judges(settings, count=1, is_alone=True) as judge:
        one = await analyze_named(before, analyses, settings, judge, full=True)
        return one, await analyze_named(after, analyses, settings, judge, full=True)


def _draw(heads: dict[str, dict[str, Any]], found: dict[Analysis, tuple[Difference, ...]]) -> None:
    from siteloupe.present.comparison import Comparison  # noqa: PLC0415

    with console() as out:
        for mark, head in zip("-+", heads.values(), strict=True):
            out.print(f"{mark} {inert(head['url'], 300)}  {inert(head['checkedAt'], 40)}", markup=False)
            if head["blocked"]:
                out.print(f"  could not be read: {inert(head['note'] or '', 300)}", markup=False)
            else:
                for caveat in head["caveats"]:
                    out.print(f"  not everything could be read: {inert(caveat['text'], 300)}", markup=False)
        for analysis, rows in found.items():
            out.print(Comparison(analysis.title, rows, is_whole=are_whole(heads)))
