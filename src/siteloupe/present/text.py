"""The terminal walker: a report's parts as one rich renderable.

Every string becomes ``rich.text.Text``, which rich never reads as markup, so a site's text stays text. A
color always has a word or a mark with the same meaning.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.panel import Panel
from rich.segment import Segment
from rich.table import Table as Grid
from rich.text import Text

from siteloupe.present.parts import (
    Body,
    Caveats,
    Fact,
    FactList,
    Meter,
    Part,
    RefusedPage,
    Scale,
    SignalList,
    Table,
    Tags,
    Verdict,
)
from siteloupe.present.view import Report, view
from siteloupe.present.words import Cell, Tone
from siteloupe.reports.outline import Kind, Outline

MAX_WIDTH = 120
"""The longest lines: longer ones are hard to read."""

WIDEST = 10_000
"""A width at which no table has to break a word."""

MAX_ROWS = 60
"""Most rows of one table; the JSON has all."""

_STYLES: Mapping[Tone, str] = {
    Tone.PLAIN: "",
    Tone.GOOD: "green",
    Tone.BAD: "yellow",
    Tone.UNKNOWN: "magenta",
}

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")


@dataclass(frozen=True, slots=True)
class _Pen:
    """The characters that the terminal can draw."""

    yes: str
    no: str
    unknown: str
    full: str
    rest: str
    separator: str
    colored: bool
    is_terminal: bool = True

    def mark(self, tone: Tone) -> str:
        """Return the sign with the same meaning as the tone's color."""
        return {Tone.GOOD: self.yes, Tone.UNKNOWN: self.unknown}.get(tone, self.no)


def _pen(console: Console, options: ConsoleOptions) -> _Pen:
    colored = console.color_system is not None and not console.no_color
    if options.ascii_only:
        return _Pen("+", "-", "?", "#", ".", ", ", colored, console.is_terminal)
    return _Pen("✓", "✗", "?", "█", "░", " · ", colored, console.is_terminal)


