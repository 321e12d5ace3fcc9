"""What ``siteloupe scan`` does once its options are read."""

import datetime as dt
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import click

from siteloupe.analyses.analysis import Analysis
from siteloupe.cli.event_loop import run
from siteloupe.cli.options import settings_to_render, settings_with
from siteloupe.cli.output import Exit, end_without_reader
from siteloupe.errors import BadResults
from siteloupe.process import tune_for_pages
from siteloupe.reports.inert import inert
from siteloupe.scan.entries import Entries
from siteloupe.scan.politeness import Politeness
from siteloupe.scan.record import ScanRecord, ScanTally
from siteloupe.scan.results import Journal, Results, Stream
from siteloupe.scan.run import Engine, look_here, look_on_ray, scan
from siteloupe.scan.table import write_csv, write_xlsx
from siteloupe.scan.unfinished import UnfinishedLines
from siteloupe.settings import Settings

SLOW_SECONDS = 5.0
"""Seconds after which the progress bar names a line that is not done."""

CONVERTED = {".csv", ".parquet", ".xlsx"}
"""Endings of formats that are written when every line has its record."""

PACKAGES = {".parquet": "pyarrow", ".xlsx": "xlsxwriter"}
"""The package that a format needs."""

ENGINES: dict[str, Engine] = {"here": look_here, "ray": look_on_ray}


@dataclass(slots=True)
class Scanning:
    """One run of the command. ``out`` is None for standard output."""

    analyses: tuple[Analysis, ...]
    politeness: Politeness
    engine: str
    out: Path | None
    render: bool = False
    tally: ScanTally = field(default_factory=ScanTally)

    def run(self, descriptor: int, column: int | None) -> Exit:
        """Scan the list that is open as ``descriptor``, print a summary, and say how it ended.

        Raises BadResults when results cannot be kept in ``out``, BadSetting.
        """
        self._check()
        settings = settings_to_render(settings_with(), self.render)
        if self.render:
            self.analyses = tuple(each.variant(render="every") for each in self.analyses)
        entries = Entries(descriptor, column)
        try:
            with self._results() as results, self._open_unfinished() as unfinished, end_without_reader():
                code = self._scan_list(entries, results, unfinished, settings)
            if code is Exit.ANSWERED and self.out and self._is_converted:
                self._convert(self.out)
        except OSError as error:
            raise BadResults(f"{error.filename or self.out}: {error.strerror}") from error
        return code

    def _scan_list(
        self, entries: Entries, results: Results, unfinished: UnfinishedLines, settings: Settings
    ) -> Exit:
        tune_for_pages()
        before, began = self.tally.lines, time.monotonic()
        code = Exit.ANSWERED
        try:
            with progress(entries, self.tally, unfinished) as advance:
                count = partial(self._count, advance)
                run(self._scan(entries, results, unfinished, settings, count))
        except KeyboardInterrupt:
            code = Exit.INTERRUPTED
        click.echo(summary(self.tally, self.tally.lines - before, time.monotonic() - began), err=True)
        if code is Exit.INTERRUPTED and self.out:
            click.echo("siteloupe: Interrupted. Run the same command to resume.", err=True)
        return code

    async def _scan(
        self,
        entries: Entries,
        results: Results,
        unfinished: UnfinishedLines,
        settings: Settings,
        on_record: Callable[[ScanRecord], None],
    ) -> None:
        async with ENGINES[self.engine](settings, self.analyses, self.politeness) as look:
            window = self.politeness.window
            await scan(entries, results, look, window, on_record=on_record, unfinished=unfinished)

    def _count(self, advance: Callable[[], None], record: ScanRecord) -> None:
        self.tally.add(record)
        advance()

    def _check(self) -> None:
        """Say what is missing before hours of work rather than after."""
        if self.engine == "ray" and find_spec("ray") is None:
            raise click.UsageError("--engine ray needs another package: pip install ray")
        if self.engine == "ray" and self.render:
            raise click.UsageError("--render cannot be used with --engine ray.")
        package = PACKAGES.get(self._suffix)
        if package is not None and find_spec(package) is None:
            raise click.UsageError(f"A {self._suffix} file needs another package: pip install {package}")
        if self.out and self._is_converted and self.out.exists():
            raise BadResults(f"{self.out} exists already; a finished {self._suffix} file cannot be added to.")

    def _results(self) -> AbstractContextManager[Results]:
        if self.out is None:
            return nullcontext(Stream())
        return Journal(self._journal(self.out), tuple(each.name for each in self.analyses), self.tally.add)

    def _open_unfinished(self) -> UnfinishedLines:
        """Return the unfinished lines; without a results file they are noted nowhere."""
        journal = None if self.out is None else self._journal(self.out)
        return UnfinishedLines(journal and journal.with_name(f"{journal.name}.unfinished"))

    @property
    def _suffix(self) -> str:
        return "" if self.out is None else self.out.suffix.lower()

    @property
    def _is_converted(self) -> bool:
        """Whether the file is made from JSON lines when all lines are done."""
        return self._suffix in CONVERTED

    def _journal(self, out: Path) -> Path:
        """Where lines are kept until the end; other formats cannot be added to line by line."""
        return out.with_name(f"{out.name}.jsonl") if self._is_converted else out

    def _convert(self, out: Path) -> None:
        journal = self._journal(out)
        if self._suffix == ".parquet":
            from siteloupe.scan.parquet import convert  # noqa: PLC0415 - an extra

            convert(journal, out, tuple(each.name for each in self.analyses))
        elif self._suffix == ".xlsx":
            write_xlsx(journal, out)
        else:
            write_csv(journal, out)
        journal.unlink()


