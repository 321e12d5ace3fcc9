"""``siteloupe compare``: the differences between two sites, saved visits or earlier exports."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import msgspec

from siteloupe.analyses.analysis import Analysis
from siteloupe.cli.event_loop import run
from siteloupe.cli.group import InputRefused
from siteloupe.cli.options import analysis_option, settings_with
from siteloupe.cli.output import Exit, console, end_without_reader, exit_code, spinner
from siteloupe.cli.reports import analyze_named, open_judge
from siteloupe.present.differences import Difference, DriftKind, differences
from siteloupe.present.export import EXPORTED
from siteloupe.reports.inert import inert

if TYPE_CHECKING:  # imported where they are needed, so that --help need not wait for them
    from siteloupe.present.compared_design import ComparedDesign
    from siteloupe.present.drift import Drift
    from siteloupe.present.earlier_export import EarlierExport
    from siteloupe.present.export.dtcg_file import TokenFile

_EPILOG = """\b
Examples:
  siteloupe compare staging.example.org example.org
  siteloupe compare visit/ example.org --analysis check-cms
  siteloupe compare before.har after.har --json | jq '.analyses."check-cms"[].path'

\b
A design that must not drift, in CI:
  siteloupe export example.org > example.tokens.json
  siteloupe compare example.tokens.json example.org --exit-code
  siteloupe compare example.tokens.json example.org --exit-code --color-distance 2 --allow sizes=1

\b
Exit codes with --exit-code:
  0 no certain difference, or not more than allowed   1 a difference, or more than allowed
  4 to 6 a page could not be read
