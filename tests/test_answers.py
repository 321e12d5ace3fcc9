"""Several reports from one visit."""

import asyncio

import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.answers import reports_of
from siteloupe.errors import BadTarget
from siteloupe.service import Answer


class Told:
    """Answers every analysis with its own name, once all that are asked for are under way."""

    def __init__(self, count):
        self._all = asyncio.Barrier(count)
        self.asked = []

    async def answer(self, analysis, text, *, full=False):
        self.asked.append((text, full))
        await self._all.wait()
        return Answer(b'{"name": "%s"}' % analysis.name.encode(), dict, 1.0)


class Refusing:
    async def answer(self, analysis, text, *, full=False):
        raise BadTarget("No such place.")


def test_all_reports_are_asked_for_at_once_and_complete():
    async def scenario():
        service = Told(len(ANALYSES))
        reports = await asyncio.wait_for(reports_of(service, ANALYSES, "example.org"), 5)
        return service.asked, reports

    asked, reports = asyncio.run(scenario())
    assert asked == [("example.org", True)] * len(ANALYSES)
    assert reports == {each.name: {"name": each.name} for each in ANALYSES}


def test_a_refusal_reaches_the_caller():
    with pytest.raises(BadTarget, match="No such place"):
        asyncio.run(reports_of(Refusing(), ANALYSES, "example.org"))
