"""Counts of what a scan found, in constant memory: every key is from a closed set or a cause of ours."""

from collections import Counter
from dataclasses import dataclass, field

from siteloupe.scan.record import Outcome, Record, runs_wordpress


@dataclass(slots=True)
class Tally:
    """How many lines had which outcome, for which causes, and with which verdict."""

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    causes: Counter[tuple[Outcome, str]] = field(default_factory=Counter)
    verdicts: Counter[bool] = field(default_factory=Counter)

    @property
    def lines(self) -> int:
        """Lines counted."""
        return self.outcomes.total()

    def add(self, record: Record) -> None:
        """Count one more."""
        self.outcomes[record.outcome] += 1
        if record.cause is not None:
            self.causes[record.outcome, record.cause] += 1
        if record.outcome == "answered" and (verdict := runs_wordpress(record)) is not None:
            self.verdicts[verdict] += 1
