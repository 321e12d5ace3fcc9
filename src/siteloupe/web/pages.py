"""The pages of the website as data, for routes, twins, navigation, llms.txt, sitemap and robots.txt."""

from dataclasses import dataclass
from xml.sax.saxutils import escape

from siteloupe.analyses.analysis import Analysis


@dataclass(frozen=True, slots=True)
class WebPage:
    """One page: ``source`` in ``pages/`` is its Markdown, ``template`` draws it.

    It can run its ``analyses``, with ``?url=``.
    """

    path: str
    label: str
    source: str
    template: str
    analyses: tuple[Analysis, ...] = ()

    @property
    def twin(self) -> str:
        """The address of the page as Markdown."""
        return "/index.md" if self.path == "/" else f"{self.path}.md"


def pages(analyses: tuple[Analysis, ...]) -> tuple[WebPage, ...]:
    """Return every page, in the order of the navigation."""
    tools = (
        WebPage(f"/tools/{analysis.name}", analysis.title, "tool.md", "tool.html", (analysis,))
        for analysis in analyses
    )
    return (
        WebPage("/", "All at once", "index.md", "home.html", analyses),
        *tools,
        WebPage("/docs/api", "API", "api.md", "text.html"),
        WebPage("/docs/mcp", "MCP", "mcp.md", "text.html"),
        WebPage("/docs/agents", "Agents", "agents.md", "text.html"),
        WebPage("/about", "About", "about.md", "text.html"),
    )


def robots_txt(analyses: tuple[Analysis, ...], origin: str) -> str:
    """Return robots.txt: it excludes only addresses that look at other sites.

    Source: https://www.rfc-editor.org/rfc/rfc9309
    """
    closed = [*(f"/{analysis.name}" for analysis in analyses), "/mcp", "/*?url=", "/healthz", "/metrics"]
    lines = "".join(f"Disallow: {path}\n" for path in closed)
    return f"User-agent: *\n{lines}Allow: /\n\nSitemap: {origin}/sitemap.xml\n"


def sitemap_xml(pages: tuple[WebPage, ...], origin: str) -> str:
    """Every page.

    Source: https://www.sitemaps.org/protocol.html
    """
    urls = "".join(f"  <url><loc>{escape(origin + page.path)}</loc></url>\n" for page in pages)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n'
    )
