"""Judging: the only way from a site to a report that fits into an answer."""

from typing import TYPE_CHECKING, Any

import msgspec

from siteloupe.analyses.analysis import Analysis, report_of
from siteloupe.judging import Task
from siteloupe.reports.bounds import Bounded, bound
from siteloupe.reports.brief import MAX_BRIEF, brief

if TYPE_CHECKING:  # what judges is imported by who judges
    from siteloupe.detect.site import Site

EVIDENCE = (8, 3)
"""How many pieces of evidence a default answer keeps that would be too long with all of it."""


def judge(analysis: Analysis, site: "Site", max_bytes: int, *, full: bool = True) -> Any:
    """Return the report of ``analysis`` on ``site``, a Struct with at most ``max_bytes`` of JSON. Pure.

    Without ``full`` it is the default answer, which keeps of long lists what is used most.
    """
    report = bound(report_of(analysis, site), max_bytes)
    return report if full else _shorten(report, analysis.brief_bytes, min(max_bytes, MAX_BRIEF))


def _shorten(report: Bounded, wanted: int, max_bytes: int) -> Bounded:
    """The default answer. What was found matters more than what each entry was read from.

    Above ``wanted`` bytes evidence is left out; above ``max_bytes`` other parts are cut, too.
    """
    short = brief(report)
    for most in EVIDENCE:
        if len(msgspec.json.encode(short)) <= min(wanted, max_bytes):
            break
        short = brief(report, most_evidence=most)
    return bound(short, max_bytes)


def encode_reports(
    site: "Site", analyses: tuple[Analysis, ...], max_bytes: int, full: bool = False
) -> list[bytes]:
    """The JSON of each analysis's report on ``site``."""
    return [msgspec.json.encode(judge(analysis, site, max_bytes, full=full)) for analysis in analyses]


REPORTS = Task(encode_reports, list[bytes], is_last=True)
"""``encode_reports`` for a judge."""
