"""Attributes and elements that frameworks leave in the HTML they make."""

import functools
from typing import Any

MAX_MARKED = 500


def marks_in(document: Any, attributes: frozenset[str], elements: frozenset[str]) -> dict[str, str]:
    """Those of ``attributes`` that a parsed document has, with their first values, and of ``elements``."""
    found: dict[str, str] = {}
    if not (selector := _selector(attributes, elements)):
        return found
    for element in document.select(selector)[:MAX_MARKED]:
        if element.tag in elements:
            found.setdefault(element.tag, "")
        for name, value in element.attrs.items():
            if name in attributes:
                found.setdefault(name, str(value or "")[:300])
    return found


@functools.lru_cache(maxsize=8)
def _selector(attributes: frozenset[str], elements: frozenset[str]) -> str:
    names = (name.replace(":", "\\:") for name in sorted(attributes))
    return ",".join([*(f"[{name}]" for name in names), *sorted(elements)])
