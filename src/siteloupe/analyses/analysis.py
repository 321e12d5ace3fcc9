"""What an analysis is: data, three pure functions, and its description as a tool for agents."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

from siteloupe.capture import Need
from siteloupe.detect.site import Site
from siteloupe.reports.outline import Outline

READING = (
    "Reads one public page; further tools on the same url share the visit for five minutes. If `blocked`, "
    "conclude nothing from null or empty fields. `more` counts what a short answer leaves out."
)

URL_DESCRIPTION = "The page to look at: a bare domain such as example.com, or an http(s) URL."

INPUT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"url": {"type": "string", "maxLength": 2000, "description": URL_DESCRIPTION}},
    "required": ["url"],
}


@dataclass(frozen=True, slots=True)
class Analysis:
    """One question that siteloupe answers. Everything that offers it to callers loops over these fields."""

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
    inspection: frozenset[Need] = frozenset()  # what it also needs to look inside files
    guidance: str = ""  # for models: when to prefer the tool, and what its answer has

    def variant(self, *, inspect: bool) -> Self:
        """Return this analysis; with ``inspect`` its variant that looks inside files, if it has one."""
        return replace(self, needs=self.needs | self.inspection) if inspect and self.inspection else self

    def __reduce__(self) -> tuple[Any, ...]:
        """An analysis crosses to another process as its name."""
        return _analysis_named, (self.name, self.inspects)

    @property
    def inspects(self) -> bool:
        """Whether this is the variant that looks inside files."""
        return bool(self.inspection) and self.inspection <= self.needs


def _analysis_named(name: str, inspects: bool) -> Analysis:
    from siteloupe.analyses import ANALYSES  # noqa: PLC0415 - they are made of this class

    return next(each for each in ANALYSES if each.name == name).variant(inspect=inspects)


def needs_of(analyses: Iterable[Analysis], *, inspect: bool) -> frozenset[Need]:
    """Return everything that one visit has to gather for ``analyses``."""
    return frozenset(need for analysis in analyses for need in analysis.variant(inspect=inspect).needs)


def tool_of(analysis: Analysis) -> dict[str, Any]:
    """Return the name, title, description and argument of the tool."""
    return {
        "name": analysis.tool,
        "title": analysis.title,
        "description": f"{analysis.description} {analysis.guidance} {READING}",
        "inputSchema": INPUT_SCHEMA,
    }
