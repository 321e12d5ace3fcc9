"""Results as Parquet, for programs that read columns: https://parquet.apache.org/docs/file-format/.

Needs the extra ``parquet``. Rows are written in groups, so that memory stays flat.
"""

import itertools
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from siteloupe.scan.record import ScanRecord
from siteloupe.scan.results import read_records

GROUP = 1000
"""Rows of one row group."""


class _ReportFields(msgspec.Struct, rename="camel"):
    """The fields of every report that have their own columns."""

    url: str
    checked_at: str
    is_cms: bool | None = None


def schema(analyses: tuple[str, ...]) -> pa.Schema:
    """Return the columns: a record's fields, the common fields of its reports, and each report as JSON."""
    columns = [
        pa.field("line", pa.int64(), nullable=False),
        pa.field("input", pa.string(), nullable=False),
        pa.field("outcome", pa.string(), nullable=False),
        pa.field("cause", pa.string()),
        pa.field("message", pa.string()),
        pa.field("unseen", pa.list_(pa.string()), nullable=False),
        pa.field("attempts", pa.int32(), nullable=False),
        pa.field("url", pa.string()),
        pa.field("checked_at", pa.string()),
        pa.field("is_cms", pa.bool_()),
    ]
    return pa.schema([*columns, *(pa.field(column(name), pa.string()) for name in analyses)])


def column(analysis: str) -> str:
    """Return the name of the column of an analysis's report."""
    return analysis.replace("-", "_")


def convert(journal: Path, out: Path, analyses: tuple[str, ...]) -> int:
    """Write the records of a results file to ``out``, all or none; return the number of rows.

    Raises OSError, and ValueError when the file does not hold records.
    """
    part = out.with_name(f"{out.name}.part")
    shape = schema(analyses)
    rows = 0
    records = read_records(journal)
    try:
        with pq.ParquetWriter(part, shape, compression="zstd") as writer:
            while group := [_row(record, analyses) for record in itertools.islice(records, GROUP)]:
                writer.write_table(pa.Table.from_pylist(group, schema=shape))
                rows += len(group)
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
    return rows


def _row(record: ScanRecord, analyses: tuple[str, ...]) -> dict[str, Any]:
    row = msgspec.structs.asdict(record)
    reports = row.pop("reports")
    if facts := next((msgspec.json.decode(raw, type=_ReportFields) for raw in reports.values()), None):
        row |= msgspec.structs.asdict(facts)
    return row | {column(name): bytes(reports[name]).decode() for name in analyses if name in reports}
