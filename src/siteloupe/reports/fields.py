"""The fields of a report: each has beside it the label that people read in place of its JSON name.

The description is for programmers and agents (API reference, OpenAPI, MCP), the label for readers.
"""

import functools
import typing
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Meta

WHOLE = ""
"""For a field that represents its whole object: it has the label of the field with the object."""

_KEY = "label"


def describe(
    label: str,
    description: str | None = None,
    *,
    ge: float | None = None,
    le: float | None = None,
    json_format: str | None = None,
) -> Meta:
    """Return the annotation of a field that people see: its label, description and limits.

    A field with an object needs no description: that of the object is used. ``json_format`` is JSON Schema's
    ``format``.
    """
    return Meta(
        description=description,
        ge=ge,
        le=le,
        extra_json_schema={"format": json_format} if json_format else None,
        extra={_KEY: label},
    )


def labels(report: type[msgspec.Struct]) -> dict[str, str | None]:
    """Return the label of every field of ``report`` by its dotted JSON path; None without a label.

    This includes fields of nested objects and of entries of lists: ``plugins.version``.
    """
    return dict(_labels(report, "", None))


def structs(kind: Any) -> Iterator[type[msgspec.Struct]]:
    """Return the Structs in values of type ``kind``, without Structs inside others."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
    for argument in typing.get_args(kind):
        yield from structs(argument)


def _labels(struct: type[msgspec.Struct], above: str, holder: str | None) -> Iterator[tuple[str, str | None]]:
    """Yield the labels of the fields of ``struct``; ``above`` begins their paths, ``holder`` is its label."""
    for name, own, inner in _fields(struct):
        path, label = above + name, holder if own == WHOLE else own
        yield path, label
        for each in inner:
            yield from _labels(each, f"{path}.", label)


@functools.cache
def _fields(
    struct: type[msgspec.Struct],
) -> tuple[tuple[str, str | None, tuple[type[msgspec.Struct], ...]], ...]:
    """Yield the JSON name, the label and the objects of each field."""
    return tuple(
        (field.encode_name, _label(field.type), tuple(structs(field.type)))
        for field in msgspec.structs.fields(struct)
    )


def _label(kind: Any) -> str | None:
    for meta in getattr(kind, "__metadata__", ()):
        if isinstance(meta, Meta) and meta.extra and _KEY in meta.extra:
            return str(meta.extra[_KEY])
    return None
