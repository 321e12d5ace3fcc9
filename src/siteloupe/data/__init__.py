"""Flat lists of facts, one row a line: tab-separated, the first line naming the columns."""

import csv
import functools
from importlib import resources


@functools.cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    """Every row of the list called ``name``, by column. Raises FileNotFoundError for an unknown list."""
    text = resources.files(__name__).joinpath(name).read_text(encoding="utf-8")
    return tuple(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
