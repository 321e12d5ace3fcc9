"""TOML text → rows of one schema."""

import threading
import tomllib
from typing import Literal, TypeVar

import msgspec

AnyRow = TypeVar("AnyRow", bound=msgspec.Struct)

_ONE_AT_A_TIME = threading.Lock()
"""msgspec learns a Struct's fields when it first reads one. A thread that reads another meanwhile finds them
half known, and takes the process down (seen with msgspec 0.22 on CPython 3.11)."""


def rows_of(text: str, kind: type[AnyRow]) -> tuple[AnyRow, ...]:
    """The ``[[row]]`` tables of a TOML text. Raises msgspec.ValidationError where one breaks the schema."""
    tables = tomllib.loads(text)
    with _ONE_AT_A_TIME:
        read = msgspec.convert(tables, dict[Literal["row"], tuple[kind, ...]])  # type: ignore[valid-type]
    rows: tuple[AnyRow, ...] = read["row"]
    return rows
