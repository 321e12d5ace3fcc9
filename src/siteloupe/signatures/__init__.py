"""Signatures: rows of data that name who made, served or refused a page, and their linear matching."""

from siteloupe.signatures.load import load
from siteloupe.signatures.match import Found, Matcher
from siteloupe.signatures.observed import Observed, Shown, observe
from siteloupe.signatures.rows import ChallengeRow, Condition, ProviderRow, Row, Sample, TechnologyRow

__all__ = [
    "ChallengeRow",
    "Condition",
    "Found",
    "Matcher",
    "Observed",
    "ProviderRow",
    "Row",
    "Sample",
    "Shown",
    "TechnologyRow",
    "load",
    "observe",
]
