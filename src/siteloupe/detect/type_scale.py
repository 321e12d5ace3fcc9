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
    for each in found:
        size = _size(each)
        if size and (size in counts or len(counts) < MAX_SIZES):
            counts[size] += each.sheet.count
    sizes = ((value, font_size(value), count) for value, count in counts.items())
    scale = [
        FontSize(value=value, count=count, px=round(px, 2)) for value, px, count in sizes if px is not None
    ]
    return sorted(scale, key=lambda size: (size.px, size.value))


def _size(each: Declared) -> str:
    """The size that a declaration sets, as written; empty when it sets none."""
    if each.declaration.property == "font-size":
        return " ".join(each.value.split()) if len(each.value) <= MAX_VALUE else ""
    if each.declaration.property == "font" and len(each.value) <= MAX_VALUE:
        read = shorthand(each.value)
        return read.size if read else ""
    return ""
