"""Reads the signature files that lie beside this module."""

import functools
from importlib import resources
from typing import TypeVar

from siteloupe.signatures.match import Matcher
from siteloupe.signatures.rows import Row
from siteloupe.signatures.table import rows_of

AnyRow = TypeVar("AnyRow", bound=Row)


@functools.cache
def load(*files: str, kind: type[AnyRow]) -> Matcher[AnyRow]:
    """The rows of ``files``, such as ``challenges.toml``, as one set ready to match; read once a process."""
    folder = resources.files(__package__)
    texts = (folder.joinpath(file).read_text(encoding="utf-8") for file in files)
    return Matcher([row for text in texts for row in rows_of(text, kind)])
