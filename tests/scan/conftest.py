"""Entries and records for the tests of scanning."""

import msgspec
import pytest

from siteloupe.scan.entries import Entry
from siteloupe.scan.record import ScanRecord


@pytest.fixture
def record():
    """A function that makes the record of a line."""

    def made(line, text="site.example", outcome="answered", **fields):
        if outcome == "answered":
            report = {"url": f"https://{text}/", "checkedAt": "2026-03-01T09:30:00Z", "isCms": line % 2 == 1}
            fields = {"reports": {"check-cms": msgspec.Raw(msgspec.json.encode(report))}, **fields}
        return ScanRecord(line=line, input=text, outcome=outcome, attempts=1, **fields)

    return made


@pytest.fixture
def entry():
    return lambda line, text="site.example": Entry(line, text)
