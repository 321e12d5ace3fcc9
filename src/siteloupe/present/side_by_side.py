"""Two reports of one analysis beside each other, row by row, for people: rows that differ come first."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from siteloupe.present.drift import Drift
from siteloupe.present.words import VERDICT_WORDS, cell_of, is_empty, value_at
from siteloupe.reports.inert import inert
from siteloupe.reports.outline import Column, Kind, Outline, Section, join

MAX_NAMES = 12
"""Most entries of a list in one cell."""

UNKNOWN = "unknown"

_LISTS = frozenset({Kind.TABLE, Kind.SWATCHES, Kind.SPECIMENS})
_LEFT_OUT = frozenset({"url", "checkedAt"})
_BLOCKED_WORDS = "page could not be read"


@dataclass(frozen=True, slots=True)
class PairRow:
    """One row: the label, and both values in words."""

    label: str
    one: str
    other: str
    distance: float | None = None  # of two colors

    @property
    def is_different(self) -> bool:
        """Whether the two values are known and different."""
        return self.one != self.other


def side_by_side(
    one: Mapping[str, Any], other: Mapping[str, Any], outline: Outline
) -> tuple[list[PairRow], list[PairRow]]:
    """Return the rows that differ and those that do not, in the outline's order."""
    rows = [
        PairRow(label, mine, theirs)
        for section in outline
        for label, mine, theirs in _rows(one, other, section)
        if not {mine, theirs} <= {UNKNOWN, "none"}
    ]
    return [row for row in rows if row.is_different], [row for row in rows if not row.is_different]


def drift_rows(rows: Iterable[Drift]) -> tuple[list[PairRow], list[PairRow]]:
    """Return the values of two designs that differ for certain, and the others."""
    different: list[PairRow] = []
    same: list[PairRow] = []
    for row in rows:
        missing = "none" if row.certain else UNKNOWN
        texts = [missing if text is None else inert(text, 120) for text in (row.before, row.after)]
        pair = PairRow(row.label, texts[0], texts[1], row.distance or None)
        (same if row.change is None else different).append(pair)
    return different, same


def _rows(
    one: Mapping[str, Any], other: Mapping[str, Any], section: Section
) -> Iterator[tuple[str, str, str]]:
    if section.kind is Kind.VERDICT:
        yield section.label, _verdict(one), _verdict(other)
    elif section.kind in _LISTS:
        yield section.label, _names(one, section), _names(other, section)
    elif section.kind is not Kind.EVIDENCE:
        columns = section.columns
        if section.kind is Kind.METER:
            yield section.label, _word(one, section.path), _word(other, section.path)
        for column in columns:
            path = join(section.base, column.path)
            if path not in _LEFT_OUT:
                label = column.label if not section.path else f"{section.label}: {column.label}"
                suffix = ".hex" if section.kind is Kind.ROLES else ""
                whole = Column(column.label, path + suffix, column.kind, words=column.words)
                yield label, _cell(one, whole), _cell(other, whole)


def _verdict(report: Mapping[str, Any]) -> str:
    value = report.get("isCms")
    if value is None:
        return _BLOCKED_WORDS
    unsure = not value and bool(value_at(report, "coverage.caveats"))
    return VERDICT_WORDS["unsure" if unsure else "true" if value else "false"]


def _names(report: Mapping[str, Any], section: Section) -> str:
    found = value_at(report, section.path) or []
    fields = ("hex",) if section.kind is Kind.SWATCHES else ("name", "hex", "family")
    names = [str(next(filter(None, map(row.get, fields)), "")) for row in found]
    if not names:
        return _empty_word(report)
    rest = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    return inert(", ".join(names[:MAX_NAMES]), 300) + rest


def _empty_word(report: Mapping[str, Any]) -> str:
    """Return the word for a value that is not there: unknown, where not everything was seen."""
    return UNKNOWN if report.get("blocked") or value_at(report, "coverage.caveats") else "none"


def _word(report: Mapping[str, Any], path: str) -> str:
    value = value_at(report, path)
    return UNKNOWN if is_empty(value) else inert(str(value), 40)


def _cell(report: Mapping[str, Any], column: Column) -> str:
    cell = cell_of(report, column)
    return cell.text if cell is not None else _empty_word(report)
