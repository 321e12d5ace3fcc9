"""The JavaScript walker says what the terminal's says: the same parts, in the same order, in the same words."""

from dataclasses import fields, is_dataclass

import msgspec
import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.api import example
from siteloupe.detect.site import Site
from siteloupe.mcp.views import view as view_file
from siteloupe.present.parts import Drawing, Signal
from siteloupe.present.view import view as parts_of
from siteloupe.present.words import Cell
from tests.mcp.gallery import GALLERY, REPORT

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("chromium")]

CAPTURES = {"readable": example.readable_visit(), "unreadable": example.refused_visit()}
REPORTS = [
    pytest.param(GALLERY, REPORT, id="gallery"),
    *(
        pytest.param(
            analysis, msgspec.to_builtins(analysis.analyze(Site(capture))), id=f"{analysis.name}-{name}"
        )
        for analysis in ANALYSES
        for name, capture in CAPTURES.items()
    ),
]


def words(body):
    """Every word that a part is made of."""
    match body:
        case Drawing():
            return
        case str():
            yield from body.replace(",", " ").split()
        case Cell(text):
            yield from words(text)
        case Signal(label, _, cell, seen):
            yield from words((label, *(seen or [cell])))
        case tuple():
            for each in body:
                yield from words(each)
        case _ if is_dataclass(body):
            for field in fields(body):
                yield from words(getattr(body, field.name))


UNSAID = {"Color", "Name", "Pair", "Ratio", "Rating", "Family", "Text", "On"}
"""Headings of columns that are drawn as what they are."""


@pytest.mark.parametrize(("analysis", "report"), REPORTS)
async def test_both_walkers_tell_the_same(host, analysis, report):
    await host.open(view_file(analysis))
    await host.result(report)
    drawn = await host.view.evaluate(
        """[...document.querySelectorAll("main > section")].map((part) => [
            part.firstElementChild.firstChild.textContent,
            [part.textContent, ...[...part.querySelectorAll("[role=img]")].map((drawing) => drawing.ariaLabel)].join(" ").replace(/\\s+/g, " "),
        ])"""
    )
    parts = list(parts_of(report, analysis.outline))
    assert [label for label, _ in drawn] == [part.label for part in parts]
    for part, (_, text) in zip(parts, drawn, strict=True):
        for word in {*words(part.body)} - UNSAID:
            assert word in text, f"{part.label} does not say {word!r}"
