"""Flat lists of facts, one row a line: tab-separated, the first line naming the columns."""

import csv
import functools
import pkgutil


@functools.cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    """Every row of the list called ``name``, by column. Raises FileNotFoundError for an unknown list."""
    text = (pkgutil.get_data(__name__, name) or b"").decode()
    return tuple(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
