"""Every row of the technology files is its own test: each sample shows the row, and nothing it does not imply."""

from collections.abc import Iterator

import pytest

from siteloupe.capture import Exchange, Headers
from siteloupe.detect.technologies import FILES, technologies
from siteloupe.document import page_of
from siteloupe.document.marks import ATTRIBUTES, ELEMENTS
from siteloupe.signatures import Condition, Matcher, Sample, TechnologyRow, load
from siteloupe.signatures.rows import NAMED

MATCHER: Matcher[TechnologyRow] = load(*FILES, kind=TechnologyRow)
ROWS = {row.name: row for row in MATCHER.rows}


def sample_answer(sample: Sample) -> Exchange:
    lines = [*sample.headers.items(), *(("Set-Cookie", f"{name}=1") for name in sample.cookies)]
    return Exchange(sample.url, sample.url, sample.status, Headers(lines), sample.body.encode())


def names(exchange: Exchange) -> set[str]:
    return {found.name for found in technologies(exchange, page_of(exchange))}


def implied_by(row: TechnologyRow) -> Iterator[str]:
    for name in row.implies:
        yield name
        yield from implied_by(ROWS[name])


def test_there_are_enough_rows_and_each_name_once() -> None:
    assert len(MATCHER.rows) >= 220
    assert len(ROWS) == len(MATCHER.rows)


@pytest.mark.parametrize("row", MATCHER.rows, ids=lambda row: row.name)
def test_every_sample_shows_its_own_row_and_no_other(row: TechnologyRow) -> None:
    for sample in row.samples:
        assert names(sample_answer(sample)) == {row.name, *implied_by(row)}, sample
