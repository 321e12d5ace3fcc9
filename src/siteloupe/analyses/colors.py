"""color-palette: the colors that a site uses, and their roles."""

from typing import TYPE_CHECKING

from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.colors_outline import OUTLINE
from siteloupe.analyses.colors_prose import summarize
from siteloupe.capture import Need
from siteloupe.reports.colors import ColorReport

if TYPE_CHECKING:  # what judges is imported by who judges: --help need not wait for it
    from siteloupe.detect.site import Site

NEEDS = frozenset({Need.STYLESHEETS, Need.THEME, Need.THEME_JSON, Need.REST_ROOT})


def analyze(site: "Site") -> ColorReport:
    """Return the color-palette report of a site. Pure."""
    from siteloupe.analyses.colors_report import report_colors  # noqa: PLC0415 - see above

    return report_colors(site, NEEDS)


ANALYSIS = Analysis(
    name="color-palette",
    operation="extractColorPalette",
    tool="extract_color_palette",
    title="Extract the color palette",
    description=(
        "Extract the colors that a public website uses: palette, roles, WordPress presets, builder slots, "
        "gradients and contrast."
    ),
    guidance=(
        "Works for any site. `roles` has one color each for background, text, primary, accent and border; "
        "`palette` has the colors in use, the most used first."
    ),
    limit=8,
    needs=NEEDS,
    report=ColorReport,
    analyze=analyze,
    summarize=summarize,
    outline=OUTLINE,
    renders=True,
)
