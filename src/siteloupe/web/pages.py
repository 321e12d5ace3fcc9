"""The pages of the website, as data: routes, twins, sitemap, llms.txt and navigation loop over them."""

from dataclasses import dataclass

from siteloupe.analyses.analysis import Analysis


@dataclass(frozen=True, slots=True)
class Page:
    """One page: ``source`` in ``pages/`` says it in Markdown, ``template`` draws it.

    ``analyses`` are what it can run, given ``?url=``.
    """

    path: str
    label: str
    source: str
    template: str
    analyses: tuple[Analysis, ...] = ()

    @property
    def twin(self) -> str:
        """Where the page is read as Markdown."""
        return "/index.md" if self.path == "/" else f"{self.path}.md"


def pages(analyses: tuple[Analysis, ...]) -> tuple[Page, ...]:
    """Every page, in the order of the navigation."""
    tools = (
        Page(f"/tools/{analysis.name}", analysis.title, "tool.md", "tool.html", (analysis,))
        for analysis in analyses
    )
    return (
        Page("/", "All at once", "index.md", "home.html", analyses),
        *tools,
        Page("/docs/api", "API", "api.md", "text.html"),
        Page("/docs/mcp", "MCP", "mcp.md", "text.html"),
        Page("/docs/agents", "Agents", "agents.md", "text.html"),
        Page("/about", "About", "about.md", "text.html"),
    )
