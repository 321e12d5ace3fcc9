"""Judging: the only way from a site to a report that fits into an answer."""

from typing import Any

import msgspec

from siteloupe.analyses.analysis import Analysis, report_of
from siteloupe.detect.site import Site
from siteloupe.judging import Task
from siteloupe.reports.bounds import bound


def judge(analysis: Analysis, site: Site, max_bytes: int) -> Any:
    """Return the report of ``analysis`` on ``site``, a Struct with at most ``max_bytes`` of JSON. Pure."""
    return bound(report_of(analysis, site), max_bytes)


def encode_reports(site: Site, analyses: tuple[Analysis, ...], max_bytes: int) -> list[bytes]:
    """The JSON of each analysis's report on ``site``."""
    return [msgspec.json.encode(judge(analysis, site, max_bytes)) for analysis in analyses]


REPORTS = Task(encode_reports, list[bytes], is_last=True)
"""``encode_reports`` for a judge."""
