"""JSON Schema of the reports as a caller sees them: a field that is always present is required.

Source: https://json-schema.org/draft/2020-12
"""

import typing
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UnsetType

from siteloupe.reports.brief import FULL_ONLY, most_of
from siteloupe.reports.fields import structs


def schemas(reports: tuple[type[Any], ...], ref_template: str) -> dict[str, Any]:
    """Return the schema of every Struct in ``reports`` by name; ``ref_template`` is a reference."""
    _, schemas = msgspec.json.schema_components(reports, ref_template=ref_template)
    for struct in {found.__name__: found for report in reports for found in _structs(report)}.values():
        schemas[struct.__name__]["required"] = _always_present(struct)
    return {name: _without_defaults(schema) for name, schema in sorted(schemas.items())}


def _always_present(struct: type[msgspec.Struct]) -> list[str]:
    """A field with a default is left out of msgspec's ``required``, although an answer always has it.

    Fields that only the full answer has are not required.
    """
    return [
        field.encode_name
        for field in msgspec.structs.fields(struct)
        if UnsetType not in typing.get_args(_plain(field.type)) and most_of(field.type) != FULL_ONLY
    ]


def _structs(kind: Any) -> Iterator[type[msgspec.Struct]]:
    """Return every Struct that values of ``kind`` may hold, including itself."""
    for struct in structs(kind):
        yield struct
        for field in msgspec.structs.fields(struct):
            yield from _structs(field.type)


def _plain(kind: Any) -> Any:
    """Remove the Annotated around ``kind``."""
    while hasattr(kind, "__metadata__"):
        kind = kind.__origin__
    return kind


def _without_defaults(schema: Any) -> Any:
    """Write one-valued enums as constants, and leave out defaults: answers always state the value."""
    if isinstance(schema, list):
        return [_without_defaults(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    answered = {
        key: {
            name: _without_defaults(each) for name, each in value.items()
        }  # a field may be called `default`
        if key == "properties"
        else _without_defaults(value)
        for key, value in schema.items()
        if key != "default"
    }
    if len(values := answered.get("enum", ())) == 1:
        answered["const"] = values[0]
        del answered["enum"]
    return answered
