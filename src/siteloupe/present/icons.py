"""Icons of products: the paths of ``product_icons.tsv``, each in a box of 24 by 24."""

import functools
from collections.abc import Iterable, Mapping

from siteloupe.data import rows

VIEW_BOX = "0 0 24 24"


@functools.cache
def product_icons() -> Mapping[str, str]:
    """Return the data of an SVG path for each product that has an icon, by its name."""
    return {row["name"]: row["path"] for row in rows("product_icons.tsv")}


def numbered_icons(names: Iterable[str]) -> Mapping[str, int]:
    """Return a number for each of ``names`` that has an icon, in their order."""
    known = product_icons()
    return {
        name: number for number, name in enumerate(dict.fromkeys(each for each in names if each in known))
    }
