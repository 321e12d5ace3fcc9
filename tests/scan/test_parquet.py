"""Results as columns."""

import json

import pyarrow.parquet as pq

from siteloupe.scan import parquet
from siteloupe.scan.results import Journal

NAMES = ("check-cms",)


def test_every_record_becomes_a_row(tmp_path, record, monkeypatch) -> None:
    monkeypatch.setattr(parquet, "GROUP", 10)
    source, out = tmp_path / "results.jsonl", tmp_path / "results.parquet"
    with Journal(source, NAMES, lambda _: None) as journal:
        for line in range(1, 25):
            journal.append(record(line))
        journal.append(record(25, outcome="unreachable", cause="timed-out", message="Too slow."))
    assert parquet.convert(source, out, NAMES) == 25
    file = pq.ParquetFile(out)
    assert file.num_row_groups == 3
    rows = file.read().to_pylist()
    assert [row["line"] for row in rows] == list(range(1, 26))
    assert (rows[0]["is_cms"], rows[1]["is_cms"], rows[24]["is_cms"]) == (True, False, None)
    assert (rows[24]["cause"], rows[24]["check_cms"], rows[24]["url"]) == ("timed-out", None, None)
    assert json.loads(rows[0]["check_cms"])["isCms"] is True
    assert list(tmp_path.glob("*.part")) == []


def test_an_empty_scan_is_a_table_without_rows(tmp_path) -> None:
    source, out = tmp_path / "results.jsonl", tmp_path / "results.parquet"
    source.touch()
    assert parquet.convert(source, out, NAMES) == 0
    assert pq.read_table(out).num_rows == 0
