"""Results as a table with one row for each line of the list, for spreadsheets: CSV, or Excel's own format.

A cell holds what a person reads first; the complete reports are in the other formats. Text of sites is
hostile: a spreadsheet runs a cell that begins with a sign such as ``=`` as a formula.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from siteloupe.errors import BadResults
from siteloupe.scan.record import ScanRecord
from siteloupe.scan.results import read_records

MAX_ROWS = 1_048_575
"""Rows below the heading that Excel's format has room for.

Source: https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3
"""

MAX_CELL = 32_767
"""Characters that Excel's format has room for in a cell; same source."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a formula begins with: https://owasp.org/www-community/attacks/CSV_Injection."""


class _Item(msgspec.Struct):
    """A theme, plugin, technology or host."""

    name: str
    version: str | None = None

    def __str__(self) -> str:
        return f"{self.name} {self.version}" if self.version else self.name


class _Font(msgspec.Struct):
    family: str | None = None


class _Role(msgspec.Struct):
    hex: str | None = None


class _Roles(msgspec.Struct):
    background: _Role | None = None
    text: _Role | None = None
    primary: _Role | None = None


class _Report(msgspec.Struct, rename="camel"):
    """The fields of all reports that have a column; an analysis that was not made leaves its own empty."""

    url: str | None = None
    checked_at: str | None = None
    is_cms: bool | None = None
    confidence: str | None = None
    cms_version: str | None = None
    theme: _Item | None = None
    plugins: list[_Item] = []
    technologies: list[_Item] = []
    hosting: _Item | str | None = None
    cdn: _Item | str | None = None
    body: _Font | None = None
    heading: _Font | None = None
    roles: _Roles | None = None


COLUMNS = (
    "line", "input", "outcome", "cause", "message", "unseen", "url", "checkedAt", "wordpress", "confidence",
    "version", "theme", "plugins", "technologies", "hosting", "cdn", "bodyFont", "headingFont", "background",
    "text", "primary",
)  # fmt: skip
"""The heading, in order. ``wordpress`` is yes, no, or empty when nobody could see."""


def row(record: ScanRecord) -> list[str]:
    """Return the cells of one record, one for each of ``COLUMNS``; each is text that no program runs."""
    reports = [msgspec.json.decode(raw, type=_Report) for raw in record.reports.values()]
    facts = _together(reports)
    roles = facts.roles or _Roles()
    verdict = {True: "yes", False: "no", None: ""}[facts.is_cms]
    cells = (
        record.line, record.input, record.outcome, record.cause, record.message, ", ".join(record.unseen),
        facts.url, facts.checked_at, verdict, facts.confidence, facts.cms_version, facts.theme,
        ", ".join(map(str, facts.plugins)), ", ".join(map(str, facts.technologies)), facts.hosting, facts.cdn,
        facts.body and facts.body.family, facts.heading and facts.heading.family,
        *(role and role.hex for role in (roles.background, roles.text, roles.primary)),
    )  # fmt: skip
    return [_cell(each) for each in cells]


def _together(reports: list[_Report]) -> _Report:
    """Return one report with the first value that any has for each field."""
    whole = _Report()
    for name in _Report.__struct_fields__:
        found = [value for each in reports if (value := getattr(each, name)) not in (None, "", [])]
        if found:
            setattr(whole, name, found[0])
    return whole


def _cell(value: Any) -> str:
    text = "" if value is None else str(value)[: MAX_CELL - 1]
    return f"'{text}" if text.startswith(_FORMULA) else text


def write_csv(journal: Path, out: Path) -> int:
    """Write the records of a results file to ``out``, all or none; return the number of rows.

    UTF-8 with a mark at its beginning, which spreadsheets need. Raises OSError, and ValueError when the file
    does not hold records.
    """
    part = out.with_name(f"{out.name}.part")
    try:
        with part.open("w", encoding="utf-8-sig", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(COLUMNS)
            rows = 0
            for cells in _rows(journal):
                writer.writerow(cells)
                rows += 1
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
    return rows


def write_xlsx(journal: Path, out: Path) -> int:
    """Write the records of a results file to ``out`` in Excel's format; otherwise as :func:`write_csv`.

    Raises BadResults when there are more than ``MAX_ROWS``. Needs the extra ``xlsx``.
    """
    import xlsxwriter  # noqa: PLC0415 - an extra

    part = out.with_name(f"{out.name}.part")
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    try:
        with xlsxwriter.Workbook(part, options) as book:
            sheet = book.add_worksheet("Sites")
            sheet.freeze_panes(1, 0)
            sheet.write_row(0, 0, COLUMNS)
            number = 0
            for number, cells in enumerate(_rows(journal), 1):
                if number > MAX_ROWS:
                    raise BadResults(f"{out}: an .xlsx file holds {MAX_ROWS:,} rows at most; use .csv.")
                sheet.write_row(number, 0, cells)
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
    return number


def _rows(journal: Path) -> Iterator[list[str]]:
    return map(row, read_records(journal))
