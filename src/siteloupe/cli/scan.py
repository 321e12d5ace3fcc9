"""``siteloupe scan``: analyses of a whole list of sites."""

from pathlib import Path

import click

from siteloupe.analyses.analysis import Analysis
from siteloupe.cli.options import analysis_option, render_option
from siteloupe.scan.politeness import Politeness

_USUAL = Politeness()

_EPILOG = """\b
Examples:
  siteloupe scan sites.txt --out results.jsonl
  siteloupe scan top-1m.csv --column 2 --analysis check-cms --out results.parquet
  grep shop sites.txt | siteloupe scan - | jq -r 'select(.outcome == "answered") | .input'

A scan that was killed goes on when the same command is given again. Once every line has its
record, the exit code is 0, whatever the records say.
"""


_FORMATS = {".jsonl", ".ndjson", ".csv", ".parquet", ".xlsx", ""}
"""Endings of result files; JSON lines in a file with another ending could be mistaken for it."""


def _check_format(_ctx: click.Context, _option: click.Parameter, out: Path | None) -> Path | None:
    if out is not None and out.suffix.lower() not in _FORMATS:
        raise click.BadParameter(
            f"results are written as .jsonl, .csv, .xlsx or .parquet, not as {out.suffix}."
        )
    return out


@click.command("scan", epilog=_EPILOG)
@click.argument("source", metavar="LIST", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@analysis_option
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_check_format,
    help="File for the results: .jsonl, .csv, .xlsx or .parquet.  [default: JSON lines on standard output]",
)
@click.option(
    "--column", type=click.IntRange(1), metavar="NUMBER", help="LIST is CSV; take this column, from 1."
)
@click.option(
    "--concurrency",
    type=click.IntRange(1, 1000),
    default=_USUAL.concurrency,
    show_default=True,
    metavar="NUMBER",
    help="Sites at once.",
)
@click.option(
    "--per-host",
    type=click.IntRange(1),
    default=_USUAL.per_host,
    show_default=True,
    metavar="NUMBER",
    help="Visits of one host at once.",
)
@click.option(
    "--pause",
    type=click.FloatRange(0),
    default=_USUAL.pause,
    show_default=True,
    metavar="SECONDS",
    help="Between two visits of one host.",
)
@click.option(
    "--retries",
    type=click.IntRange(0, 10),
    default=_USUAL.retries,
    show_default=True,
    metavar="NUMBER",
    help="Further visits to a site that gave no answer.",
)
@click.option(
    "--backoff",
    type=click.FloatRange(0),
    default=_USUAL.backoff,
    show_default=True,
    metavar="SECONDS",
    help="Before the first of them; doubled each time.",
)
@click.option(
    "--engine",
    type=click.Choice(["here", "ray"]),
    default="here",
    show_default=True,
    help="Look from this machine, or from every machine of its Ray cluster.",
)
@render_option
@click.pass_context
def scan(
    ctx: click.Context,
    /,
    *,
    source: str,
    analyses: tuple[Analysis, ...],
    out: Path | None,
    column: int | None,
    engine: str,
    render: bool,
    **politeness: float,
) -> None:
    """Look at every site of LIST, one a line; - is standard input.

    Each line's result is kept as soon as it is known. Empty lines and lines that begin with # are
    left out.
    """
    # Imported where it is needed: --help and completion need not wait for what looks at sites.
    from siteloupe.cli.scanning import Scanning  # noqa: PLC0415

    scanning = Scanning(analyses, Politeness(**politeness), engine, out, render)  # type: ignore[arg-type]
    with click.open_file(source, "rb") as file:
        ctx.exit(scanning.run(file.fileno(), column))
