"""What goes to standard output: a body as the API sends it, or a report drawn for people."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
import msgspec

from siteloupe.analyses.analysis import Analysis
from siteloupe.cli.exits import Exit
from siteloupe.present.export import Export

if TYPE_CHECKING:
    from rich.console import Console


def show(analysis: Analysis, body: bytes, *, as_json: bool, titled: bool = False) -> Exit:
    """Print one report, exactly its body with ``as_json``; the exit code says whether it was blocked.

    ``titled`` puts the analysis's title above a drawn report, for when several follow each other.
    """
    report = msgspec.json.decode(body)
    with reader():
        if as_json:
            click.echo(body)
        else:
            if titled:
                click.secho(f"\n{analysis.title}\n", bold=True)
            _draw(analysis, report)
    return Exit.BLOCKED if report["blocked"] else Exit.ANSWERED


def write(body: bytes, export: Export) -> Exit:
    """Print a report as a file for another tool; of a blocked one, why there is none."""
    report = msgspec.json.decode(body)
    if report["blocked"]:
        click.echo(f"siteloupe: {report['note'] or 'The page could not be read.'}", err=True)
        return Exit.BLOCKED
    with reader():
        click.echo(export(report), nl=False)
    return Exit.ANSWERED


def _draw(analysis: Analysis, report: dict[str, object]) -> None:
    from siteloupe.present.text import draw  # noqa: PLC0415

    with console() as out:
        out.print(draw(report, analysis.outline))


@contextmanager
def console() -> Iterator["Console"]:
    """A rich console whose output is written when the block ends."""
    from rich.console import Console  # noqa: PLC0415

    if hasattr(sys.stdout, "reconfigure"):  # a name in letters that the terminal lacks must not end it all
        sys.stdout.reconfigure(errors="backslashreplace")
    out = Console()
    with out.capture() as captured:  # rich would end the process itself when nobody reads
        yield out
    sys.stdout.write(captured.get())


@contextmanager
def reader() -> Iterator[None]:
    """End quietly when nobody reads any more.

    Source: https://docs.python.org/3/library/signal.html#note-on-sigpipe
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        drop_the_rest()
        sys.exit(Exit.READER_GONE)


def drop_the_rest() -> None:
    """Let nobody see what is still to be written, which Python would try once more as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
