"""What an analysis is: data, three pure functions, and its description as a tool for agents."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Self

from siteloupe.capture import Need
from siteloupe.reports.brief import MAX_BRIEF
from siteloupe.reports.outline import Outline
from siteloupe.settings import RenderMode

if TYPE_CHECKING:  # what judges is imported by who judges: --help need not wait for it
    from siteloupe.detect.site import Site

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


RenderWhat = Literal["nothing", "shells", "every"]
"""The pages that are rendered: none, those that scripts build, or every one."""

_RENDERING: dict[RenderWhat, frozenset[Need]] = {
    "nothing": frozenset(),
    "shells": frozenset({Need.RENDERED_SHELL}),
    "every": frozenset({Need.RENDERED}),
}


@dataclass(frozen=True, slots=True, eq=False)
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
    analyze: Callable[["Site"], Any]  # pure, CPU only
    summarize: Callable[[Any], str]  # prose for models: our own sentences, the site's strings quoted
    outline: Outline
    inspection: frozenset[Need] = frozenset()  # what it also needs to look inside files
    parts: tuple["Analysis", ...] = ()  # the analyses that its report is made of
    renders: bool = False  # it may judge the page as a browser shows it, too
    brief_bytes: int = MAX_BRIEF  # the longest default answer; evidence is left out of one that is longer
    guidance: str = ""  # for models: when to prefer the tool, and what its answer has

    def variant(self, *, inspect: bool = False, render: RenderWhat = "nothing") -> Self:
        """Return this analysis; with ``inspect`` its variant that looks inside files, if it has one.

        ``render`` says which pages it has rendered, if it can use them.
        """
        more = (self.inspection if inspect else frozenset()) | (
            _RENDERING[render] if self.renders else frozenset()
        )
        return replace(self, needs=self.needs | more) if more else self

    def __reduce__(self) -> tuple[Any, ...]:
        """An analysis crosses to another process as its name."""
        return _analysis_named, (self.name, self.inspects, self.renders_what)

    @property
    def key(self) -> str:
        """The name of this variant, for the keys of kept reports."""
        rendering = "" if self.renders_what == "nothing" else f"+render-{self.renders_what}"
        return f"{self.name}{'+inspect' if self.inspects else ''}{rendering}"

    @property
    def renders_what(self) -> RenderWhat:
        """Which pages this variant has rendered."""
        if Need.RENDERED in self.needs:
            return "every"
        return "shells" if Need.RENDERED_SHELL in self.needs else "nothing"

    @property
    def inspects(self) -> bool:
        """Whether this is the variant that looks inside files."""
        return bool(self.inspection) and self.inspection <= self.needs


def _analysis_named(name: str, inspects: bool, rendering: RenderWhat) -> Analysis:
    from siteloupe.analyses import ANALYSES  # noqa: PLC0415 - they are made of this class

    return next(each for each in ANALYSES if each.name == name).variant(inspect=inspects, render=rendering)


def report_of(analysis: Analysis, site: "Site") -> Any:
    """Return the report of ``analysis`` on ``site``, made once: the overview is made of other reports."""
    if (report := site.reports.get(analysis.name)) is None:
        report = site.reports[analysis.name] = analysis.analyze(site)
    return report


def what_to_render(mode: RenderMode, *, asked: bool | None = None) -> RenderWhat:
    """Return which pages are rendered, by the setting and by what the caller asked for."""
    if mode == "off" or asked is False:
        return "nothing"
    if asked:
        return "every"
    return "shells" if mode == "auto" else "nothing"


def needs_of(
    analyses: Iterable[Analysis], *, inspect: bool, render: RenderWhat = "nothing"
) -> frozenset[Need]:
    """Return everything that one visit has to gather for ``analyses``."""
    variants = (analysis.variant(inspect=inspect, render=render) for analysis in analyses)
    return frozenset(need for variant in variants for need in variant.needs)


def tool_of(analysis: Analysis) -> dict[str, Any]:
    """Return the name, title, description and argument of the tool."""
    return {
        "name": analysis.tool,
        "title": analysis.title,
        "description": f"{analysis.description} {analysis.guidance} {READING}",
        "inputSchema": INPUT_SCHEMA,
    }
