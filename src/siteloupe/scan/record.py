"""The record of one line of a list, and the counts of many lines."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Outcome = Literal["answered", "blocked", "unreachable", "refused", "failed"]


class ScanRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the results: a JSON object in the results file."""

    line: Annotated[int, Meta(ge=1, le=10**9, description="number of the line in the list, from 1")]
    input: Annotated[str, Meta(description="what that line says")]
    outcome: Annotated[
        Outcome,
        Meta(
            description="`answered`; `blocked`: the site turned the visit away; `unreachable`: it gave no "
            "answer; `refused`: the URL may not be asked; `failed`: siteloupe itself failed"
        ),
    ]
    cause: Annotated[
        str | None,
        Meta(description="why not: a report's `reason`, a word such as `timed-out`, or what failed"),
    ] = None
    message: Annotated[str | None, Meta(description="the same as a sentence; null when answered")] = None
    unseen: Annotated[
        tuple[str, ...],
        Meta(
            description="codes of what the reports could not see, such as `script-shell`; absent for nothing"
        ),
    ] = ()
    attempts: Annotated[int, Meta(description="visits that were made; absent for none")] = 0
    reports: Annotated[
        dict[str, msgspec.Raw],
        Meta(description="the report of each analysis, exactly as the API answers with `detail=full`"),
    ] = {}


class _ReportVerdict(msgspec.Struct, rename="camel"):
    is_cms: bool | None = None


def runs_wordpress(record: ScanRecord) -> bool | None:
    """Return the verdict, which all reports of the record share; None without one."""
    return next(
        (msgspec.json.decode(raw, type=_ReportVerdict).is_cms for raw in record.reports.values()), None
    )


@dataclass(slots=True)
class ScanTally:
    """The counts of lines by outcome, cause and verdict."""

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    causes: Counter[tuple[Outcome, str]] = field(default_factory=Counter)
    verdicts: Counter[bool] = field(default_factory=Counter)
    unsure: int = 0  # answered without a sign of WordPress, by sites that were seen in part: no "no"

    @property
    def lines(self) -> int:
        """The number of counted lines."""
        return self.outcomes.total()

    def add(self, record: ScanRecord) -> None:
        """Count one more record."""
        self.outcomes[record.outcome] += 1
        if record.cause is not None:
            self.causes[record.outcome, record.cause] += 1
        if record.outcome == "answered" and (verdict := runs_wordpress(record)) is not None:
            if record.unseen and not verdict:
                self.unsure += 1
            else:
                self.verdicts[verdict] += 1
