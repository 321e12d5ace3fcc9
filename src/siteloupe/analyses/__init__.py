"""The analyses, as a plain tuple: routes, tools, forms, limits and documents loop over it."""

from siteloupe.analyses import check_cms, colors, fonts, overview, tech_stack
from siteloupe.analyses.analysis import Analysis

CHECK_CMS = check_cms.ANALYSIS
TECH_STACK = tech_stack.ANALYSIS
FONTS = fonts.ANALYSIS
COLORS = colors.ANALYSIS
OVERVIEW = overview.ANALYSIS

ANALYSES: tuple[Analysis, ...] = (OVERVIEW, CHECK_CMS, TECH_STACK, FONTS, COLORS)
