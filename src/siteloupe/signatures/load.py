"""Reads the signature files that lie beside this module."""

import functools
import tomllib
from importlib import resources
from typing import Literal, TypeVar

import msgspec

from siteloupe.signatures.match import Matcher
from siteloupe.signatures.rows import Row

AnyRow = TypeVar("AnyRow", bound=Row)


def rows_of(text: str, kind: type[AnyRow]) -> tuple[AnyRow, ...]:
    """The ``[[row]]`` tables of a TOML text. Raises msgspec.ValidationError where one breaks the schema."""
    tables = msgspec.convert(tomllib.loads(text), dict[Literal["row"], tuple[kind, ...]])  # type: ignore[valid-type]
    rows: tuple[AnyRow, ...] = tables["row"]
    return rows


@functools.cache
def load(*files: str, kind: type[AnyRow]) -> Matcher[AnyRow]:
    """The rows of ``files``, such as ``challenges.toml``, as one set ready to match; read once a process."""
    folder = resources.files(__package__)
    texts = (folder.joinpath(file).read_text(encoding="utf-8") for file in files)
    return Matcher([row for text in texts for row in rows_of(text, kind)])
