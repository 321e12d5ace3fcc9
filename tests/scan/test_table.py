"""Results as a table: what a person reads first, and no text of a site that a spreadsheet runs."""

import csv
import json
import zipfile

import msgspec
import pytest

from siteloupe.errors import BadResults
from siteloupe.scan import table
from siteloupe.scan.record import ScanRecord
from siteloupe.scan.results import Journal
from siteloupe.scan.table import COLUMNS, row, write_csv, write_xlsx

REPORTS = {
    "check-cms": {
        "url": "https://site.example/",
        "checkedAt": "2026-03-01T09:30:00Z",
        "isCms": True,
        "confidence": "high",
        "theme": {"name": "Orchard", "slug": "orchard", "version": "1.2"},
    },
    "tech-stack": {
        "isCms": True,
        "cmsVersion": "6.8.3",
        "theme": {"name": "Orchard", "version": "1.2"},
        "plugins": [{"name": "Forms", "slug": "forms", "version": "2.0"}, {"name": "Shop", "slug": "shop"}],
        "technologies": [{"name": "WordPress", "version": "6.8.3"}],
        "hosting": {"name": "Examplehost", "header": "x-host"},
        "cdn": None,
    },
    "font-detector": {"body": {"family": "Lato"}, "heading": None},
    "color-palette": {
        "roles": {"background": {"hex": "#ffffff"}, "text": None, "primary": {"hex": "#b7410e"}}
    },
}


def answered(reports, text="site.example"):
    raw = {name: msgspec.Raw(msgspec.json.encode(report)) for name, report in reports.items()}
    return ScanRecord(line=3, input=text, outcome="answered", attempts=1, reports=raw)


def cells(record):
    return dict(zip(COLUMNS, row(record), strict=True))


def test_a_row_has_the_answers_of_all_analyses():
    assert {name: value for name, value in cells(answered(REPORTS)).items() if value} == {
        "line": "3",
        "input": "site.example",
        "outcome": "answered",
        "url": "https://site.example/",
        "checkedAt": "2026-03-01T09:30:00Z",
        "wordpress": "yes",
        "confidence": "high",
        "version": "6.8.3",
        "theme": "Orchard 1.2",
        "plugins": "Forms 2.0, Shop",
        "technologies": "WordPress 6.8.3",
        "hosting": "Examplehost",
        "bodyFont": "Lato",
        "background": "#ffffff",
        "primary": "#b7410e",
    }


@pytest.mark.parametrize(("verdict", "cell"), [(True, "yes"), (False, "no"), (None, "")])
def test_null_is_never_no(verdict, cell):
    assert (
        cells(answered({"check-cms": {"isCms": verdict}, "tech-stack": {"isCms": verdict}}))["wordpress"]
        == cell
    )


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_text_of_a_site_is_no_formula(text):
    made = cells(answered({"check-cms": {"theme": {"name": text}}}, text))
    assert made["theme"] == made["input"] == f"'{text}"


def test_what_an_unknown_report_holds_is_left_out():
    assert (
        cells(answered({"later": {"url": "https://a.example/", "shape": [1]}}))["url"] == "https://a.example/"
    )


@pytest.fixture
def journal(tmp_path, record):
    path = tmp_path / "results.csv.jsonl"
    with Journal(path, ("check-cms",), lambda _: None) as journal:
        journal.append(record(1))
        journal.append(record(2, text="zwei.example"))
        journal.append(record(3, outcome="unreachable", cause="timed-out", message="Too, slow."))
    return path


def test_a_csv_file_has_a_heading_and_a_row_for_each_line(journal, tmp_path):
    out = tmp_path / "results.csv"
    assert write_csv(journal, out) == 3
    with out.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [each["wordpress"] for each in rows] == ["yes", "no", ""]
    assert (rows[2]["cause"], rows[2]["message"]) == ("timed-out", "Too, slow.")
    assert list(tmp_path.glob("*.part")) == []


def test_an_excel_file_holds_text_only(journal, tmp_path):
    out = tmp_path / "results.xlsx"
    assert write_xlsx(journal, out) == 3
    with zipfile.ZipFile(out) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    assert sheet.count("<row ") == 4
    assert "zwei.example" in sheet
    assert "<f>" not in sheet


def test_an_excel_file_that_would_be_too_long_is_refused_with_another_format(journal, tmp_path, monkeypatch):
    monkeypatch.setattr(table, "MAX_ROWS", 2)
    with pytest.raises(BadResults, match=r"use \.csv"):
        write_xlsx(journal, tmp_path / "results.xlsx")
    assert [each.name for each in tmp_path.iterdir()] == [journal.name]


def test_a_file_of_something_else_leaves_no_table(tmp_path):
    (tmp_path / "other").write_text(json.dumps({"a": 1}) + "\n")
    with pytest.raises(ValueError, match="line"):
        write_csv(tmp_path / "other", tmp_path / "results.csv")
    assert not (tmp_path / "results.csv").exists()
