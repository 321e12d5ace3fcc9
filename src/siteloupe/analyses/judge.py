"""Judging a site: the one way from what was captured to a report that fits into an answer."""

from typing import Any

from siteloupe.analyses.analysis import Analysis
from siteloupe.detect.site import Site
from siteloupe.reports.bounds import bound


def judge(analysis: Analysis, site: Site, max_bytes: int) -> Any:
    """The report of ``analysis`` on ``site``, a Struct whose JSON is at most ``max_bytes`` long. Pure."""
    return bound(analysis.analyze(site), max_bytes)
