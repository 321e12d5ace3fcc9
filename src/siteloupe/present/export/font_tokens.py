"""The fonts of a report as tokens: stacks of families, and sizes.

The tokens contain stacks only: who uses them must get the font files, and check their license.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from siteloupe.present.export.names import name_from, name_from_number, unique_name
from siteloupe.reports.inert import inert

MAX_STACKS = 12
MAX_SIZES = 16
"""Most exported sizes: those of most declarations."""

NOT_LOADED = "named by the site, not loaded by it"

_SIZE = re.compile(r"[\w.%+*/(), -]{1,100}\Z", re.ASCII)
_RELATIVE = re.compile(r"\d(?:em|ex|ch|%)", re.IGNORECASE)
_CSS_ESCAPES = str.maketrans({character: f"\\{ord(character):x} " for character in '"\\<>'})


class StackToken(NamedTuple):
    """A list of families with a unique name in its file; the first is the intended family."""

    name: str
    title: str
    families: tuple[str, ...]
    is_loaded: bool = True  # False where the site only names the first, and its visitors see the next

    @property
    def css(self) -> str:
        """The value of ``font-family``."""
        return ", ".join(map(_css_family, self.families))

    @property
    def description(self) -> str:
        """The title, and that the family is not loaded where that is so."""
        return self.title if self.is_loaded else f"{self.title} ({NOT_LOADED})"


class SizeToken(NamedTuple):
    """A font size; ``css`` does not depend on the element."""

    name: str
    css: str
    px: float


def stack_tokens(report: Mapping[str, Any]) -> tuple[StackToken, ...]:
    """Return body text and headings, then the other used families, then system stacks."""
    found: dict[str, StackToken] = {}
    absent = {inert(font["family"]) for font in report.get("fonts") or () if font.get("loaded") is False}
    for name, title, listed in _stacks(report):
        if listed and len(found) < MAX_STACKS:
            free = unique_name(name, found)
            found[free] = StackToken(free, title, listed, listed[0] not in absent)
    return tuple(found.values())


def size_tokens(report: Mapping[str, Any]) -> tuple[SizeToken, ...]:
    """The type scale, the smallest first."""
    entries = sorted(report.get("typeScale") or (), key=lambda entry: (-entry["count"], entry["px"]))
    found: dict[str, SizeToken] = {}
    for entry in sorted(entries[:MAX_SIZES], key=lambda entry: entry["px"]):
        free = unique_name(name_from_number(entry["px"]), found)
        found[free] = SizeToken(free, _css_size(str(entry["value"]), entry["px"]), entry["px"])
    return tuple(found.values())


def _stacks(report: Mapping[str, Any]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    met: set[str] = set()
    for role in ("body", "heading"):
        if listed := _family_names((report.get(role) or {}).get("stack") or ""):
            met.add(listed[0])
            yield role, f"{role.capitalize()}: {listed[0]}", listed
    for font in report.get("fonts") or ():
        family = inert(font["family"])
        if font["uses"] and not font["icon"] and family not in met:
            listed = _family_names(", ".join(map(_css_family, (family, *font["fallbacks"]))))
            yield name_from(family) or "family", family, listed
    for text in report.get("systemStacks") or ():
        listed = _family_names(text)
        name = "mono" if listed and listed[-1].endswith("monospace") else "system"
        yield name, "The system's monospaced font" if name == "mono" else "The system's font", listed


def _family_names(stack: str) -> tuple[str, ...]:
    from siteloupe.css.font import parse_families  # noqa: PLC0415 - --help need not wait for it

    return tuple(inert(family.name) for family in parse_families(stack))


def _css_family(family: str) -> str:
    """Write a family for a list of families: with quotes, unless it is a keyword."""
    from siteloupe.css.font import GENERIC_FAMILIES  # noqa: PLC0415 - as above

    return family if family.lower() in GENERIC_FAMILIES else f'"{family.translate(_CSS_ESCAPES)}"'


def _css_size(value: str, px: float) -> str:
    """Return ``value`` as written, or in rem when it depends on the element or is not a plain size."""
    if _RELATIVE.search(value) or "/*" in value or "*/" in value or not _SIZE.match(value):
        return f"{round(px / 16, 4):g}rem"
    return value