@contextmanager
def progress(entries: Entries, tally: ScanTally, unfinished: UnfinishedLines) -> Iterator[Callable[[], None]]:
    """A function to call after each record; draws on standard error, and only when a person reads that."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich import progress as bars  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    class SlowestLine(bars.ProgressColumn):
        """The line that takes longest, drawn whether or not others are done."""

        def render(self, _task: bars.Task) -> Text:
            slowest = unfinished.slowest(SLOW_SECONDS)
            return Text(f"{inert(slowest[0], 60)} takes {slowest[1]:.0f} s" if slowest else "")

    columns = (
        bars.BarColumn(),
        bars.TaskProgressColumn(),
        bars.TextColumn("{task.description}", markup=False),
        bars.TimeRemainingColumn(),
        SlowestLine(),
    )
    before, began = tally.lines, time.monotonic()
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=entries.size)

        def advance() -> None:
            rate = (tally.lines - before) / max(time.monotonic() - began, 0.001)
            bar.update(task, completed=_position(entries, tally), description=_line(tally, rate))

        yield advance


def _position(entries: Entries, tally: ScanTally) -> float:
    """Return how far the work has come in the list, in bytes; lines that are not finished do not count."""
    return entries.position * min(tally.lines / max(entries.given, 1), 1.0)


def _line(tally: ScanTally, rate: float) -> str:
    unread = tally.lines - tally.outcomes["answered"]
    return f"{tally.lines:,} sites, {rate:,.1f}/s, WordPress {tally.verdicts[True]:,}, unread {unread:,}"


def summary(tally: ScanTally, new: int, seconds: float) -> str:
    """What came of all lines, in a few lines of text."""
    answered = tally.outcomes["answered"]
    verdicts = f"WordPress {tally.verdicts[True]:,}, other {tally.verdicts[False]:,}"
    if tally.unsure:
        verdicts += f", no sign in what could be seen {tally.unsure:,}"
    rate = f"{dt.timedelta(seconds=round(seconds))} ({new / max(seconds, 0.001):,.1f}/s)"
    lines = [
        f"{tally.lines:,} {'line' if tally.lines == 1 else 'lines'}, {new:,} of them now, in {rate}",
        f"  answered     {answered:>9,}   {verdicts}",
    ]
    for outcome in ("blocked", "unreachable", "refused", "failed"):
        if count := tally.outcomes[outcome]:
            causes = [(cause, n) for (of, cause), n in tally.causes.most_common() if of == outcome]
            why = ", ".join(f"{cause} {n:,}" for cause, n in causes)
            lines.append(f"  {outcome:<12} {count:>9,}   {why}")
    return "\n".join(lines)
