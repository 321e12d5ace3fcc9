"""How the color-palette report of a site is made."""

from collections.abc import Iterable

import msgspec

from siteloupe.analyses.rendering import rendering_of
from siteloupe.analyses.unreadable import refusal_fields
from siteloupe.capture import Need
from siteloupe.css.naming import name_of
from siteloupe.detect.colors.components import components
from siteloupe.detect.colors.computed import ComputedColors
from siteloupe.detect.colors.context import ColorContext, StylesSeen
from siteloupe.detect.colors.dark import dark_roles
from siteloupe.detect.colors.gradients import gradients
from siteloupe.detect.colors.pairs import contrasts
from siteloupe.detect.colors.palette import (
    ColorCounts,
    ColorGroup,
    count_colors,
    count_dark_colors,
    group_colors,
    sort_usages,
)
from siteloupe.detect.colors.rendered_colors import RenderedColors
from siteloupe.detect.colors.roles import roles
from siteloupe.detect.colors.rules import ColorRule, color_rules
from siteloupe.detect.colors.slots import color_presets, theme_color, theme_globals, theme_settings
from siteloupe.detect.site import Site
from siteloupe.detect.styles.design import design_of
from siteloupe.detect.styles.site_css import SiteCss
from siteloupe.reports.colors import ColorReport, ColorStats, PaletteColor, RoleColor, Roles
from siteloupe.reports.coverage import Coverage, StylesheetStats
from siteloupe.reports.refusal import Refusal

MAX_DARK = 40
"""Most colors of the dark palette."""

MAX_MEMBERS = 12


def report_colors(site: Site, needs: frozenset[Need]) -> ColorReport:
    """Return the color-palette report of a site that was visited for ``needs``. Pure."""
    capture = site.capture
    if site.refusal is not None:
        return _report_refusal(site, site.refusal)
    shown = site.shown_site
    css, tree = shown.css, shown.tree
    found_rules = color_rules(css, tree)
    rules, dark_root = found_rules.rules, found_rules.dark_root
    light = [rule for rule in rules if rule.scheme != "dark"]
    computed = ComputedColors(css, tree, light, dark=dark_root)
    counted = count_colors(rules, css.variables, dark_root=dark_root, computed=computed)
    coverage = site.coverage(needs, styles_cut=computed.is_cut)
    palette = group_colors(counted)
    context = ColorContext(
        css.page,
        tree,
        computed,
        light,
        css.variables,
        palette,
        [*theme_globals(css.variables), *theme_settings(light, css.variables, css.page.classes)],
        color_presets(css.variables, capture.theme_json, rules, css.page.classes),
        _styles_seen(coverage) if site.rendered_page is None else "part" if shown.is_cut else "all",
        None if site.rendered_page is None else RenderedColors(site.rendered_page),
    )
    found = roles(context)
    dark = [] if dark_root else _dark_palette(rules, css)
    return ColorReport(
        coverage=coverage,
        is_cms=site.is_wordpress,
        palette=[_entry(group, found) for group in palette],
        dark_palette=dark,
        dark_roles=dark_roles(found_rules, css.variables, tree, css.page.body_classes, context.seen)
        if dark
        else None,
        wp_palette=list(context.presets),
        theme_globals=list(context.slots),
        gradients=gradients(rules, css.variables, dark_root=dark_root, computed=computed),
        theme_color_meta=theme_color(css.page),
        design=msgspec.structs.replace(design_of(css), components=components(css, context)),
        roles=found,
        contrast=contrasts(context, found),
        stats=_stats(css, counted, palette),
        stylesheets=site.stylesheets,
        rendered=rendering_of(site),
        url=capture.page.url,
        checked_at=capture.at,
    )


def _report_refusal(site: Site, refused: Refusal) -> ColorReport:
    return ColorReport(
        is_cms=None,
        palette=[],
        roles=Roles(),
        stats=ColorStats(),
        stylesheets=StylesheetStats(),
        **refusal_fields(site, refused),
    )


def _entry(group: ColorGroup, found: Roles) -> PaletteColor:
    color = group.color
    hexes = {member.hex for member in group.members}
    named = [
        name for name in ("primary", "accent", "background", "text", "border") if _plays(found, name, hexes)
    ]
    if not color.is_opaque:
        named = []
    used_for = [usage for usage in sort_usages(group.counts) if usage not in named]
    entry_roles = [*named, *used_for]
    return PaletteColor(
        hex=color.hex,
        rgb=color.rgb,
        hsl=color.hsl,
        alpha=color.alpha,
        oklch=color.oklch,
        name=name_of(color),
        count=group.counts.count,
        used_count=group.counts.used_count,
        origin=group.origin,
        members=[member.hex for member in group.members[1 : MAX_MEMBERS + 1]],
        roles=entry_roles,
        top_role=entry_roles[0] if entry_roles else None,
    )


def _styles_seen(coverage: Coverage) -> StylesSeen:
    """How much of what styles the page was read."""
    if coverage.stylesheets == "none":
        return "nothing"
    return "all" if coverage.page == "whole" and coverage.stylesheets == "all" else "part"


def _dark_palette(rules: Iterable[ColorRule], css: SiteCss) -> list[PaletteColor]:
    found = group_colors(count_dark_colors(rules, css.variables))
    return [_entry(group, Roles()) for group in found[:MAX_DARK]]


def _plays(found: Roles, name: str, hexes: set[str]) -> bool:
    role: RoleColor | None = getattr(found, name)
    return role is not None and role.hex in hexes


def _stats(css: SiteCss, counted: ColorCounts, palette: list[ColorGroup]) -> ColorStats:
    return ColorStats(
        declarations=sum(sheet.sheet.declaration_count for sheet in css.sheets),
        unique_colors=len(counted.tallies),
        grouped=len(palette),
        custom_properties=len(css.variables.names()),
        unparsed=counted.unparsed,
    )
