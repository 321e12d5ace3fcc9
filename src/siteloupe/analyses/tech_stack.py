"""tech-stack: what a site is built with, who serves it, how fast and how safe it is."""

from typing import TYPE_CHECKING

from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.tech_stack_outline import OUTLINE
from siteloupe.analyses.tech_stack_prose import summarize
from siteloupe.capture import Need
from siteloupe.reports.tech_stack import TechStackReport

if TYPE_CHECKING:  # what judges is imported by who judges: --help need not wait for it
    from siteloupe.detect.site import Site

NEEDS = frozenset({Need.THEME, Need.REST_ROOT, Need.PLUGINS})


def analyze(site: "Site") -> TechStackReport:
    """Return the tech-stack report of a site. Pure."""
    from siteloupe.analyses.tech_stack_report import report_tech_stack  # noqa: PLC0415 - see above

    return report_tech_stack(site, NEEDS)


ANALYSIS = Analysis(
    name="tech-stack",
    operation="getTechStack",
    tool="get_cms_tech_stack",
    title="Find out what a site is built with",
    description=(
        "Tell what a public website is built with: theme, plugins and other technologies, hosting, CDN and "
        "server, security headers and speed."
    ),
    guidance=(
        "Works for any site, such as Shopify, Drupal or React, and includes the verdict on WordPress. A null "
        "`hosting` or `cdn` means that no header told."
    ),
    limit=8,
    needs=NEEDS,
    report=TechStackReport,
    analyze=analyze,
    summarize=summarize,
    outline=OUTLINE,
    renders=True,
)