@dataclass(frozen=True, slots=True)
class TextDrawing:
    """A report for rich, at any width, with and without color and Unicode."""

    parts: tuple[Part, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw for the terminal; in a pipe, lines are as long as they are, so that no word is broken."""
        pen = _pen(console, options)
        width = min(options.max_width, MAX_WIDTH) if console.is_terminal else options.max_width
        narrow = options.update(width=width)
        for part in self.parts:
            for line in Segment.split_lines(console.render(_part(part, pen), narrow)):
                yield from strip_padding(line)
                yield Segment.line()


def strip_padding(line: list[Segment]) -> list[Segment]:
    """Remove trailing spaces, which make copying and comparing harder."""
    while line:
        text, style, control = line.pop()
        if style and style.bgcolor:
            return [*line, Segment(text, style, control)]
        if shown := text.rstrip(" "):
            return [*line, Segment(shown, style, control)]
    return line


def draw(report: Report, outline: Outline) -> TextDrawing:
    """Return ``report`` (as JSON values) in the order of ``outline``."""
    return TextDrawing(tuple(view(report, outline)))


def _part(part: Part, pen: _Pen) -> RenderableType:
    match part.body:
        case Verdict(answer, facts):
            return _panel(f"{part.label}: {answer.text}", answer.tone, _facts_line(facts, pen), pen)
        case RefusedPage(answer, facts, note):
            below = [*_facts_line(facts, pen), *([Text(note)] if note else [])]
            return _panel(part.label, answer.tone, below, pen)
        case Caveats(answer, sentences):
            return _panel(
                f"{part.label}: {answer.text}", answer.tone, [Text(each) for each in sentences], pen
            )
        case body:
            return Group(Text(), Text(part.label, "bold"), Padding(_draw_body(body, pen), (0, 0, 0, 2)))


def _draw_body(body: Body, pen: _Pen) -> RenderableType:
    """Draw the content under a heading."""
    match body:
        case FactList():
            return _record(body, pen)
        case Table():
            return _table(body, pen)
        case SignalList():
            return _signals(body, pen)
        case Scale():
            return _scale(body, pen)
        case Verdict() | RefusedPage() | Caveats():
            raise TypeError("a verdict stands in a panel, not under a heading")
        case _:
            return _line(body, pen)


def _line(body: Tags | Meter | Cell, pen: _Pen) -> Text:
    match body:
        case Tags(texts):
            return _one_line([Text(text) for text in texts], pen)
        case Meter(share, text):
            return Text.assemble(_bar(share, 20, pen), "  ", text)
        case Cell():
            return _cell(body, pen)


def _panel(headline: str, tone: Tone, below: list[Text], pen: _Pen) -> RenderableType:
    style = _STYLES[tone]
    lines = Group(Text(f"{pen.mark(tone)} {headline}", f"bold {style}"), *below)
    return Panel(lines, box=box.ROUNDED, border_style=style, padding=(0, 1), expand=pen.is_terminal)


def _facts_line(facts: tuple[Fact, ...], pen: _Pen) -> list[Text]:
    pieces = [Text.assemble((f"{_inline(fact.label)} ", "dim"), _cell(fact.cell, pen)) for fact in facts]
    return [_one_line(pieces, pen)] if pieces else []


def _inline(label: str) -> str:
    """Write a label inside a line: ``Blocked by`` becomes lower case, ``HTTP status`` does not."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


def _one_line(pieces: list[Text], pen: _Pen) -> Text:
    line = Text(overflow="fold")
    for piece in pieces:
        line.append(pen.separator if line else "", "dim").append_text(piece)
    return line


def _record(body: FactList, pen: _Pen) -> RenderableType:
    grid = _grid()
    grid.add_column(style="dim", max_width=24, overflow="fold")
    grid.add_column(overflow="fold")
    for fact in body.facts:
        grid.add_row(Text(fact.label), _cell(fact.cell, pen))
    return grid


def _table(body: Table, pen: _Pen) -> RenderableType:
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim")
    drawn = []
    for index, label in enumerate(body.head):
        kinds = {cell.kind for row in body.rows if (cell := row[index]) is not None}
        if kinds != {Kind.NOTATION}:
            right = kinds <= {Kind.NUMBER, Kind.FLOOR}
            grid.add_column(Text(label), justify="right" if right else "left", overflow="fold")
            drawn.append(index)
    for row in body.rows[:MAX_ROWS]:
        grid.add_row(*(_cell(cell, pen) if (cell := row[index]) else Text() for index in drawn))
    return _add_rest(_FittingTable(grid, body, tuple(drawn), pen), len(body.rows))


@dataclass(frozen=True, slots=True)
class _FittingTable:
    """A table where its longest words fit beside each other, otherwise its rows below each other."""

    grid: Grid
    table: Table
    drawn: tuple[int, ...]
    pen: _Pen

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw for the terminal."""
        if Measurement.get(console, options.update(width=WIDEST), self.grid).minimum <= options.max_width:
            yield self.grid
            return
        for row in self.table.rows[:MAX_ROWS]:
            cells = [(self.table.head[index], row[index]) for index in self.drawn]
            pieces = [
                Text.assemble((f"{_inline(label)} ", "dim"), _cell(cell, self.pen))
                for label, cell in cells[1:]
                if cell is not None
            ]
            first = cells[0][1]
            yield Text() if first is None else _cell(first, self.pen)
            yield Padding(_one_line(pieces, self.pen), (0, 0, 0, 2))


def _signals(body: SignalList, pen: _Pen) -> RenderableType:
    grid = _grid()
    grid.add_column(no_wrap=True)
    grid.add_column(max_width=28, overflow="fold")
    grid.add_column(overflow="fold")
    for signal in body.signals:
        style = _STYLES[Tone.GOOD] if signal.matched else "dim"
        seen = [Text.assemble((f"{where}  ", "dim"), text) for where, text in signal.seen]
        shown = Text("\n").join(seen) if seen else Text(signal.cell.text, style)
        grid.add_row(Text(pen.yes if signal.matched else pen.no, style), Text(signal.label, style), shown)
    return grid


def _scale(body: Scale, pen: _Pen) -> RenderableType:
    grid = _grid()
    grid.add_column(justify="right", overflow="fold", max_width=24)
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", style="dim")
    for step in body.steps[:MAX_ROWS]:
        grid.add_row(Text(step.text), Text(pen.full * max(1, round(step.share * 24))), Text(step.count))
    return _add_rest(grid, len(body.steps))


def _grid() -> Grid:
    return Grid.grid(padding=(0, 2, 0, 0))


def _add_rest(grid: RenderableType, rows: int) -> RenderableType:
    rest = rows - MAX_ROWS
    return Group(grid, Text(f"and {rest:,} more; --json has them all", "dim")) if rest > 0 else grid


def _bar(share: float, length: int, pen: _Pen) -> Text:
    full = round(share * length)
    return Text.assemble((pen.full * full, "bold"), (pen.rest * (length - full), "dim"))


def _cell(cell: Cell, pen: _Pen) -> Text:
    text = Text(cell.text, _STYLES[cell.tone], overflow="fold")
    color = _HEX.match(cell.text) if cell.kind is Kind.COLOR and pen.colored else None
    return Text.assemble(("    ", f"on {_six(color.group())}"), " ", text) if color else text


def _six(color: str) -> str:
    return color if len(color) == 7 else "#" + "".join(digit * 2 for digit in color[1:])
