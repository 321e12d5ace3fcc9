"""Flat lists of facts, one row a line: tab-separated, the first line naming the columns."""

import csv
from importlib import resources


def rows(name: str) -> list[dict[str, str]]:
    """Every row of the list called ``name``, by column. Raises FileNotFoundError for an unknown list."""
    text = resources.files(__name__).joinpath(name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
