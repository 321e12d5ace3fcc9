"""The named colors of a site: slots of themes and builders, WordPress presets, theme-color.

Sources: https://developer.wordpress.org/themes/global-settings-and-styles/settings/color/ and
https://html.spec.whatwg.org/multipage/semantics.html#meta-theme-color
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from siteloupe.capture import Answer, Exchange
from siteloupe.css.color import Color, parse_color
from siteloupe.css.conditions import media_matches
from siteloupe.css.values import split_commas
from siteloupe.css.variables import Variables
from siteloupe.detect.colors.rules import ColorRule, core_presets
from siteloupe.detect.page.text import plain_text
from siteloupe.document import Page
from siteloupe.document.json_blocks import parse_json
from siteloupe.products.color_slots import SettingRow, Slot, SlotRow, setting_rows, slot_rows
from siteloupe.reports.colors import PresetColor, ThemeGlobal

_BARE_HSL = re.compile(r"-?[\d.]{1,9}(?:deg)?[ ,]\s*+[\d.]{1,9}%[ ,]\s*+[\d.]{1,9}%\Z")
_BARE_RGB = re.compile(r"\d{1,3}[ ,]\s*+\d{1,3}[ ,]\s*+\d{1,3}\Z")


def theme_globals(variables: Variables) -> list[ThemeGlobal]:
    """Return every slot that the site declares, in the builders' order, also several with one color."""
    names = variables.names()
    slots: list[ThemeGlobal] = []
    for row in slot_rows():
        if row.requires is None or row.requires in names:
            declared = ((name, row.slot(name)) for name in _declared_slots(row, names))
            colors = (
                _theme_global(row, name, slot, variables) for name, slot in declared if slot is not None
            )
            slots += [one for one in colors if one is not None]
    return slots


def variable_color(value: str) -> Color | None:
    """Parse the color in a custom property's value, also three numbers alone (``222 47% 11%``)."""
    color = parse_color(value)
    if color is None and _BARE_HSL.match(value):
        color = parse_color(f"hsl({value})")
    elif color is None and _BARE_RGB.match(value):
        color = parse_color(f"rgb({value})")
    return color if isinstance(color, Color) else None


def _theme_global(row: SlotRow, name: str, slot: Slot, variables: Variables) -> ThemeGlobal | None:
    resolved = variables.resolve(f"var({name})")
    if resolved is None or (color := variable_color(resolved)) is None:
        return None
    return ThemeGlobal(
        variable=plain_text(name, 80),
        label=plain_text(slot.label, 80),
        value=plain_text(_declared_value(variables.root, name, resolved)),
        hex=color.hex,
        builder=row.builder,
        role=slot.role,
        unchanged=color.hex in slot.defaults,
        source=row.source,
    )


def _declared_value(root: Mapping[str, str], name: str, resolved: str) -> str:
    return root.get(name, resolved)


def _declared_slots(row: SlotRow, names: set[str]) -> list[str]:
    """Return the declared slots of a row: the listed ones in the file's order, then the others by name."""
    listed = [name for ending in row.slots if (name := row.prefix + ending) in names]
    if row.others is None:
        return listed
    return [*listed, *sorted(name for name in names if name.startswith(row.prefix) and name not in listed)]


def theme_settings(
    rules: Iterable[ColorRule], variables: Variables, classes: frozenset[str]
) -> list[ThemeGlobal]:
    """Return every setting that the page's theme printed; the last of several rules for one setting wins."""
    wanted = [row for row in setting_rows() if row.requires in classes]
    if not wanted:
        return []
    settings: dict[str, ThemeGlobal] = {}
    for rule in rules:
        for row in wanted:
            if (
                row.selector in rule.context.selector
                and (setting := _theme_setting(row, rule, variables)) is not None
            ):
                settings[row.setting] = setting
    return [settings[row.setting] for row in wanted if row.setting in settings]


def _theme_setting(row: SettingRow, rule: ColorRule, variables: Variables) -> ThemeGlobal | None:
    if row.selector not in split_commas(rule.context.selector):
        return None
    for declaration in reversed(rule.declarations):
        if declaration.property == row.property:
            color = variable_color(variables.resolve(declaration.value, rule.scope) or "")
            if color is not None:
                return ThemeGlobal(
                    variable=row.setting,
                    label=row.label,
                    value=plain_text(declaration.value),
                    hex=color.hex,
                    builder=row.builder,
                    role=row.role,
                    unchanged=color.hex in row.defaults,
                    source=row.source,
                )
    return None


PREFIX = "--wp--preset--color--"

MAX_PRESETS = 200


def color_presets(
    variables: Variables, theme_json: Answer | None, rules: Iterable[ColorRule], classes: frozenset[str]
) -> list[PresetColor]:
    """Return every preset: those in the page's styles, and those that only theme.json has."""
    names = theme_json_colors(theme_json)
    used = _used_slugs(rules)
    core = core_presets()
    declared = [name.removeprefix(PREFIX) for name in variables.names() if name.startswith(PREFIX)]
    order = {slug: index for index, slug in enumerate((*core, *names))}
    slugs = sorted({*declared, *names}, key=lambda slug: (order.get(slug, len(order)), slug))
    presets: list[PresetColor] = []
    for slug in slugs[:MAX_PRESETS]:
        value = variables.resolve(f"var({PREFIX}{slug})") if slug in declared else names[slug][1]
        color = None if value is None else variable_color(value)
        if color is None:
            continue
        name = names.get(slug, ("", ""))[0] or slug.replace("-", " ").capitalize()
        presets.append(
            PresetColor(
                slug=plain_text(slug, 80),
                name=plain_text(name, 80),
                hex=color.hex,
                origin="core" if slug in core and slug not in names else "theme",
                used=slug in used or any(each in classes for each in _preset_classes(slug)),
            )
        )
    return presets


def theme_json_colors(answer: Answer | None) -> Mapping[str, tuple[str, str]]:
    """Return name and value of each color in a theme.json's palette, by slug; empty without a palette."""
    if not isinstance(answer, Exchange) or answer.status != 200:
        return {}
    value: Any = parse_json(answer.body.decode("utf-8", "replace"))
    for key in ("settings", "color", "palette"):
        value = value.get(key) if isinstance(value, dict) else None
    if not isinstance(value, list):
        return {}
    entries = (entry for entry in value[:MAX_PRESETS] if isinstance(entry, dict))
    return {
        slug: (str(entry.get("name") or ""), str(entry.get("color") or ""))
        for entry in entries
        if isinstance(slug := entry.get("slug"), str) and slug
    }


def _used_slugs(rules: Iterable[ColorRule]) -> set[str]:
    """Return the slugs in rules that apply, without the preset classes that WordPress prints."""
    slugs: set[str] = set()
    for rule in rules:
        if rule.applies and rule.purpose != "preset":
            for declaration in rule.declarations:
                slugs.update(_slugs_in(declaration.value))
    return slugs


def _slugs_in(value: str) -> Iterator[str]:
    for part in value.split(PREFIX)[1:]:
        yield part.partition(")")[0].partition(",")[0].strip()


def _preset_classes(slug: str) -> tuple[str, ...]:
    return f"has-{slug}-color", f"has-{slug}-background-color", f"has-{slug}-border-color"


def theme_color(page: Page) -> str | None:
    """Return the first ``<meta name=theme-color>`` for a desktop screen in a light scheme, as written.

    Otherwise it is the first one for any screen: a site with only a dark one is dark.
    """
    metas = [meta for meta in page.metas if meta.name == "theme-color" and meta.content]
    light = (meta.content for meta in metas if media_matches(meta.media))
    return next(light, metas[0].content if metas else None)
