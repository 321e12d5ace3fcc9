"""What tools and pages ask of the service: one report on a page, or several from one visit."""

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from siteloupe.analyses.analysis import Analysis
from siteloupe.service import Answer


class Answers(Protocol):
    """The interface of the service."""

    async def answer(
        self, analysis: Analysis, text: str, *, inspect: bool | None = None, full: bool = False
    ) -> Answer:
        """Return the report on the page that ``text`` names; ``full``: all. Raises SiteloupeError.

        ``inspect``: look inside of files too, where the analysis can; None leaves it to the settings.
        """


async def reports_of(service: Answers, analyses: Sequence[Analysis], text: str) -> dict[str, Any]:
    """Return the complete reports on one page as JSON values, by the names of ``analyses``.

    They are asked for at once, so that they share one visit. Raises SiteloupeError.
    """
    answers = await asyncio.gather(*(service.answer(each, text, full=True) for each in analyses))
    return {
        each.name: msgspec.json.decode(answer.body) for each, answer in zip(analyses, answers, strict=True)
    }
