"""Signatures: rows of data that name who made, served or refused a page, and their linear matching."""

from siteloupe.signatures.load import load
from siteloupe.signatures.match import Found, Matcher
from siteloupe.signatures.observed import Observed, observe
from siteloupe.signatures.rows import ChallengeRow, Condition, Row, Sample

__all__ = [
    "ChallengeRow",
    "Condition",
    "Found",
    "Matcher",
    "Observed",
    "Row",
    "Sample",
    "load",
    "observe",
]
