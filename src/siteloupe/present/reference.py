"""The fields of a report as tables for the API reference, made from its type."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import NODEFAULT, inspect

from siteloupe.reports.brief import FULL_ONLY, most_of


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One field; ``type`` in words of JSON; ``always``: whether it is there always, or in full answers."""

    name: str
    type: str
    always: str
    description: str


@dataclass(frozen=True, slots=True)
class ObjectTable:
    """One object of the interface."""

    name: str
    description: str
    rows: tuple[FieldRow, ...]


def tables(report: type[msgspec.Struct]) -> tuple[ObjectTable, ...]:
    """Return the report's table, then one for each object in it, in order."""
    found: dict[str, ObjectTable] = {}
    waiting = list(_inner(inspect.type_info(report)))
    while waiting:
        kind = waiting.pop(0)
        if kind.cls.__name__ not in found:
            found[kind.cls.__name__] = _table(kind)
            waiting += [inner for field in kind.fields for inner in _inner(field.type)]
    return tuple(found.values())


def all_tables(reports: Iterable[type[msgspec.Struct]]) -> tuple[ObjectTable, ...]:
    """Return the tables of several reports, each object once."""
    return tuple({table.name: table for report in reports for table in tables(report)}.values())


def markdown(table: ObjectTable) -> str:
    """Return the table as Markdown, without a heading."""
    lines = ["| Field | Type | Always there | Meaning |", "|---|---|---|---|"]
    lines += [
        f"| `{row.name}` | {row.type} | {row.always} | {_cell(row.description)} |" for row in table.rows
    ]
    return "\n".join(lines)


def _table(kind: inspect.StructType) -> ObjectTable:
    annotated = {field.encode_name: field.type for field in msgspec.structs.fields(kind.cls)}
    rows = tuple(_row(field, annotated[field.encode_name]) for field in kind.fields)
    return ObjectTable(kind.cls.__name__, _summary(kind), rows)


def _row(field: inspect.Field, annotated: Any) -> FieldRow:
    # A default of UNSET leaves the field out of the JSON, so it is no default.
    unset = not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT
    most = most_of(annotated)
    always = "full answer" if most == FULL_ONLY else "no" if unset else "yes"
    by_default = f" (by default at most {most.number})" if most and most.number else ""
    return FieldRow(field.encode_name, _words(field.type), always, _description(field.type) + by_default)


def _description(kind: inspect.Type) -> str:
    """Return the description of the field, otherwise that of its object."""
    schema = (kind.extra_json_schema or {}) if isinstance(kind, inspect.Metadata) else {}
    return str(schema.get("description", "")) or next((_summary(inner) for inner in _inner(kind)), "")


def _summary(kind: inspect.StructType) -> str:
    return (kind.cls.__doc__ or "").strip().partition("\n")[0].replace("``", "`")


def _words(kind: inspect.Type) -> str:
    """Return a type in words of JSON, as Markdown."""
    match kind:
        case inspect.Metadata(type=inner):
            words = _words(inner)
        case inspect.UnionType():
            words = " or ".join(map(_words, kind.types))
        case inspect.ListType() | inspect.VarTupleType():
            words = f"array of {_words(kind.item_type)}"
        case inspect.DictType():
            words = f"object of {_words(kind.value_type)}"
        case inspect.LiteralType():
            words = ", ".join(f"`{_json(value)}`" for value in kind.values)
        case inspect.StructType():
            words = f"[{kind.cls.__name__}](#{kind.cls.__name__.lower()})"
        case _:
            words = _PLAIN[type(kind)]
    return words


def _json(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _inner(kind: inspect.Type) -> Iterator[inspect.StructType]:
    """Yield the objects directly in a type."""
    match kind:
        case inspect.Metadata():
            yield from _inner(kind.type)
        case inspect.UnionType():
            for each in kind.types:
                yield from _inner(each)
        case inspect.ListType() | inspect.VarTupleType():
            yield from _inner(kind.item_type)
        case inspect.DictType():
            yield from _inner(kind.value_type)
        case inspect.StructType():
            yield kind


def _cell(text: str) -> str:
    """Escape text for Markdown; inside backquotes, only bars need it."""
    pieces = text.replace("|", "\\|").split("`")
    return "`".join(
        piece.replace("<", "\\<") if index % 2 == 0 else piece for index, piece in enumerate(pieces)
    )


_PLAIN: dict[type[inspect.Type], str] = {
    inspect.BoolType: "boolean",
    inspect.IntType: "integer",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.NoneType: "null",
    inspect.AnyType: "any",
}
