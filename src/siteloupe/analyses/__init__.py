"""The analyses, as a plain tuple: routes, tools, forms, subcommands, limits and documents loop over it."""

from siteloupe.analyses import check_cms, colors, fonts, tech_stack
from siteloupe.analyses.analysis import Analysis

CHECK_CMS = check_cms.ANALYSIS
TECH_STACK = tech_stack.ANALYSIS
FONTS = fonts.ANALYSIS
COLORS = colors.ANALYSIS

ANALYSES: tuple[Analysis, ...] = (CHECK_CMS, TECH_STACK, FONTS, COLORS)
