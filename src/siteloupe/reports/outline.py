"""An outline says how a report is read: its sections in order, each a label, a path and a kind.

Three walkers follow the same outline (terminal, HTML, JavaScript), so a new field appears everywhere.
"""

import enum
from dataclasses import dataclass


class Kind(enum.StrEnum):
    """How a value is shown."""

    VERDICT = "verdict"  # isCms with confidence: yes, no, or could not look
    TEXT = "text"
    NUMBER = "number"
    FLAG = "flag"  # boolean or null
    LINK = "link"  # an http(s) address
    TAGS = "tags"  # list of strings
    RECORD = "record"  # an object, its fields as label and value
    TABLE = "table"  # list of objects, `columns` of each
    SIGNALS = "signals"  # object of booleans and strings, with the report's evidence beside each
    EVIDENCE = "evidence"  # list of {what, where, value}
    METER = "meter"  # 0 to 100
    SWATCHES = "swatches"  # list of objects with `hex`
    ROLES = "roles"  # object of {hex, name} or null
    SCALE = "scale"  # list of {value, count}, lengths drawn to scale


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table or field of a record: ``path`` is dotted, relative to the row."""

    label: str
    path: str
    kind: Kind = Kind.TEXT


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a report; ``path`` is dotted, in the JSON's own names. Left out when it is empty."""

    label: str
    path: str
    kind: Kind
    columns: tuple[Column, ...] = ()


Outline = tuple[Section, ...]
