"""What an analysis is: data and three pure functions, and what a visit gathers for several."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

from siteloupe.capture import Need
from siteloupe.detect.site import Site
from siteloupe.reports.outline import Outline


@dataclass(frozen=True, slots=True)
class Analysis:
    """One question siteloupe answers. Everything that offers it to callers loops over these fields."""

    name: str  # the path without its slash, and the subcommand
    operation: str  # operationId in the OpenAPI document
    tool: str  # name of the MCP and in-page tool
    title: str
    description: str
    limit: int  # requests a minute and IP
    needs: frozenset[Need]
    report: type[Any]  # the msgspec Struct that analyze returns
    analyze: Callable[[Site], Any]  # pure, CPU only
    summarize: Callable[[Any], str]  # prose for models: our own sentences, the site's strings quoted
    outline: Outline
    inspection: frozenset[Need] = frozenset()  # what it needs besides, to look inside files too

    def variant(self, *, inspect: bool) -> Self:
        """This analysis; with ``inspect`` the variant that looks inside files too, where there is one."""
        return replace(self, needs=self.needs | self.inspection) if inspect and self.inspection else self

    @property
    def inspects(self) -> bool:
        """Whether this is the variant that looks inside files."""
        return bool(self.inspection) and self.inspection <= self.needs


def needs_of(analyses: Iterable[Analysis], *, inspect: bool) -> frozenset[Need]:
    """Everything that one visit has to gather for ``analyses``."""
    return frozenset(need for analysis in analyses for need in analysis.variant(inspect=inspect).needs)
