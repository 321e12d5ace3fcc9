"""color-palette: which colors does the site use, and what for."""

from collections.abc import Iterable

from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.colors_outline import OUTLINE
from siteloupe.analyses.colors_prose import summarize
from siteloupe.analyses.unreadable import blocked
from siteloupe.capture import Need
from siteloupe.css.color import BLACK, WHITE, Color, parse_color
from siteloupe.css.naming import name_of
from siteloupe.detect.colors.computed import ComputedColors
from siteloupe.detect.colors.context import Scene
from siteloupe.detect.colors.contrast import contrast, ratio
from siteloupe.detect.colors.dark import dark_roles
from siteloupe.detect.colors.palette import (
    Counted,
    Group,
    count_colors,
    count_dark_colors,
    gradients,
    groups,
    usages,
)
from siteloupe.detect.colors.roles import roles
from siteloupe.detect.colors.rules import ColorRule, color_rules
from siteloupe.detect.colors.slots import color_presets, theme_color, theme_globals, theme_settings
from siteloupe.detect.site import Site
from siteloupe.detect.styles.site_css import SiteCss
from siteloupe.reports.colors import ColorReport, ColorStats, Contrast, PaletteColor, RoleColor, Roles
from siteloupe.reports.refusal import Refusal
from siteloupe.reports.stylesheets import StylesheetStats

MAX_DARK = 40
"""Entries of the dark palette."""

MAX_MEMBERS = 12

NEEDS = frozenset({Need.STYLESHEETS, Need.THEME, Need.THEME_JSON, Need.REST_ROOT})


def analyze(site: Site) -> ColorReport:
    """The color-palette report of a site. Pure."""
    capture = site.capture
    if site.refusal is not None:
        return _unreadable(site, site.refusal)
    css, tree = site.css, site.tree
    rules, dark_root = color_rules(css, tree)
    counted = count_colors(rules, css.variables, dark_root=dark_root)
    palette = groups(counted)
    light = [rule for rule in rules if rule.scheme != "dark"]
    scene = Scene(
        css.page,
        tree,
        ComputedColors(css, tree, light, dark=dark_root),
        light,
        css.variables,
        palette,
        [*theme_globals(css.variables), *theme_settings(light, css.variables, css.page.classes)],
    )
    found = roles(scene)
    dark = [] if dark_root else _dark_palette(rules, css)
    return ColorReport(
        coverage=site.coverage(NEEDS),
        is_cms=site.is_wordpress,
        palette=[_entry(group, found) for group in palette],
        dark_palette=dark,
        dark_roles=dark_roles(rules, css.variables, tree, css.page.body_classes) if dark else None,
        wp_palette=color_presets(css.variables, capture.theme_json, rules, css.page.classes),
        theme_globals=list(scene.slots),
        gradients=gradients(rules, css.variables, dark_root=dark_root),
        theme_color_meta=theme_color(css.page),
        roles=found,
        contrast=_contrasts(scene, found),
        stats=_stats(css, counted, palette),
        stylesheets=site.stylesheets,
        url=capture.page.url,
        checked_at=capture.at,
    )


def _unreadable(site: Site, refused: Refusal) -> ColorReport:
    return ColorReport(
        is_cms=None,
        palette=[],
        roles=Roles(),
        stats=ColorStats(),
        stylesheets=StylesheetStats(),
        **blocked(site, refused),
    )


def _entry(group: Group, found: Roles) -> PaletteColor:
    color = group.color
    hexes = {member.hex for member in group.members}
    named = [
        name for name in ("primary", "accent", "background", "text", "border") if _plays(found, name, hexes)
    ]
    if not color.is_opaque:
        named = []
    used_for = [usage for usage in usages(group.tally) if usage not in named]
    entry_roles = [*named, *used_for]
    return PaletteColor(
        hex=color.hex,
        rgb=color.rgb,
        hsl=color.hsl,
        oklch=color.oklch,
        name=name_of(color),
        count=group.tally.count,
        used_count=group.tally.used_count,
        origin=group.origin,
        members=[member.hex for member in group.members[1 : MAX_MEMBERS + 1]],
        roles=entry_roles,
        top_role=entry_roles[0] if entry_roles else None,
    )


def _dark_palette(rules: Iterable[ColorRule], css: SiteCss) -> list[PaletteColor]:
    found = groups(count_dark_colors(rules, css.variables))
    return [_entry(group, Roles()) for group in found[:MAX_DARK]]


def _plays(found: Roles, name: str, hexes: set[str]) -> bool:
    role: RoleColor | None = getattr(found, name)
    return role is not None and role.hex in hexes


def _contrasts(scene: Scene, found: Roles) -> list[Contrast]:
    """What a reader meets first: body text, the brand's color as text, the label on its button."""
    if found.background is None or found.text is None:
        return []
    background, text = _color(found.background), _color(found.text)
    pairs = [contrast("Body text on background", text, background)]
    if found.primary is not None:
        primary = _color(found.primary)
        pairs.append(contrast("Brand color as text on background", primary, background))
        label = _label(scene, primary)
        note = "as on the page's own buttons"
        if label is None:
            label = max((WHITE, BLACK), key=lambda each: ratio(each, primary))
            note = "no such button in the page: the better of white and black"
        pairs.append(contrast("Label on a brand-colored button", label, primary, note))
    return pairs


def _label(scene: Scene, primary: Color) -> Color | None:
    """The color of the text on the page's own brand-colored buttons."""
    for button in scene.buttons:
        if scene.computed.background(button).hex == primary.hex:
            return scene.computed.color(button)
    return None


def _color(role: RoleColor) -> Color:
    found = parse_color(role.hex)
    return found if isinstance(found, Color) else WHITE


def _stats(css: SiteCss, counted: Counted, palette: list[Group]) -> ColorStats:
    return ColorStats(
        declarations=sum(sheet.sheet.declaration_count for sheet in css.sheets),
        unique_colors=len(counted.tallies),
        grouped=len(palette),
        custom_properties=len(css.variables.names()),
        unparsed=counted.unparsed,
    )


ANALYSIS = Analysis(
    name="color-palette",
    operation="extractColorPalette",
    tool="extract_color_palette",
    title="Extract the color palette",
    description=(
        "Extract the colors that a public website uses: palette, roles, WordPress presets, builder slots, "
        "gradients and contrast."
    ),
    limit=8,
    needs=NEEDS,
    report=ColorReport,
    analyze=analyze,
    summarize=summarize,
    outline=OUTLINE,
)
