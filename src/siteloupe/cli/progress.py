"""How far a scan is: a bar with rate and remaining time on a terminal, and a summary at the end."""

import datetime as dt
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from siteloupe.scan.entries import Entries
from siteloupe.scan.tally import Tally


@contextmanager
def progress(entries: Entries, tally: Tally) -> Iterator[Callable[[], None]]:
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

        def drawn() -> None:
            rate = (tally.lines - before) / max(time.monotonic() - began, 0.001)
            bar.update(task, completed=_reached(entries, tally), description=_line(tally, rate))

        yield drawn


def _reached(entries: Entries, tally: Tally) -> float:
    """How far into the list the work is, in bytes; lines in hand are read, but not done."""
    return entries.position * min(tally.lines / max(entries.given, 1), 1.0)


def _line(tally: Tally, rate: float) -> str:
    unread = tally.lines - tally.outcomes["answered"]
    return f"{tally.lines:,} sites, {rate:,.1f}/s, WordPress {tally.verdicts[True]:,}, unread {unread:,}"


def summary(tally: Tally, new: int, seconds: float) -> str:
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
