"""The fields of a report: the label that people read in place of a JSON name, which stands beside the field.

The description is for programmers and agents (API reference, OpenAPI, MCP), the label for readers.
"""

import functools
import typing
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Meta

WHOLE = ""
"""For a field that speaks for its whole object: it takes the label of the field that holds the object."""

_KEY = "label"


def describe(
    label: str,
    description: str | None = None,
    *,
    ge: float | None = None,
    le: float | None = None,
    json_format: str | None = None,
) -> Meta:
    """What ``Annotated`` says of a field that people see: its label, its description, its bounds.

    A field that holds an object needs no description: the object's own is used. ``json_format`` is JSON
    Schema's ``format``.
    """
    return Meta(
        description=description,
        ge=ge,
        le=le,
        extra_json_schema={"format": json_format} if json_format else None,
        extra={_KEY: label},
    )


def labels(report: type[msgspec.Struct]) -> dict[str, str | None]:
    """The label of every field of ``report`` by its dotted path in the JSON, or None where it has none.

    Fields of nested objects and of the entries of lists are among them: ``plugins.version``.
    """
    return dict(_labels(report, "", None))


def structs(kind: Any) -> Iterator[type[msgspec.Struct]]:
    """The Structs that values of type ``kind`` are or hold, without those that stand within another."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
    for argument in typing.get_args(kind):
        yield from structs(argument)


def _labels(struct: type[msgspec.Struct], above: str, holder: str | None) -> Iterator[tuple[str, str | None]]:
    """The labels of the fields of ``struct``; ``above`` begins their paths, ``holder`` is its own label."""
    for name, own, inner in _fields(struct):
        path, label = above + name, holder if own == WHOLE else own
        yield path, label
        for each in inner:
            yield from _labels(each, f"{path}.", label)


@functools.cache
def _fields(
    struct: type[msgspec.Struct],
) -> tuple[tuple[str, str | None, tuple[type[msgspec.Struct], ...]], ...]:
    """Of each field its name in the JSON, its label, and the objects in it."""
    return tuple(
        (field.encode_name, _label(field.type), tuple(structs(field.type)))
        for field in msgspec.structs.fields(struct)
    )


def _label(kind: Any) -> str | None:
    for meta in getattr(kind, "__metadata__", ()):
        if isinstance(meta, Meta) and meta.extra and _KEY in meta.extra:
            return str(meta.extra[_KEY])
    return None
