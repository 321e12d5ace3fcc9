"""The font sizes of a site, from the smallest to the largest."""

from collections import Counter
from collections.abc import Iterable

from siteloupe.css.font import shorthand
from siteloupe.css.length import font_size
from siteloupe.detect.cascade import Declared
from siteloupe.reports.fonts import FontSize

MAX_SIZES = 1000
"""Distinct values that are counted."""

MAX_VALUE = 300


def type_scale(found: Iterable[Declared]) -> list[FontSize]:
    """Every distinct size with how often it is declared; sizes without a length in pixels are left out."""
    counts: Counter[str] = Counter()
    known: dict[tuple[str, str], str] = {}
    for each in found:
        key = (each.declaration.property, each.value)
        if (size := known.get(key)) is None:
            size = known[key] = _size(*key)
        if size and (size in counts or len(counts) < MAX_SIZES):
            counts[size] += each.sheet.count
    sizes = ((value, font_size(value), count) for value, count in counts.items())
    scale = [
        FontSize(value=value, count=count, px=round(px, 2)) for value, px, count in sizes if px is not None
    ]
    return sorted(scale, key=lambda size: (size.px, size.value))


def _size(name: str, value: str) -> str:
    """The size that a declaration sets, as written; empty when it sets none."""
    if len(value) > MAX_VALUE:
        return ""
    if name == "font-size":
        return " ".join(value.split())
    read = shorthand(value) if name == "font" else None
    return read.size if read else ""
