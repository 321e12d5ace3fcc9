"""Colors that people set in a theme without custom properties for them: read from the rules it prints."""

from collections.abc import Iterable

from siteloupe.css.values import split_commas
from siteloupe.css.variables import Variables
from siteloupe.detect.color_rules import ColorRule
from siteloupe.detect.plain_text import plain
from siteloupe.detect.theme_globals import variable_color
from siteloupe.reports.colors import ThemeGlobal
from siteloupe.signatures.color_settings import SettingRow, setting_rows


def theme_settings(
    rules: Iterable[ColorRule], variables: Variables, classes: frozenset[str]
) -> list[ThemeGlobal]:
    """Every setting that the page's theme printed; of several rules for one the last is told."""
    wanted = [row for row in setting_rows() if row.requires in classes]
    if not wanted:
        return []
    found: dict[str, ThemeGlobal] = {}
    for rule in rules:
        for row in wanted:
            if row.selector in rule.context.selector and (made := _setting(row, rule, variables)) is not None:
                found[row.setting] = made
    return [found[row.setting] for row in wanted if row.setting in found]


def _setting(row: SettingRow, rule: ColorRule, variables: Variables) -> ThemeGlobal | None:
    if row.selector not in split_commas(rule.context.selector):
        return None
    for declaration in reversed(rule.declarations):
        if declaration.property == row.property:
            color = variable_color(variables.resolve(declaration.value, rule.scope) or "")
            if color is not None:
                return ThemeGlobal(
                    variable=row.setting,
                    label=row.label,
                    value=plain(declaration.value),
                    hex=color.hex,
                    builder=row.builder,
                    role=row.role,
                    unchanged=color.hex in row.defaults,
                    source=row.source,
                )
    return None
