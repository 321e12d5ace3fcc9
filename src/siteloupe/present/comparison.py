"""Differences on a terminal: added, removed and changed values. Strings are inert, never markup."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from siteloupe.present.differences import Change, Difference
from siteloupe.present.text import MAX_WIDTH, strip_padding
from siteloupe.present.words import Cell, Tone, cell_of, is_empty
from siteloupe.reports.inert import inert
from siteloupe.reports.outline import Column, Kind

MAX_ROWS = 100
"""Most differences of one analysis that are drawn; the JSON has all."""

DOUBT = "Perhaps no difference: one of the two sites was seen only in part."

MARKS = {Change.ADDED: ("+", "green"), Change.REMOVED: ("-", "red"), Change.CHANGED: ("~", "yellow")}
"""The mark and the style of each kind of difference."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences of one analysis with its title; ``is_whole`` is true when all of both was seen.

    Differences that one side may only not have seen come last, under a heading of their own.
    """

    title: str
    rows: tuple[Difference, ...]
    is_whole: bool = True

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw for the terminal."""
        width = min(options.max_width, MAX_WIDTH) if console.is_terminal else options.max_width
        narrow = options.update(width=width)
        drawing = self._draw(ascii_only=options.ascii_only, is_terminal=console.is_terminal)
        for line in Segment.split_lines(console.render(drawing, narrow)):
            yield from strip_padding(line)
            yield Segment.line()

    def _draw(self, *, ascii_only: bool, is_terminal: bool) -> RenderableType:
        heading = Group(Text(), Text(self.title, "bold"))
        facts = [row for row in self.rows if row.certain]
        doubts = [row for row in self.rows if not row.certain]
        if not facts:
            seen = "no difference" if self.is_whole else "nothing different in what could be seen"
            heading = Group(heading, Text(f"  {seen}", "dim"))
        parts = [_grid(facts, ascii_only=ascii_only, is_terminal=is_terminal)] if facts else []
        if doubts:
            parts += [
                Text(f"  {DOUBT}", "magenta"),
                _grid(doubts, ascii_only=ascii_only, is_terminal=is_terminal),
            ]
        return Group(heading, *parts)


def _grid(rows: list[Difference], *, ascii_only: bool, is_terminal: bool) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(max_width=48 if is_terminal else None, overflow="fold")
    grid.add_column(overflow="fold")
    for row in rows[:MAX_ROWS]:
        mark, style = MARKS[row.change]
        grid.add_row(Text(mark, style), Text(inert(row.label, 120)), _values(row, ascii_only=ascii_only))
    return Group(Padding(grid, (0, 0, 0, 2)), *_rest(len(rows) - MAX_ROWS))


def _rest(count: int) -> Iterable[Text]:
    return [Text(f"  and {count:,} more; --json has them all", "dim")] if count > 0 else []


def _values(row: Difference, *, ascii_only: bool) -> Text:
    match row.change:
        case Change.ADDED:
            return Text(_words(row.after))
        case Change.REMOVED:
            return Text(_words(row.before))
        case Change.CHANGED:
            before, after = (
                "nothing" if value is None and not isinstance(other, bool) else _words(value)
                for value, other in ((row.before, row.after), (row.after, row.before))
            )
            return Text.assemble((before, "dim"), " -> " if ascii_only else " → ", after)


def _words(value: Any) -> str:
    """Write a value on one line; of an object, only the fields that are not empty."""
    if isinstance(value, bool) or value is None:
        kind = Kind.FLAG
    elif isinstance(value, Mapping):
        value = {name: each for name, each in value.items() if name != "evidence" and not is_empty(each)}
        kind = Kind.TEXT
    else:
        kind = Kind.TEXT
    cell = cell_of({"value": value}, Column("", "value", kind)) or Cell("nothing", Tone.UNKNOWN)
    return cell.text
