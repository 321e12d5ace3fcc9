"""The color slots of themes and page builders: what the people who made a site said its colors are for."""

import re
from collections.abc import Mapping

from siteloupe.css.color import Color, parse_color
from siteloupe.css.variables import Variables
from siteloupe.detect.plain_text import plain
from siteloupe.reports.colors import ThemeGlobal
from siteloupe.signatures.color_slots import Slot, SlotRow, slot_rows

_BARE_HSL = re.compile(r"-?[\d.]{1,9}(?:deg)?[ ,]\s*+[\d.]{1,9}%[ ,]\s*+[\d.]{1,9}%\Z")
_BARE_RGB = re.compile(r"\d{1,3}[ ,]\s*+\d{1,3}[ ,]\s*+\d{1,3}\Z")


def theme_globals(variables: Variables) -> list[ThemeGlobal]:
    """Every slot that the site declares, in the builders' order; of several for one color all are told."""
    names = variables.names()
    found: list[ThemeGlobal] = []
    for row in slot_rows():
        if row.requires is None or row.requires in names:
            declared = ((name, row.slot(name)) for name in _mine(row, names))
            made = (_global(row, name, slot, variables) for name, slot in declared if slot is not None)
            found += [one for one in made if one is not None]
    return found


def variable_color(value: str) -> Color | None:
    """The color that a custom property's value is, bare triplets (``222 47% 11%``) included."""
    found = parse_color(value)
    if found is None and _BARE_HSL.match(value):
        found = parse_color(f"hsl({value})")
    elif found is None and _BARE_RGB.match(value):
        found = parse_color(f"rgb({value})")
    return found if isinstance(found, Color) else None


def _global(row: SlotRow, name: str, slot: Slot, variables: Variables) -> ThemeGlobal | None:
    resolved = variables.resolve(f"var({name})")
    if resolved is None or (color := variable_color(resolved)) is None:
        return None
    return ThemeGlobal(
        variable=plain(name, 80),
        label=plain(slot.label, 80),
        value=plain(_written(variables.root, name, resolved)),
        hex=color.hex,
        builder=row.builder,
        role=slot.role,
        unchanged=color.hex in slot.defaults,
        source=row.source,
    )


def _written(root: Mapping[str, str], name: str, resolved: str) -> str:
    return root.get(name, resolved)


def _mine(row: SlotRow, names: set[str]) -> list[str]:
    """The row's listed slots that are declared, in the file's order, then the others by name."""
    listed = [name for ending in row.slots if (name := row.prefix + ending) in names]
    if row.others is None:
        return listed
    return [*listed, *sorted(name for name in names if name.startswith(row.prefix) and name not in listed)]
