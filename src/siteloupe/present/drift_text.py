"""The drift of a design on a terminal: values that have changed. Strings are inert, never markup."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from siteloupe.present.comparison import DOUBT, MARKS, MAX_ROWS
from siteloupe.present.drift import Drift
from siteloupe.reports.inert import inert


@dataclass(frozen=True, slots=True)
class DriftText:
    """The values of two designs, of which those are drawn that differ."""

    rows: Sequence[Drift]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw for the terminal."""
        yield Text()
        yield Text("Design", "bold")
        facts = [row for row in self.rows if row.counts]
        doubts = [row for row in self.rows if row.change is not None and not row.certain]
        same = len(self.rows) - len(facts) - len(doubts)
        counts = Counter(row.kind for row in facts)
        changed = ", ".join(f"{number} {kind}" for kind, number in counts.items())
        yield Text(f"  {f'changed: {changed}' if changed else 'no difference'}; {same} the same", "dim")
        arrow = "->" if options.ascii_only else "→"
        if facts:
            yield _grid(facts, arrow)
        if doubts:
            yield Text(f"  {DOUBT}", "magenta")
            yield _grid(doubts, arrow)


def _grid(rows: Sequence[Drift], arrow: str) -> Any:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for row in rows[:MAX_ROWS]:
        mark, style = MARKS[row.change] if row.change else ("", "")
        grid.add_row(Text(mark, style), Text(inert(row.label, 120)), Text(" ".join(_words(row, arrow))))
    return Padding(grid, (0, 0, 0, 2))


def _words(row: Drift, arrow: str) -> Iterator[str]:
    texts = [inert(text, 120) for text in (row.before, row.after) if text is not None]
    yield f" {arrow} ".join(texts)
    if row.distance:
        yield f"(distance {row.distance:g})"
