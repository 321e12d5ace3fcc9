"""overview: the most important facts of the four other analyses, from one visit."""

from typing import TYPE_CHECKING

from msgspec import UNSET

from siteloupe.analyses import check_cms, colors, fonts, tech_stack
from siteloupe.analyses.analysis import Analysis, report_of
from siteloupe.analyses.overview_outline import OUTLINE
from siteloupe.analyses.overview_prose import summarize
from siteloupe.reports.categories import place_of
from siteloupe.reports.check_cms import CheckCmsReport
from siteloupe.reports.colors import ColorReport, PaletteColor, RoleColor, Roles
from siteloupe.reports.coverage import Coverage
from siteloupe.reports.fonts import FontReport, FontRole
from siteloupe.reports.overview import (
    MainColor,
    MainFont,
    MainPlugin,
    MainRole,
    MainRoles,
    MainTechnology,
    MainTheme,
    OverviewReport,
    SecurityScore,
    SpeedScore,
)
from siteloupe.reports.tech_stack import Plugin, Technology, TechStackReport
from siteloupe.reports.theme import Theme

if TYPE_CHECKING:  # what judges is imported by who judges: --help need not wait for it
    from siteloupe.detect.site import Site

MAX_PLUGINS = 10
MAX_TECHNOLOGIES = 10
MAX_COLORS = 8

MINOR_ORIGINS = frozenset({"declared", "social-brand", "status", "widget"})
"""Origins of colors that say little of how a site looks."""

PARTS = (check_cms.ANALYSIS, tech_stack.ANALYSIS, fonts.ANALYSIS, colors.ANALYSIS)
"""The analyses that the overview is made of."""


def analyze(site: "Site") -> OverviewReport:
    """Return the overview of a site. Pure."""
    verdict: CheckCmsReport = report_of(check_cms.ANALYSIS, site)
    stack: TechStackReport = report_of(tech_stack.ANALYSIS, site)
    typefaces: FontReport = report_of(fonts.ANALYSIS, site)
    palette: ColorReport = report_of(colors.ANALYSIS, site)
    return OverviewReport(
        coverage=_coverage(typefaces, palette),
        is_cms=verdict.is_cms,
        confidence=verdict.confidence,
        cms_version=stack.cms_version,
        fork=verdict.fork,
        content_from=verdict.content_from,
        theme=_theme(verdict.theme),
        plugins=[MainPlugin(name=each.name, version=each.version) for each in _main_plugins(stack.plugins)],
        plugin_count=len(stack.plugins),
        technologies=[
            MainTechnology(name=each.name, category=each.category, version=each.version)
            for each in _main_technologies(stack)
        ],
        technology_count=len(stack.technologies),
        hosting=stack.hosting,
        cdn=stack.cdn,
        server=stack.server,
        performance=_speed(stack),
        security=_security(stack),
        roles=_roles(palette.roles),
        colors=[_color(each) for each in _main_colors(palette.palette)],
        body=_font(typefaces.body, typefaces),
        heading=_font(typefaces.heading, typefaces),
        url=verdict.url,
        checked_at=verdict.checked_at,
        blocked=verdict.blocked,
        blocked_by=verdict.blocked_by,
        status=verdict.status,
        reason=verdict.reason,
        note=verdict.note,
        hints=verdict.hints,
    )


def _coverage(typefaces: FontReport, palette: ColorReport) -> Coverage:
    """Return the coverage of the two analyses that need everything, the weaker one."""
    return max(palette.coverage, typefaces.coverage, key=lambda coverage: len(coverage.caveats))


def _theme(theme: Theme | None) -> MainTheme | None:
    if theme is None:
        return None
    return MainTheme(
        name=theme.name,
        name_source=theme.name_source,
        slug=theme.slug,
        version=theme.version,
        version_source=theme.version_source,
        outdated=theme.outdated,
        parent_theme=theme.parent_theme,
    )


def _main_plugins(plugins: list[Plugin]) -> list[Plugin]:
    """Return the plugins that say most: by their category, then those that the book names, in their order."""
    from siteloupe.products.book import technologies as products  # noqa: PLC0415 - see above

    categories = {
        folder: product.category or "" for product in products().products for folder in product.folders
    }

    def weight(plugin: Plugin) -> tuple[int, bool]:
        return place_of(categories.get(plugin.slug, "")), not plugin.known

    return sorted(plugins, key=weight)[:MAX_PLUGINS]


def _main_technologies(stack: TechStackReport) -> list[Technology]:
    """Return the technologies that say most.

    Plugins, what is held back and what is not verified come only where room is left.
    """
    plugins = {plugin.name for plugin in stack.plugins}

    def weight(technology: Technology) -> tuple[bool, int]:
        is_minor = technology.name in plugins or technology.held_back is True or technology.verified is False
        return is_minor, place_of(technology.category)

    return sorted(stack.technologies, key=weight)[:MAX_TECHNOLOGIES]


def _speed(stack: TechStackReport) -> SpeedScore | None:
    found = stack.performance
    return None if found is None else SpeedScore(score=found.score, grade=found.grade)


def _security(stack: TechStackReport) -> SecurityScore | None:
    found = stack.security_detail
    if found is None or found.score is None or found.grade is None:
        return None
    return SecurityScore(score=found.score, grade=found.grade)


def _roles(roles: Roles) -> MainRoles:
    return MainRoles(
        background=_role(roles.background),
        text=_role(roles.text),
        primary=_role(roles.primary),
        accent=_role(roles.accent),
        border=_role(roles.border),
    )


def _role(role: RoleColor | None) -> MainRole | None:
    return None if role is None else MainRole(hex=role.hex, name=role.name, confidence=role.confidence)


def _main_colors(palette: list[PaletteColor]) -> list[PaletteColor]:
    """Return the first colors of the palette; minor ones only where room is left."""
    return sorted(palette, key=lambda color: color.origin in MINOR_ORIGINS)[:MAX_COLORS]


def _color(color: PaletteColor) -> MainColor:
    return MainColor(hex=color.hex, name=color.name, alpha=UNSET if color.alpha == 1 else color.alpha)


def _font(role: FontRole | None, typefaces: FontReport) -> MainFont | None:
    if role is None:
        return None
    sources = {font.family.casefold(): font.source for font in typefaces.fonts}
    return MainFont(
        family=role.family,
        source=sources.get(role.family.casefold()) if role.family else None,
        loaded=role.loaded,
        confidence=role.confidence,
    )


ANALYSIS = Analysis(
    name="overview",
    operation="getOverview",
    tool="analyze_website",
    title="Overview",
    description=(
        "Sum up a public website: WordPress and theme, main plugins and technologies, hosting, grades of "
        "speed and security, main colors and fonts. Ask the other analyses for details."
    ),
    limit=8,
    needs=frozenset(need for part in PARTS for need in part.needs),
    report=OverviewReport,
    analyze=analyze,
    summarize=summarize,
    outline=OUTLINE,
    parts=PARTS,
    renders=True,
    guidance="Prefer it for a first look at any site: one call, a short answer.",
)
