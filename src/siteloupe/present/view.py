"""Report and outline → the parts to show, in order, with inert texts; walkers only draw them."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from siteloupe.present.parts import (
    Body,
    Caveats,
    Drawing,
    Fact,
    FactList,
    Meter,
    Part,
    RefusedPage,
    Scale,
    Signal,
    SignalList,
    Specimens,
    Step,
    Table,
    Tags,
    Verdict,
)
from siteloupe.present.words import (
    FLAG_WORDS,
    MAX_TEXT,
    MAX_URL,
    VERDICT_WORDS,
    Cell,
    Tone,
    cell_of,
    drop_unread,
    is_empty,
    kind_of,
    label_of,
    refusal_headline,
    value_at,
)
from siteloupe.reports.inert import inert
from siteloupe.reports.outline import Column, Kind, Outline, Section

PATH = re.compile(r"[Mvhlqcz0-9 -]{1,8000}")
"""The data of a path: commands, numbers and spaces."""

Report = Mapping[str, Any]
"""A report as JSON values: ``msgspec.to_builtins`` of the Struct, or the decoded body."""


def view(report: Report, outline: Outline) -> Iterator[Part]:
    """Return every part of ``report`` with content, in the outline's order.

    For a refused page, only the refusal and the fields that were seen are shown: nothing is shown as absent.
    """
    report = drop_unread(report)
    if report.get("blocked"):
        yield Part(refusal_headline(report.get("reason")), Kind.VERDICT, _refusal(report))
    elif caveats := value_at(report, "coverage.caveats"):
        yield Part("Coverage", Kind.VERDICT, _caveats(caveats))
    for section in outline:
        if report.get("blocked") and section.kind in {Kind.VERDICT, Kind.SIGNALS}:
            continue
        if (body := _body(report, section)) is not None:
            yield Part(section.label, section.kind, body)
        elif section.empty and not report.get("blocked"):
            yield Part(section.label, Kind.TEXT, Cell(section.empty))
    names = {section.path: section.label for section in reversed(outline)}
    for heading, field, words in (("Not shown", "more", "more"), ("Cut to fit", "truncated", "left out")):
        if (counts := report.get(field)) and isinstance(counts, Mapping):
            facts = tuple(
                Fact(names.get(str(path)) or inert(str(path), 60), Cell(f"{amount:,} {words}"))
                for path, amount in counts.items()
            )
            yield Part(heading, Kind.RECORD, FactList(facts))


def _caveats(caveats: list[Any]) -> Caveats:
    sentences = tuple(inert(str(value_at(caveat, "text") or ""), MAX_TEXT) for caveat in caveats)
    return Caveats(Cell(VERDICT_WORDS["partly"], Tone.UNKNOWN, Kind.VERDICT), tuple(filter(None, sentences)))


def _refusal(report: Report) -> RefusedPage:
    columns = (
        Column("Blocked by", "blockedBy"),
        Column("Reason", "reason"),
        Column("HTTP status", "status", Kind.TEXT),
    )
    answer = Cell(VERDICT_WORDS["null"], Tone.UNKNOWN, Kind.VERDICT)
    return RefusedPage(answer, _facts(report, columns), inert(report.get("note") or "", MAX_TEXT))


def _body(report: Report, section: Section) -> Body | None:
    value = value_at(report, section.path)
    if section.kind in _SHAPES and is_empty(value):
        return None
    if (shape := _SHAPES.get(section.kind)) is not None:
        return shape(report, value, section)
    return cell_of(report, Column(section.label, section.path, section.kind))


def _verdict(report: Report, value: Any, section: Section) -> Body | None:
    unsure = not value and bool(value_at(report, "coverage.caveats"))
    tone = Tone.GOOD if value else Tone.UNKNOWN if unsure else Tone.PLAIN
    words = "true" if value else "unsure" if unsure else "false"
    return Verdict(Cell(VERDICT_WORDS[words], tone, Kind.VERDICT), _facts(report, section.columns))


def _record(_report: Report, value: Any, section: Section) -> Body | None:
    if not isinstance(value, Mapping):
        return cell_of({"": value}, Column(section.label, ""))
    facts = _facts(value, section.columns or _own_columns([value]))
    return FactList(facts) if facts else None


def _facts(row: Any, columns: tuple[Column, ...]) -> tuple[Fact, ...]:
    cells = ((column.label, cell_of(row, column)) for column in columns)
    return tuple(Fact(label, cell) for label, cell in cells if cell is not None)


def _own_columns(rows: list[Any]) -> tuple[Column, ...]:
    """Return a column for every field of the rows, with the kind of its first value."""
    found: dict[str, Column] = {}
    for row in rows:
        for name, value in row.items() if isinstance(row, Mapping) else ():
            if name not in found and not is_empty(value) and "." not in name:
                found[name] = Column(label_of(name), name, kind_of(value))
    return tuple(found.values())


def _table(_report: Report, value: Any, section: Section) -> Body | None:
    columns = section.columns or _own_columns(value)
    rows = [tuple(cell_of(row, column) for column in columns) for row in value]
    kept = [index for index in range(len(columns)) if any(row[index] is not None for row in rows)]
    table = tuple(tuple(row[index] for index in kept) for row in rows)
    return Table(tuple(columns[index].label for index in kept), table) if kept else None


def _evidence(report: Report, value: Any, section: Section) -> Body | None:
    columns = (Column("Shows", "what"), Column("Where", "where"), Column("Seen", "value"))
    return _table(report, value, Section(section.label, section.path, Kind.TABLE, columns))


def _swatches(report: Report, value: Any, section: Section) -> Body | None:
    columns = (Column("Color", "hex", Kind.COLOR), *section.columns)
    columns = columns if section.columns else (columns[0], *_columns_but(value, "hex"))
    table = _table(report, value, Section(section.label, section.path, Kind.TABLE, columns))
    if not isinstance(table, Table) or table.head[0] != "Color":
        return table
    return Table(
        table.head,
        tuple((_with_alpha(row[0], each), *row[1:]) for row, each in zip(table.rows, value, strict=True)),
    )


def _with_alpha(cell: Cell | None, row: Any) -> Cell | None:
    alpha = value_at(row, "alpha")
    return replace(cell, alpha=alpha) if cell and isinstance(alpha, int | float) else cell


_PAIR = (
    Column("Pair", "label"),
    Column("Ratio", "ratio", Kind.NUMBER, unit=": 1"),
    Column("Rating", "rating"),
    Column("Text", "foreground", Kind.COLOR),
    Column("On", "background", Kind.COLOR),
)


def _contrast(report: Report, value: Any, section: Section) -> Body | None:
    own = {column.path for column in _PAIR}
    others = tuple(column for column in section.columns if column.path not in own)
    return _table(report, value, Section(section.label, section.path, Kind.TABLE, (*_PAIR, *others)))


def _specimens(report: Report, value: Any, section: Section) -> Body | None:
    others = tuple(column for column in section.columns or _own_columns(value) if column.path != "family")
    columns = (Column("Family", "family"), *others)
    table = _table(report, value, Section(section.label, section.path, Kind.TABLE, columns))
    if not isinstance(table, Table):
        return table
    files = [file_of_family(report, value_at(row, "family")) for row in value]
    notes = tuple(inert(value_at(file, "notDrawn") or "", MAX_TEXT) for file in files)
    return Specimens(table.head, table.rows, tuple(map(drawing_of, files)), notes)


def file_of_family(report: Report, family: Any) -> Any:
    """Return the facts of the font file that stands for a family: one that draws its name, else the first."""
    inspected = report.get("inspected")
    files = inspected if isinstance(inspected, list) else []
    own = [file for file in files if value_at(file, "usedAs") == family]
    drawn = [file for file in own if value_at(file, "specimen")]
    named = (file for file in drawn if value_at(file, "specimen.text") == family)
    return next(named, next(iter(drawn or own), {}))


def drawing_of(file: Any) -> Drawing | None:
    """Return what is drawn of a font file; None without a path that is safe in an attribute."""
    path = value_at(file, "specimen.path")
    sizes = [value_at(file, f"specimen.{name}") for name in ("width", "top", "height")]
    if not isinstance(path, str) or not PATH.fullmatch(path) or not all(isinstance(n, int) for n in sizes):
        return None
    width, top, height = sizes
    return Drawing(path, width, top, height)


def _columns_but(rows: list[Any], name: str) -> tuple[Column, ...]:
    return tuple(column for column in _own_columns(rows) if column.path != name)


def _roles(_report: Report, value: Any, section: Section) -> Body | None:
    columns = section.columns or tuple(Column(label_of(name), name) for name in value)
    facts = []
    for column in columns:
        if color := value_at(value, f"{column.path}.hex"):
            name = value_at(value, f"{column.path}.name")
            text = f"{color} {name}" if name else str(color)
            facts.append(Fact(column.label, Cell(inert(text, MAX_TEXT), kind=Kind.COLOR)))
    return FactList(tuple(facts)) if facts else None


def _signals(report: Report, value: Any, section: Section) -> Body | None:
    columns = section.columns or tuple(Column(label_of(name), name) for name in value)
    evidence = report.get("evidence") or []
    return SignalList(tuple(_signal(value_at(value, column.path), column, evidence) for column in columns))


def _signal(value: Any, column: Column, evidence: list[Any]) -> Signal:
    text = inert(value, MAX_TEXT) if isinstance(value, str) else ""
    cell = Cell(
        text or FLAG_WORDS["true" if value else "false"], Tone.GOOD if value else Tone.PLAIN, Kind.FLAG
    )
    seen = tuple(
        (
            inert(str(value_at(row, "where") or ""), MAX_TEXT),
            inert(str(value_at(row, "value") or ""), MAX_URL),
        )
        for row in evidence
        if value_at(row, "what") == column.path
    )
    return Signal(column.label, bool(value), cell, seen)


def _tags(_report: Report, value: Any, _section: Section) -> Body | None:
    entries = value if isinstance(value, list) else [value]
    texts = tuple(filter(None, (inert(str(entry), MAX_TEXT) for entry in entries)))
    return Tags(texts) if texts else None


def _meter(report: Report, value: Any, section: Section) -> Body | None:
    cells = (cell_of(report, column) for column in section.columns)
    beside = "  ".join(cell.text for cell in cells if cell is not None)
    return Meter(min(max(float(value) / 100, 0), 1), f"{value} of 100  {beside}".rstrip())


def _scale(_report: Report, value: Any, _section: Section) -> Body | None:
    size = "px" if all(isinstance(value_at(row, "px"), int | float) for row in value) else "count"
    sizes = [max(float(value_at(row, size) or 0), 0) for row in value]
    largest = max(sizes, default=0) or 1
    steps = (
        Step(
            inert(str(value_at(row, "value")), 60),
            _uses(value_at(row, "count") or 0),
            amount / largest,
            amount if size == "px" else None,
        )
        for row, amount in zip(value, sizes, strict=True)
    )
    return Scale(tuple(steps))


def _uses(count: int) -> str:
    return f"{count:,} use" if count == 1 else f"{count:,} uses"


_SHAPES: Mapping[Kind, Callable[[Report, Any, Section], Body | None]] = {
    Kind.VERDICT: _verdict,
    Kind.RECORD: _record,
    Kind.TABLE: _table,
    Kind.SIGNALS: _signals,
    Kind.EVIDENCE: _evidence,
    Kind.METER: _meter,
    Kind.SWATCHES: _swatches,
    Kind.ROLES: _roles,
    Kind.CONTRAST: _contrast,
    Kind.SPECIMENS: _specimens,
    Kind.SCALE: _scale,
    Kind.TAGS: _tags,
}
"""Kinds that do not fit into a cell."""
