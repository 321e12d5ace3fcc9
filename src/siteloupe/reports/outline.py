"""An outline says how a report is read: its sections in order, each a label, a path and a kind.

Three walkers follow the same outline (terminal, HTML, JavaScript), so a field that has a line here appears
everywhere. An analysis writes order and kinds with :func:`outline`; the labels stand beside the fields.
Paths are dotted, in the JSON's own names; an empty path is the report, or the row, itself.
"""

import enum
from dataclasses import dataclass, replace
from typing import NamedTuple

import msgspec

from siteloupe.reports.fields import labels


class Kind(enum.StrEnum):
    """How a value is shown."""

    VERDICT = "verdict"  # boolean or null that answers the question: yes, no, or could not look
    TEXT = "text"
    NUMBER = "number"
    FLOOR = "floor"  # a number that stands for itself or more: 500,000+
    FLAG = "flag"  # boolean or null
    LINK = "link"  # an http(s) address
    TIME = "time"  # ISO 8601, UTC
    COLOR = "color"  # a hex color
    GRADIENT = "gradient"  # a CSS gradient, shown as it looks where that can be
    NOTATION = "notation"  # a color in another notation, to be copied; not for terminals, which have no room
    TAGS = "tags"  # list of strings
    RECORD = "record"  # an object, its fields as label and value
    TABLE = "table"  # list of objects, `columns` of each
    SIGNALS = "signals"  # object of booleans and strings, with the report's evidence beside each
    EVIDENCE = "evidence"  # list of {what, where, value}
    METER = "meter"  # 0 to 100
    SWATCHES = "swatches"  # list of objects with `hex`
    ROLES = "roles"  # object of {hex, name} or null
    CONTRAST = "contrast"  # list of {label, ratio, rating}, and `foreground`, `background` where known
    SPECIMENS = "specimens"  # list of objects with `family`, each named in its own letters
    SCALE = "scale"  # list of {value, count}, sizes drawn to scale (`px` where an entry has it)


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table or field of a record; ``path`` is relative to the row."""

    label: str
    path: str
    kind: Kind = Kind.TEXT
    unit: str = ""  # written after a number
    whole: str = ""  # path of the number that this one is a part of: `3 of 8`
    good: bool | None = None  # which value of a flag is good news; None when neither is
    words: tuple[tuple[str, str], ...] = ()  # what to say in place of a value: ("null", "not judged")


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a report. Left out when its value is empty, unless ``empty`` says what that means.

    ``columns`` are a table's columns, a record's fields, or what stands below a verdict. Without them,
    every field of the value is shown under its own name.
    """

    label: str
    path: str
    kind: Kind
    columns: tuple[Column, ...] = ()
    empty: str = ""

    @property
    def base(self) -> str:
        """The path that the columns' paths begin at: those of a single value are fields of the report."""
        return "" if self.kind in {Kind.VERDICT, Kind.METER} else self.path


Outline = tuple[Section, ...]


class OtherLabel(NamedTuple):
    """What an outline calls a field in place of the field's own label, and the reason."""

    label: str
    because: str


def outline(report: type[msgspec.Struct], *sections: Section) -> Outline:
    """``sections`` of ``report``, with the fields' own labels where no other is given.

    Raises ValueError for a path that is no field of ``report``, and for a field without a label.
    """
    known = labels(report)
    return tuple(_with_labels(section, known) for section in sections)


def section(
    path: str, kind: Kind, *columns: Column, label: OtherLabel | None = None, empty: str = ""
) -> Section:
    """A section for the field at ``path``."""
    return Section(label.label if label else "", path, kind, columns, empty)


def group(label: str, *columns: Column) -> Section:
    """A section for fields of the report itself, which no field holds together: it has its own label."""
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
    """A column, or a line of a record, for the field at ``path``; see :class:`Column` for the others."""
    return Column(label.label if label else "", path, kind, unit, whole, good, words)


def join(*steps: str) -> str:
    """A path of several; empty ones add nothing."""
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
