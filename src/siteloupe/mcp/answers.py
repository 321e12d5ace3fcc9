"""The part of the service that tools and resources ask."""

from typing import Protocol

from siteloupe.analyses.analysis import Analysis
from siteloupe.service import Answer


class Answers(Protocol):
    """The interface of the service."""

    async def answer(self, analysis: Analysis, text: str, *, full: bool = False) -> Answer:
        """Return the report on the page that ``text`` names; ``full``: all. Raises SiteloupeError."""
