"""Reads the TOML files beside this module.

tomli is the parser of the standard library in a compiled form, where it can be had: it takes a third of the
time.
"""

import functools
import threading
from importlib import resources
from typing import TypeVar

import msgspec
import tomli

from siteloupe.products.match import Matcher
from siteloupe.products.product import Product

AnyEntry = TypeVar("AnyEntry", bound=msgspec.Struct)
AnyProduct = TypeVar("AnyProduct", bound=Product)

_ONE_AT_A_TIME = threading.Lock()
"""msgspec collects a Struct's fields when it first decodes one.

A second thread at that moment finds them incomplete, and the process crashes (seen with msgspec 0.22 on
CPython 3.11).
"""


def entries_of(text: str, kind: type[AnyEntry], table: str = "product") -> tuple[AnyEntry, ...]:
    """Parse the ``[[product]]`` tables of a TOML text, or tables with another name.

    Raises msgspec.ValidationError when one breaks the schema, or the text has anything else.
    """
    tables = tomli.loads(text)
    if set(tables) != {table}:
        raise msgspec.ValidationError(f"only [[{table}]] is expected")
    with _ONE_AT_A_TIME:
        return msgspec.convert(tables[table], tuple[kind, ...])  # type: ignore[valid-type]


@functools.cache
def entries_in(file: str, kind: type[AnyEntry], table: str = "product") -> tuple[AnyEntry, ...]:
    """Return the entries of ``file`` in order; each process reads it once."""
    return entries_of(resources.files(__package__).joinpath(file).read_text(encoding="utf-8"), kind, table)


@functools.cache
def load(*files: str, kind: type[AnyProduct]) -> Matcher[AnyProduct]:
    """Return a matcher of the products of ``files``, such as ``cdn.toml``; each process makes it once."""
    return Matcher([product for file in files for product in entries_in(file, kind)])
