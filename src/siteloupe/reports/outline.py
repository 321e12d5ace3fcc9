"""An outline describes how people read a report: its sections in order, each with label, path and kind.

Three walkers use the same outline (terminal, HTML, JavaScript), so a field with a line here is shown
everywhere. An analysis states order and kinds with :func:`outline`; the labels are beside the fields. Paths
are dotted JSON names; an empty path is the report or the row itself.
"""

import enum
from dataclasses import dataclass, replace
from typing import NamedTuple

import msgspec

from siteloupe.reports.fields import labels


class Kind(enum.StrEnum):
    """The way a value is shown."""

    VERDICT = "verdict"  # boolean or null that answers the question: yes, no, or unknown
    TEXT = "text"
    NUMBER = "number"
    FLOOR = "floor"  # a lower limit: 500,000+
    FLAG = "flag"  # boolean or null
    LINK = "link"  # an http(s) address
    TIME = "time"  # ISO 8601, UTC
    COLOR = "color"  # a hex color
    GRADIENT = "gradient"  # a CSS gradient, drawn where possible
    NOTATION = "notation"  # a color in another notation, to copy; terminals have no room for it
    TAGS = "tags"  # list of strings
    RECORD = "record"  # an object, its fields as label and value
    TABLE = "table"  # list of objects, `columns` of each
    SIGNALS = "signals"  # object of booleans and strings, with the report's evidence beside each
    EVIDENCE = "evidence"  # list of {what, where, value}
    METER = "meter"  # 0 to 100
    SWATCHES = "swatches"  # list of objects with `hex`
    ROLES = "roles"  # object of {hex, name} or null
    CONTRAST = "contrast"  # list of {label, ratio, rating}, and `foreground`, `background` where known
    SPECIMENS = "specimens"  # list of objects with `family`, each name in its own font
    SCALE = "scale"  # list of {value, count}, sizes drawn to scale (`px` where an entry has it)


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table or field of a record; ``path`` is relative to the row."""

    label: str
    path: str
    kind: Kind = Kind.TEXT
    unit: str = ""  # written after a number
    whole: str = ""  # path of the total: `3 of 8`
    good: bool | None = None  # the good value of a flag; None when neither is good
    words: tuple[tuple[str, str], ...] = ()  # in place of a value: ("null", "not judged"); "" for nothing


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a report; without a value it is left out, unless ``empty`` has words for that.

    ``columns`` are a table's columns, a record's fields, or the facts below a verdict. Without them, every
    field of the value is shown under its own name.
    """

    label: str
    path: str
    kind: Kind
    columns: tuple[Column, ...] = ()
    empty: str = ""

    @property
    def base(self) -> str:
        """The start of the columns' paths: for a single value they are fields of the report."""
        return "" if self.kind in {Kind.VERDICT, Kind.METER} else self.path


Outline = tuple[Section, ...]


class OtherLabel(NamedTuple):
    """A label in place of the field's own label, and the reason."""

    label: str
    because: str


def outline(report: type[msgspec.Struct], *sections: Section) -> Outline:
    """Return ``sections`` of ``report`` with the fields' own labels, unless they have another.

    Raises ValueError for a path that is no field of ``report``, and for a field without a label.
    """
    known = labels(report)
    return tuple(_with_labels(section, known) for section in sections)


def section(
    path: str, kind: Kind, *columns: Column, label: OtherLabel | None = None, empty: str = ""
) -> Section:
    """Return a section for the field at ``path``."""
    return Section(label.label if label else "", path, kind, columns, empty)


def group(label: str, *columns: Column) -> Section:
    """Return a section with its own label, for fields of the report itself."""
    return Section(label, "", Kind.RECORD, columns)


def column(
    path: str,
    kind: Kind = Kind.TEXT,
    *,
    label: OtherLabel | None = None,
    unit: str = "",
    whole: str = "",
    good: bool | None = None,
    words: tuple[tuple[str, str], ...] = (),
) -> Column:
    """Return a column, or a line of a record, for the field at ``path``; see :class:`Column`."""
    return Column(label.label if label else "", path, kind, unit, whole, good, words)


def join(*steps: str) -> str:
    """Join paths; empty ones are left out."""
    return ".".join(filter(None, steps))


def _with_labels(section: Section, known: dict[str, str | None]) -> Section:
    columns = tuple(
        replace(each, label=each.label or _label(join(section.base, each.path), known))
        for each in section.columns
    )
    return replace(section, label=section.label or _label(section.path, known), columns=columns)


def _label(path: str, known: dict[str, str | None]) -> str:
    if not (label := known.get(path)):
        raise ValueError(f"{path} is no field of the report, or has no label")
    return label