"""


class DriftLimits(NamedTuple):
    """How far a design may drift: the distance of equal colors, and how many values may change."""

    color_distance: float
    allowed: Mapping[DriftKind, int]


def _read_allowed(
    _ctx: click.Context, _option: click.Parameter, given: tuple[str, ...]
) -> dict[DriftKind, int]:
    found = {}
    for text in given:
        kind, _, number = text.partition("=")
        if kind not in list(DriftKind) or not (number.isascii() and number.isdecimal() and len(number) < 7):
            raise click.BadParameter(f"write KIND=NUMBER, with a KIND of {', '.join(DriftKind)}.")
        found[DriftKind(kind)] = int(number)
    return found


@click.command("compare", epilog=_EPILOG)
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@analysis_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--exit-code", "tells", is_flag=True, help="Exit with 1 when there is a difference that is certain."
)
@click.option(
    "--color-distance",
    "distance",
    type=click.FloatRange(0, 100),
    metavar="ΔE",
    help="Compare the design. Two colors are the same when their distance is at most ΔE: ΔE OK times 100, of "
    "which people notice about 2.",
)
@click.option(
    "--allow",
    multiple=True,
    metavar="KIND=NUMBER",
    callback=_read_allowed,
    help="Compare the design. At most NUMBER values of this KIND may change. May be given again. KIND is "
    f"one of {', '.join(DriftKind)}; kinds that are not named may not change.",
)
@click.pass_context
def compare(  # noqa: PLR0917 - click hands options over by name
    ctx: click.Context,
    before: str,
    after: str,
    analyses: tuple[Analysis, ...],
    as_json: bool,
    tells: bool,
    distance: float | None,
    allow: dict[DriftKind, int],
) -> None:
    """Say what is different between A and B.

    Each is a URL, something saved as siteloupe replay takes it, of which the first page counts, or an earlier
    export: a report as JSON, or the design tokens (dtcg) of siteloupe export.

    With design tokens, --color-distance or --allow, the design is compared: colors, fonts, sizes, spacing,
    radii, breakpoints and shadows. Otherwise every field of the reports is.
    """
    limits = DriftLimits(distance or 0.0, allow) if distance is not None or allow else None
    with spinner(f"Analyzing {before} and {after}"):
        found = run(_compare((before, after), analyses, limits))
    with end_without_reader():
        if as_json:
            click.echo(msgspec.json.encode(found.document))
        else:
            _draw(found)
    if unread := [exit_code(report) for report in found.reports if report["blocked"]]:
        ctx.exit(max(unread))
    ctx.exit(Exit.DIFFERENT if tells and found.is_different else Exit.ANSWERED)


class _Found(NamedTuple):
    """What is said about both sides; ``drift`` where the design is compared."""

    document: dict[str, Any]
    differences: Mapping[Analysis, tuple[Difference, ...]]
    reports: list[Mapping[str, Any]]
    drift: tuple["Drift", ...] | None = None
    too_many: Mapping[DriftKind, int] = {}

    @property
    def is_different(self) -> bool:
        """Whether there is more difference than allowed."""
        return bool(self.too_many) if self.drift is not None else self.document["same"] is False


class _Side(NamedTuple):
    """One side: its reports, or the tokens of a file in their place."""

    reports: Mapping[Analysis, Mapping[str, Any]]
    file: "TokenFile | None" = None

    @property
    def head(self) -> dict[str, Any]:
        """What is said before the differences: which page, and how much was seen."""
        from siteloupe.present.compared_sites import head_of, head_of_file  # noqa: PLC0415

        return head_of(self.reports.values()) if self.file is None else head_of_file(self.file)

    @property
    def design(self) -> "ComparedDesign":
        from siteloupe.present.compared_design import design_of_file, design_of_reports  # noqa: PLC0415

        if self.file is not None:
            return design_of_file(self.file)
        return design_of_reports({analysis.name: report for analysis, report in self.reports.items()})


async def _compare(
    named: tuple[str, str], analyses: tuple[Analysis, ...], limits: DriftLimits | None
) -> _Found:
    from siteloupe.present.compared_design import comparable  # noqa: PLC0415

    exports = [_export(each) for each in named]
    wanted = comparable(analyses, exports)
    if limits is not None:
        wanted = tuple(each for each in wanted if each.name in EXPORTED)
    if not wanted:
        raise InputRefused("The two have nothing in common that could be compared.")
    one, other = await _sides(named, exports, wanted)
    if limits is None and one.file is None and other.file is None:
        return _compare_fields(one, other)
    return _compare_designs(one, other, limits or DriftLimits(0.0, {}))


def _export(named: str) -> "EarlierExport | None":
    """Read the earlier export ``named``; None for anything else.

    Raises BadExport, or InputRefused for a file that cannot be read.
    """
    from siteloupe.present.earlier_export import MAX_BYTES, is_export, read_export  # noqa: PLC0415

    path = Path(named)
    if not path.is_file():
        if path.suffix == ".json" and not path.exists():  # no site's name ends so
            raise InputRefused(f"There is no file {named}.")
        return None
    try:
        with path.open("rb") as file:
            body = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputRefused(f"{named}: {error.strerror}.") from error
    return read_export(body) if is_export(body) else None


async def _sides(
    named: tuple[str, str], exports: "list[EarlierExport | None]", analyses: tuple[Analysis, ...]
) -> list[_Side]:
    settings = settings_with()
    full = all(each is None or each.is_full for each in exports)
    sides = []
    async with open_judge(settings, analyses) as judge:
        for name, export in zip(named, exports, strict=True):
            if export is None:
                bodies = await analyze_named(name, analyses, settings, judge, full=full)
                sides.append(_Side({each: msgspec.json.decode(body) for each, body in bodies.items()}))
            elif export.analysis is not None and export.report is not None:
                sides.append(_Side({export.analysis: export.report}))
            else:
                sides.append(_Side({}, export.file))
    return sides


def _compare_fields(one: _Side, other: _Side) -> _Found:
    from siteloupe.present.compared_sites import document, heads_of  # noqa: PLC0415

    pairs = {each: (mine, other.reports[each]) for each, mine in one.reports.items()}
    found = {each: differences(mine, theirs, each.outline) for each, (mine, theirs) in pairs.items()}
    reports = [*one.reports.values(), *other.reports.values()]
    return _Found(document(heads_of(pairs.values()), found), found, reports)


def _compare_designs(one: _Side, other: _Side, limits: DriftLimits) -> _Found:
    from siteloupe.present.compared_design import compare_designs  # noqa: PLC0415
    from siteloupe.present.compared_sites import is_same  # noqa: PLC0415
    from siteloupe.present.drift import over_limits  # noqa: PLC0415

    rows = compare_designs(one.design, other.design, limits.color_distance)
    too_many = over_limits(rows, limits.allowed)
    heads = {"before": one.head, "after": other.head}
    same = is_same(heads, is_different=any(row.counts for row in rows))
    about = {**heads, "same": same, "drift": [row for row in rows if row.change], "exceeded": too_many}
    return _Found(about, {}, [*one.reports.values(), *other.reports.values()], rows, too_many)


def _draw(found: _Found) -> None:
    from siteloupe.present.compared_sites import are_readable, are_whole  # noqa: PLC0415
    from siteloupe.present.comparison import Comparison  # noqa: PLC0415
    from siteloupe.present.drift_text import DriftText  # noqa: PLC0415

    heads = {side: found.document[side] for side in ("before", "after")}
    with console() as out:
        for mark, head in zip("-+", heads.values(), strict=True):
            name = head["url"] or head["title"]
            out.print(
                f"{mark} {inert(name, 300)}  {inert(head['checkedAt'] or '', 40)}".rstrip(), markup=False
            )
            if head["blocked"]:
                out.print(f"  could not be read: {inert(head['note'] or '', 300)}", markup=False)
            else:
                for caveat in head["caveats"]:
                    out.print(f"  not everything could be read: {inert(caveat['text'], 300)}", markup=False)
        for analysis, rows in found.differences.items():
            out.print(Comparison(analysis.title, rows, is_whole=are_whole(heads)))
        if found.drift is not None and are_readable(heads):
            out.print(DriftText(found.drift))
