"""What a walker draws: a report taken apart into parts, every text in them worded and inert."""

from dataclasses import dataclass

from siteloupe.present.words import Cell
from siteloupe.reports.outline import Kind


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and its value."""

    label: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to the report's question, and what it stands on."""

    answer: Cell
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class RefusedPage:
    """The page could not be read: who refused, why, and what that means."""

    answer: Cell
    facts: tuple[Fact, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Caveats:
    """What could not be seen, a sentence each."""

    answer: Cell
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FactList:
    """Facts, one a line."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, None where there is nothing to say. Columns in which no row says anything are gone."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Signal:
    """One signal with what was seen: pairs of where and text."""

    label: str
    matched: bool
    cell: Cell
    seen: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SignalList:
    """All signals, those that did not match included."""

    signals: tuple[Signal, ...]


@dataclass(frozen=True, slots=True)
class Tags:
    """Short texts side by side."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Meter:
    """A score: ``share`` is 0 to 1."""

    share: float
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """One size of a scale; ``share`` is its part of the largest, 0 to 1; ``px`` None when it is no length."""

    text: str
    count: str
    share: float
    px: float | None = None


@dataclass(frozen=True, slots=True)
class Scale:
    """Sizes drawn to scale."""

    steps: tuple[Step, ...]


Body = Verdict | RefusedPage | Caveats | FactList | Table | SignalList | Tags | Meter | Scale | Cell


@dataclass(frozen=True, slots=True)
class Part:
    """One section that has something to show."""

    label: str
    kind: Kind
    body: Body
