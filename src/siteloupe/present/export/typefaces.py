"""The fonts of a report as named tokens: stacks and sizes, what every format of export writes in its own way.

Stacks only: who brings the files, and under which licence, is for whoever takes the tokens along.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from siteloupe.css.font import GENERIC_FAMILIES, families
from siteloupe.present.export import names
from siteloupe.reports.inert import inert

MAX_STACKS = 12
MAX_SIZES = 16
"""Sizes that are exported, those that most declarations ask for."""

_SIZE = re.compile(r"[\w.%+*/(), -]{1,100}\Z", re.ASCII)
_RELATIVE = re.compile(r"\d(?:em|ex|ch|%)", re.IGNORECASE)
_CSS_ESCAPES = str.maketrans({character: f"\\{ord(character):x} " for character in '"\\<>'})


class Stack(NamedTuple):
    """A list of families under a name that is unique in its file; the first is the one meant."""

    name: str
    title: str
    families: tuple[str, ...]

    @property
    def css(self) -> str:
        """The value of ``font-family``."""
        return ", ".join(map(_written, self.families))


class Size(NamedTuple):
    """A font size; ``css`` stands on its own, wherever it is put."""

    name: str
    css: str
    px: float


def stacks(report: Mapping[str, Any]) -> list[Stack]:
    """Running text and headings, then the other families in use, then the systems' own stacks."""
    found: dict[str, Stack] = {}
    for name, title, listed in _stacks(report):
        if listed and len(found) < MAX_STACKS:
            free = names.unique(name, found)
            found[free] = Stack(free, title, listed)
    return list(found.values())


def sizes(report: Mapping[str, Any]) -> list[Size]:
    """The type scale, the smallest first."""
    entries = sorted(report.get("typeScale") or (), key=lambda entry: (-entry["count"], entry["px"]))
    found: dict[str, Size] = {}
    for entry in sorted(entries[:MAX_SIZES], key=lambda entry: entry["px"]):
        free = names.unique(f"{entry['px']:g}".replace(".", "-"), found)
        found[free] = Size(free, _size(str(entry["value"]), entry["px"]), entry["px"])
    return list(found.values())


def _stacks(report: Mapping[str, Any]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    met: set[str] = set()
    for role in ("body", "heading"):
        if listed := _parsed((report.get(role) or {}).get("stack") or ""):
            met.add(listed[0])
            yield role, f"{role.capitalize()}: {listed[0]}", listed
    for font in report.get("fonts") or ():
        family = inert(font["family"])
        if font["uses"] and not font["icon"] and family not in met:
            listed = _parsed(", ".join(map(_written, (family, *font["fallbacks"]))))
            yield names.name_from(family) or "family", family, listed
    for text in report.get("systemStacks") or ():
        listed = _parsed(text)
        name = "mono" if listed and listed[-1].endswith("monospace") else "system"
        yield name, "The system's monospaced font" if name == "mono" else "The system's font", listed


def _parsed(stack: str) -> tuple[str, ...]:
    return tuple(inert(family.name) for family in families(stack))


def _written(family: str) -> str:
    """A family as a list of families has it; quoted, unless it is a keyword."""
    return family if family.lower() in GENERIC_FAMILIES else f'"{family.translate(_CSS_ESCAPES)}"'


def _size(value: str, px: float) -> str:
    """``value`` as written, but in rem where it depends on where it stands or is more than a size."""
    if _RELATIVE.search(value) or "/*" in value or "*/" in value or not _SIZE.match(value):
        return f"{round(px / 16, 4):g}rem"
    return value
