"""The JavaScript walker says what the terminal's says: the same parts, in the same order, in the same words."""

import msgspec
import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.api import example
from siteloupe.mcp.views import view as view_file
from siteloupe.present.parts import Fact, Meter, Record, Refused, Scale, Signals, Table, Tags, Verdict
from siteloupe.present.view import view as parts_of
from tests.mcp.gallery import GALLERY, REPORT

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("chromium")]

CAPTURES = {"readable": example.readable(), "unreadable": example.unreadable()}
REPORTS = [
    pytest.param(GALLERY, REPORT, id="gallery"),
    *(
        pytest.param(analysis, msgspec.to_builtins(analysis.analyze(capture)), id=f"{analysis.name}-{name}")
        for analysis in ANALYSES
        for name, capture in CAPTURES.items()
    ),
]


def words(body):
    """Every text that a part is made of."""
    match body:
        case Verdict(answer, facts):
            return [answer.text, *words(facts)]
        case Refused(answer, facts, note):
            return [answer.text, note, *words(facts)]
        case Record(facts):
            return words(facts)
        case Fact(label, cell):
            return [label, cell.text]
        case Table(head, rows):
            return [*head, *(cell.text for row in rows for cell in row if cell)]
        case Signals(signals):
            return [text for each in signals for text in _signal(each)]
        case Tags(texts):
            return list(texts)
        case Meter(_, text):
            return text.split()
        case Scale(steps):
            return [text for step in steps for text in (step.text, step.count)]
        case tuple():
            return [text for each in body for text in words(each)]
        case cell:
            return [cell.text]


def _signal(signal):
    seen = [text for pair in signal.seen for text in pair]
    return [signal.label, *(seen or [signal.cell.text])]


UNSAID = {"Colour", "Name", "Pair", "Ratio", "Rating", "Family"}
"""Headings of columns that are drawn as what they are."""


@pytest.mark.parametrize(("analysis", "report"), REPORTS)
async def test_both_walkers_tell_the_same(host, analysis, report):
    await host.open(view_file(analysis))
    await host.result(report)
    drawn = await host.view.evaluate(
        """[...document.querySelectorAll("main > section")].map((part) => [
            part.getAttribute("aria-label"),
            part.textContent.replace(/\\s+/g, " "),
        ])"""
    )
    parts = list(parts_of(report, analysis.outline))
    assert [label for label, _ in drawn] == [part.label for part in parts]
    for part, (_, text) in zip(parts, drawn, strict=True):
        for word in {*words(part.body)} - UNSAID:
            for piece in word.split(", ") if ", " in word and word not in text else [word]:
                assert piece in text, f"{part.label} does not say {piece!r}"
