"""The parts that a walker draws; every text in them is inert."""

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
    """The answer to the report's question, with its facts."""

    answer: Cell
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class RefusedPage:
    """The page could not be read: the vendor, the reason and the meaning."""

    answer: Cell
    facts: tuple[Fact, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Caveats:
    """The caveats, one sentence each."""

    answer: Cell
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FactList:
    """Facts, one a line."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, None for an empty cell. Columns without any content are left out."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Letters or icons as the data of an SVG path in its box, which begins at x = 0."""

    path: str
    width: int
    top: int
    height: int


@dataclass(frozen=True, slots=True)
class Specimens(Table):
    """A table of font families; with each row what is drawn of it, None where nothing is, and why not."""

    drawings: tuple[Drawing | None, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Signal:
    """One signal with its evidence: pairs of place and text."""

    label: str
    matched: bool
    cell: Cell
    seen: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SignalList:
    """All signals, also those that did not match."""

    signals: tuple[Signal, ...]


@dataclass(frozen=True, slots=True)
class Tags:
    """A list of short texts."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Meter:
    """A score: ``share`` is 0 to 1."""

    share: float
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """One size of a scale; ``share`` is its ratio to the largest, 0 to 1; ``px`` is None for no length."""

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
    """One section with content."""

    label: str
    kind: Kind
    body: Body
