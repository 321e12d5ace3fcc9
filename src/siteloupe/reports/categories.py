"""The categories of technologies, with the label that people read; the list is in the order of weight."""

import functools

from siteloupe.data import rows


@functools.cache
def category_labels() -> dict[str, str]:
    """Return the label of each category, what says most of a site first."""
    return {row["category"]: row["label"] for row in rows("categories.tsv")}


@functools.cache
def _places() -> dict[str, int]:
    return {category: place for place, category in enumerate(category_labels())}


def place_of(category: str) -> int:
    """Return the place of ``category`` in the order of weight: 0 says most; unknown ones are last."""
    return _places().get(category, len(_places()))
