"""The HTML walker: a report's parts as the markup that ``static/report.css`` styles.

The JavaScript walker, ``static/outline.js``, draws the same markup in the browser.
"""

from collections.abc import Callable, Mapping

from markupsafe import Markup

from siteloupe.present.markup import bar, element, face, letters, link, mark, paint, pair
from siteloupe.present.parts import (
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
from siteloupe.present.view import Report, view
from siteloupe.present.words import Cell, Tone
from siteloupe.reports.outline import Kind, Outline

HEADING = "h3"
"""Parts are below the heading of the site, which is below the heading of the page."""

MAX_SHORT = 16
"""The longest text in a table, in characters, that stays on one line, such as a version."""


def html(report: Report, outline: Outline) -> Markup:
    """Return ``report`` (as JSON values) in the order of ``outline``: one ``<section>`` for each part."""
    return Markup("").join(_part(part) for part in view(report, outline))


def _part(part: Part) -> Markup:
    style = f"part part-{part.kind}"
    if isinstance(part.body, RefusedPage | Caveats):
        style += " part-refused"
    return element("section", {"class": style}, element(HEADING, {}, part.label, _count(part)), _body(part))


def _count(part: Part) -> Markup | None:
    """Return the number of rows, if it is useful."""
    if not isinstance(part.body, Table) or part.kind is Kind.EVIDENCE or len(part.body.rows) < 2:
        return None
    return element("span", {"class": "entries"}, f" {len(part.body.rows)}")


def _body(part: Part) -> Markup:
    match part.body:
        case Verdict(answer, facts):
            return _answer(answer) + _facts(facts, "facts beside")
        case RefusedPage(answer, facts, note):
            below = element("p", {"class": "note"}, note) if note else ""
            return _answer(answer) + _facts(facts, "facts beside") + below
        case FactList() as record:
            return _roles(record) if part.kind is Kind.ROLES else _facts(record.facts)
        case Table() as table:
            return _rows(table, part)
        case body:
            return _line(body)


def _rows(table: Table, part: Part) -> Markup:
    if isinstance(table, Specimens):
        return _specimens(table)
    if part.kind is Kind.EVIDENCE:
        return _evidence(table, part.label)
    return _ROWS[part.kind](table) if part.kind in _ROWS else _table(table, part.label)


def _line(body: Caveats | SignalList | Scale | Tags | Meter | Cell) -> Markup:
    match body:
        case Caveats(answer, sentences):
            return _answer(answer) + Markup("").join(
                element("p", {"class": "note"}, each) for each in sentences
            )
        case SignalList(signals):
            return element("ul", {"class": "signals"}, *map(_signal, signals))
        case Scale(steps):
            return element("ul", {"class": "scale"}, *map(_step, steps))
        case Tags(texts):
            return element("ul", {"class": "tags"}, *(element("li", {}, text) for text in texts))
        case Meter(share, text):
            return element("div", {"class": "meter"}, element("p", {}, text), bar(share))
        case Cell():
            return element("p", {}, _cell(body))


def _answer(answer: Cell) -> Markup:
    strong = element("strong", {}, answer.text)
    return element("p", {"class": "answer", "data-tone": answer.tone}, mark(answer.tone), strong)


def _facts(facts: tuple[Fact, ...], style: str = "facts") -> Markup:
    if not facts:
        return Markup()
    lines = (
        element("div", {}, element("dt", {}, fact.label), element("dd", {}, _cell(fact.cell)))
        for fact in facts
    )
    return element("dl", {"class": style}, *lines)


def _cell(cell: Cell) -> Markup:
    match cell.kind:
        case Kind.LINK:
            return link(cell.text)
        case Kind.COLOR:
            return paint(cell.text.partition(" ")[0]) + " " + element("code", {}, cell.text)
        case Kind.NOTATION:
            return element("code", {}, cell.text)
        case _ if cell.tone is not Tone.PLAIN:
            return element("span", {"class": "tone", "data-tone": cell.tone}, mark(cell.tone), cell.text)
        case _:
            return Markup.escape(cell.text)


def _table(table: Table, label: str) -> Markup:
    # Narrow screens show rows as blocks, which removes the implicit roles of the elements.
    head = [element("th", {"scope": "col", "role": "columnheader"}, name) for name in table.head]
    rows = [element("tr", {"role": "row"}, *map(_table_cell, row, table.head)) for row in table.rows]
    return element(
        "table",
        {"role": "table", "aria-label": label},
        element("thead", {"role": "rowgroup"}, element("tr", {"role": "row"}, *head)),
        element("tbody", {"role": "rowgroup"}, *rows),
    )


def _table_cell(cell: Cell | None, label: str) -> Markup:
    inside = element("div", {}, _cell(cell)) if cell else None
    style = {"class": "short"} if cell and len(cell.text) <= MAX_SHORT else {}
    return element("td", {"role": "cell", "data-label": label, **style}, inside)


def _evidence(table: Table, label: str) -> Markup:
    count = element("span", {"class": "entries"}, f" {len(table.rows)}")
    return element("details", {}, element("summary", {}, label, count), _table(table, label))


def _swatches(table: Table) -> Markup:
    cards = (_card(row[0], _facts_of(table, row)[1:]) for row in table.rows if row[0] is not None)
    return element("ul", {"class": "swatches"}, *cards)


def _card(color: Cell, facts: tuple[Fact, ...], label: str = "") -> Markup:
    value, _, name = color.text.partition(" ")
    titled = element("span", {"class": "label"}, label) if label else None
    share = f" {color.alpha * 100:.0f}%" if color.alpha < 1 else ""
    named = element("span", {"class": "name"}, name) if name else None
    return element(
        "li",
        {},
        paint(value, color.alpha),
        titled,
        element("code", {}, value + share),
        named,
        _facts(facts, "facts small"),
    )


def _roles(record: FactList) -> Markup:
    cards = (_card(fact.cell, (), fact.label) for fact in record.facts)
    return element("ul", {"class": "swatches roles"}, *cards)


def _contrast(table: Table) -> Markup:
    return element("ul", {"class": "contrasts"}, *(_pair(_facts_of(table, row)) for row in table.rows))


def _pair(facts: tuple[Fact, ...]) -> Markup:
    said = {fact.label: fact for fact in facts}
    colors = [said[name].cell.text for name in ("Text", "On") if name in said]
    label, ratio, rating = (
        fact.cell.text if (fact := said.pop(name, None)) else "" for name in ("Pair", "Ratio", "Rating")
    )
    tone = Tone.GOOD if rating in {"AA", "AAA"} else Tone.BAD if rating == "Fail" else Tone.PLAIN
    return element(
        "li",
        {},
        pair(*colors) if len(colors) == 2 else None,
        element("span", {"class": "ratio"}, element("strong", {}, ratio)),
        element("span", {"class": "rating", "data-tone": tone}, rating) if rating else None,
        element("span", {"class": "label"}, label),
        _facts(tuple(said.values()), "facts small"),
    )


def _specimens(table: Specimens) -> Markup:
    rows = zip(table.rows, table.drawings, table.notes, strict=True)
    items = (
        _specimen(row[0].text, drawing, note, _facts_of(table, row)[1:])
        for row, drawing, note in rows
        if row[0] is not None
    )
    return element("ul", {"class": "specimens"}, *items)


def _specimen(family: str, drawing: Drawing | None, note: str, facts: tuple[Fact, ...]) -> Markup:
    name = element("p", {"class": "family"}, family)
    drawn = face(drawing) if drawing else element("p", {"class": "note"}, note) if note else None
    return element("li", {}, name, drawn, _facts(facts, "facts small"))


def _facts_of(table: Table, row: tuple[Cell | None, ...]) -> tuple[Fact, ...]:
    """Yield the cells of a row with content, with the heads of their columns."""
    pairs = zip(table.head, row, strict=True)
    return tuple(Fact(label, cell) for label, cell in pairs if cell is not None)


def _signal(signal: Signal) -> Markup:
    tone = Tone.GOOD if signal.matched else Tone.PLAIN
    seen: list[Markup | str] = [
        element("span", {"class": "seen"}, element("span", {"class": "where"}, where), " ", text)
        for where, text in signal.seen
    ]
    label = element("span", {"class": "label"}, signal.label)
    what = element("span", {"class": "what"}, *(seen or [signal.cell.text]))
    return element("li", {"data-tone": tone}, mark(tone), label, what)


def _step(step: Step) -> Markup:
    drawn = bar(step.share) if step.px is None else letters("Ag", step.px)
    value = element("span", {"class": "value"}, step.text)
    return element("li", {}, value, drawn, element("span", {"class": "count"}, step.count))


_ROWS: Mapping[Kind, Callable[[Table], Markup]] = {
    Kind.SWATCHES: _swatches,
    Kind.CONTRAST: _contrast,
}
"""Kinds whose rows are not drawn as a table."""
