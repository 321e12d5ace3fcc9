"""Reads the TOML files that lie beside this module."""

import functools
import threading
import tomllib
from importlib import resources
from typing import TypeVar

import msgspec

from siteloupe.products.match import Matcher
from siteloupe.products.product import Product

AnyEntry = TypeVar("AnyEntry", bound=msgspec.Struct)
AnyProduct = TypeVar("AnyProduct", bound=Product)

_ONE_AT_A_TIME = threading.Lock()
"""msgspec learns a Struct's fields when it first reads one. A thread that reads another meanwhile finds them
half known, and takes the process down (seen with msgspec 0.22 on CPython 3.11)."""


def entries_of(text: str, kind: type[AnyEntry], table: str = "product") -> tuple[AnyEntry, ...]:
    """The ``[[product]]`` tables of a TOML text, or those of another name.

    Raises msgspec.ValidationError where one breaks the schema, or where the text has anything else.
    """
    tables = tomllib.loads(text)
    if set(tables) != {table}:
        raise msgspec.ValidationError(f"only [[{table}]] is expected")
    with _ONE_AT_A_TIME:
        return msgspec.convert(tables[table], tuple[kind, ...])  # type: ignore[valid-type]


@functools.cache
def entries_in(file: str, kind: type[AnyEntry], table: str = "product") -> tuple[AnyEntry, ...]:
    """The entries of the file called ``file`` here, in its order; read once a process."""
    return entries_of(resources.files(__package__).joinpath(file).read_text(encoding="utf-8"), kind, table)


@functools.cache
def load(*files: str, kind: type[AnyProduct]) -> Matcher[AnyProduct]:
    """The products of ``files``, such as ``cdn.toml``, as one set ready to match; made once a process."""
    return Matcher([product for file in files for product in entries_in(file, kind)])
