"""What ``siteloupe scan`` does once its options are read."""

import asyncio
import datetime as dt
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import click

from siteloupe.analyses.analysis import Analysis
from siteloupe.cli.options import settings_with
from siteloupe.cli.output import Exit, end_without_reader
from siteloupe.errors import BadResults
from siteloupe.process import tune_for_pages
from siteloupe.scan.entries import Entries
from siteloupe.scan.politeness import Politeness
from siteloupe.scan.record import ScanRecord, ScanTally
from siteloupe.scan.results import Journal, Results, Stream
from siteloupe.scan.run import Engine, here, on_ray, scan
from siteloupe.settings import Settings

ENGINES: dict[str, Engine] = {"here": here, "ray": on_ray}


@dataclass(slots=True)
class Scanning:
    """One run of the command. ``out`` is None for standard output."""

    analyses: tuple[Analysis, ...]
    politeness: Politeness
    engine: str
    out: Path | None
    tally: ScanTally = field(default_factory=ScanTally)

    def run(self, descriptor: int, column: int | None) -> Exit:
        """Scan the list that is open as ``descriptor``, print a summary, and say how it ended.

        Raises BadResults when results cannot be kept in ``out``, BadSetting.
        """
        self._check()
        settings = settings_with()
        entries = Entries(descriptor, column)
        try:
            with self._results() as results, end_without_reader():
                code = self._scan_list(entries, results, settings)
            if code is Exit.ANSWERED and self.out and self._is_parquet:
                self._convert(self.out)
        except OSError as error:
            raise BadResults(f"{error.filename or self.out}: {error.strerror}") from error
        return code

    def _scan_list(self, entries: Entries, results: Results, settings: Settings) -> Exit:
        tune_for_pages()
        before, began = self.tally.lines, time.monotonic()
        code = Exit.ANSWERED
        try:
            with progress(entries, self.tally) as advance:
                asyncio.run(
                    self._scan(entries, results, settings, lambda record: self._count(record, advance))
                )
        except KeyboardInterrupt:
            code = Exit.INTERRUPTED
        click.echo(summary(self.tally, self.tally.lines - before, time.monotonic() - began), err=True)
        if code is Exit.INTERRUPTED and self.out:
            click.echo("siteloupe: interrupted; the same command goes on from here", err=True)
        return code

    async def _scan(
        self, entries: Entries, results: Results, settings: Settings, on_record: Callable[[ScanRecord], None]
    ) -> None:
        async with ENGINES[self.engine](settings, self.analyses, self.politeness) as look:
            await scan(entries, results, look, self.politeness.window, on_record)

    def _count(self, record: ScanRecord, advance: Callable[[], None]) -> None:
        self.tally.add(record)
        advance()

    def _check(self) -> None:
        """Say what is missing before hours of work rather than after."""
        if self.engine == "ray" and find_spec("ray") is None:
            raise click.UsageError("--engine ray needs: pip install 'siteloupe[ray]'")
        if self._is_parquet and find_spec("pyarrow") is None:
            raise click.UsageError("A .parquet file needs: pip install 'siteloupe[parquet]'")
        if self.out and self._is_parquet and self.out.exists():
            raise BadResults(f"{self.out} is there already; a finished Parquet file cannot be added to.")

    def _results(self) -> AbstractContextManager[Results]:
        if self.out is None:
            return nullcontext(Stream())
        return Journal(self._journal(self.out), tuple(each.name for each in self.analyses), self.tally.add)

    @property
    def _is_parquet(self) -> bool:
        return self.out is not None and self.out.suffix == ".parquet"

    def _journal(self, out: Path) -> Path:
        """Where lines are kept: Parquet cannot be appended to, so it is made at the end."""
        return out.with_name(f"{out.name}.jsonl") if self._is_parquet else out

    def _convert(self, out: Path) -> None:
        from siteloupe.scan.parquet import convert  # noqa: PLC0415 - an extra

        journal = self._journal(out)
        convert(journal, out, tuple(each.name for each in self.analyses))
        journal.unlink()


@contextmanager
def progress(entries: Entries, tally: ScanTally) -> Iterator[Callable[[], None]]:
    """A function to call after each record; draws on standard error, and only when a person reads that."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich import progress as bars  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415

    columns = (
        bars.BarColumn(),
        bars.TaskProgressColumn(),
        bars.TextColumn("{task.description}", markup=False),
        bars.TimeRemainingColumn(),
    )
    before, began = tally.lines, time.monotonic()
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=entries.size)

        def advance() -> None:
            rate = (tally.lines - before) / max(time.monotonic() - began, 0.001)
            bar.update(task, completed=_position(entries, tally), description=_line(tally, rate))

        yield advance


def _position(entries: Entries, tally: ScanTally) -> float:
    """How far into the list the work is, in bytes; lines in hand are read, but not done."""
    return entries.position * min(tally.lines / max(entries.given, 1), 1.0)


def _line(tally: ScanTally, rate: float) -> str:
    unread = tally.lines - tally.outcomes["answered"]
    return f"{tally.lines:,} sites, {rate:,.1f}/s, WordPress {tally.verdicts[True]:,}, unread {unread:,}"


def summary(tally: ScanTally, new: int, seconds: float) -> str:
    """What came of all lines, in a few lines of text."""
    answered = tally.outcomes["answered"]
    verdicts = f"WordPress {tally.verdicts[True]:,}, other {tally.verdicts[False]:,}"
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
