"""Output to the terminal: reports on standard output, a spinner on standard error, and exit codes."""

import enum
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
import msgspec

from siteloupe.reports.inert import inert

if TYPE_CHECKING:
    from rich.console import Console

    from siteloupe.analyses.analysis import Analysis


class Exit(enum.IntEnum):
    """The exit codes; 1 is for unexpected errors too."""

    ANSWERED = 0
    DIFFERENT = 1  # two sites, where compare was asked to tell by its exit code
    REFUSED = 2  # the input: a URL, an option, a setting, a folder
    UNREACHABLE = 3  # no answer at all
    BLOCKED = 4  # the site refused the visit
    NOT_FOUND = 5  # the site has no page at this address
    UNREADABLE = 6  # the site answered with a fault of its own, or not with a page
    INTERRUPTED = 130  # 128 + SIGINT
    READER_GONE = 141  # 128 + SIGPIPE, as for programs in a pipe


_BY_REASON = {
    "not-found": Exit.NOT_FOUND,
    "origin-down": Exit.UNREADABLE,
    "server-error": Exit.UNREADABLE,
    "not-html": Exit.UNREADABLE,
}
"""The exit codes of reasons for which a page could not be read; all others mean that the site refused."""

PIPE_WIDTH = 1000
"""The longest lines in a pipe, in columns: words are not broken, so that other programs find them."""


def exit_code(report: Mapping[str, Any]) -> Exit:
    """Return the exit code for a decoded report: whether its page could be read, and if not, why."""
    return _BY_REASON.get(report.get("reason", ""), Exit.BLOCKED) if report["blocked"] else Exit.ANSWERED


@contextmanager
def spinner(sentence: str) -> Iterator[None]:
    """Show ``sentence`` on standard error until the block ends, if both streams are terminals."""
    if not (sys.stdout.isatty() and sys.stderr.isatty()):
        yield
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    with Console(stderr=True).status(Text(inert(sentence, 70))):
        yield


def show(analysis: "Analysis", body: bytes, *, as_json: bool, titled: bool = False) -> Exit:
    """Print one report, exactly its body with ``as_json``; the exit code says whether it could be read.

    ``titled`` adds the analysis's title, for several reports.
    """
    report = msgspec.json.decode(body)
    with end_without_reader():
        if as_json:
            click.echo(body)
        else:
            if titled:
                click.secho(f"\n{analysis.title}\n", bold=True)
            _draw(analysis, report)
    return exit_code(report)


def write(bodies: Mapping[str, bytes], name: str) -> Exit:
    """Print reports as one file of the format ``name``; for a blocked page, print the reason.

    ``bodies`` are the reports by their analyses' names.
    """
    from siteloupe.present.export import export_text  # noqa: PLC0415

    reports = {analysis: msgspec.json.decode(body) for analysis, body in bodies.items()}
    for report in reports.values():
        if report["blocked"]:
            click.echo(f"siteloupe: {report['note'] or 'The page could not be read.'}", err=True)
            return exit_code(report)
    with end_without_reader():
        click.echo(export_text(name, reports), nl=False)
    return Exit.ANSWERED


def _draw(analysis: "Analysis", report: dict[str, object]) -> None:
    from siteloupe.present.text import draw  # noqa: PLC0415

    with console() as out:
        out.print(draw(report, analysis.outline))


@contextmanager
def console() -> Iterator["Console"]:
    """Open a rich console; its output is written when the block ends."""
    from rich.console import Console  # noqa: PLC0415

    if hasattr(
        sys.stdout, "reconfigure"
    ):  # a name in letters that the terminal cannot show must not end the command
        sys.stdout.reconfigure(errors="backslashreplace")
    out = Console() if sys.stdout.isatty() else Console(width=PIPE_WIDTH)
    with out.capture() as captured:  # rich would end the process when the output is closed
        yield out
    sys.stdout.write(captured.get())


@contextmanager
def end_without_reader() -> Iterator[None]:
    """End without a message when the output is closed.

    Source: https://docs.python.org/3/library/signal.html#note-on-sigpipe
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
        sys.exit(Exit.READER_GONE)


def discard_output() -> None:
    """Discard the rest of the output, which Python would write again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
