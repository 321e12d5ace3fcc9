"""WordPress's color presets as a site declares them, and whether the page uses each.

Source: https://developer.wordpress.org/themes/global-settings-and-styles/settings/color/
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from siteloupe.capture import Answer, Exchange
from siteloupe.css.variables import Variables
from siteloupe.detect.color_defaults import core_presets
from siteloupe.detect.color_rules import ColorRule
from siteloupe.detect.plain_text import plain
from siteloupe.detect.theme_globals import variable_color
from siteloupe.document.json_blocks import loaded
from siteloupe.reports.colors import PresetColor

PREFIX = "--wp--preset--color--"

MAX_PRESETS = 200


def color_presets(
    variables: Variables, theme_json: Answer | None, rules: Iterable[ColorRule], classes: frozenset[str]
) -> list[PresetColor]:
    """Every preset: those of the printed styles, and those that theme.json alone names."""
    names = theme_json_colors(theme_json)
    used = _used(rules)
    core = core_presets()
    declared = [name.removeprefix(PREFIX) for name in variables.names() if name.startswith(PREFIX)]
    order = {slug: index for index, slug in enumerate((*core, *names))}
    slugs = sorted({*declared, *names}, key=lambda slug: (order.get(slug, len(order)), slug))
    found: list[PresetColor] = []
    for slug in slugs[:MAX_PRESETS]:
        value = variables.resolve(f"var({PREFIX}{slug})") if slug in declared else names[slug][1]
        color = None if value is None else variable_color(value)
        if color is None:
            continue
        name = names.get(slug, ("", ""))[0] or slug.replace("-", " ").capitalize()
        found.append(
            PresetColor(
                slug=plain(slug, 80),
                name=plain(name, 80),
                hex=color.hex,
                origin="core" if slug in core and slug not in names else "theme",
                used=slug in used or any(each in classes for each in _classes(slug)),
            )
        )
    return found


def theme_json_colors(answer: Answer | None) -> Mapping[str, tuple[str, str]]:
    """Name and value of each color in a theme.json's palette, by slug; empty when there is none."""
    if not isinstance(answer, Exchange) or answer.status != 200:
        return {}
    read: Any = loaded(answer.body.decode("utf-8", "replace"))
    for key in ("settings", "color", "palette"):
        read = read.get(key) if isinstance(read, dict) else None
    if not isinstance(read, list):
        return {}
    entries = (entry for entry in read[:MAX_PRESETS] if isinstance(entry, dict))
    return {
        slug: (str(entry.get("name") or ""), str(entry.get("color") or ""))
        for entry in entries
        if isinstance(slug := entry.get("slug"), str) and slug
    }


def _used(rules: Iterable[ColorRule]) -> set[str]:
    """The slugs that rules which apply ask for, the printed preset classes apart."""
    found: set[str] = set()
    for rule in rules:
        if rule.applies and rule.purpose != "preset":
            for declaration in rule.declarations:
                found.update(_slugs(declaration.value))
    return found


def _slugs(value: str) -> Iterator[str]:
    for part in value.split(PREFIX)[1:]:
        yield part.partition(")")[0].partition(",")[0].strip()


def _classes(slug: str) -> tuple[str, ...]:
    return f"has-{slug}-color", f"has-{slug}-background-color", f"has-{slug}-border-color"
