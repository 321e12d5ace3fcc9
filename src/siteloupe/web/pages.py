"""The pages of the website as data, for routes, twins, navigation, llms.txt, sitemap and robots.txt."""

from dataclasses import dataclass
from xml.sax.saxutils import escape

from siteloupe.analyses.analysis import Analysis


@dataclass(frozen=True, slots=True)
class WebPage:
    """One page: ``source`` in ``pages/`` is its Markdown, ``template`` draws it.

    It can run its ``analyses``, with ``?url=``; ``answered_at`` is the page that does so in its place.
    """

    path: str
    label: str
    source: str
    template: str
    analyses: tuple[Analysis, ...] = ()
    answered_at: str = ""

    @property
    def twin(self) -> str:
        """The address of the page as Markdown."""
        return "/index.md" if self.path == "/" else f"{self.path}.md"


REPORT = "/report"
"""The page with everything about a site: the analysis that is made of others, and those."""


COMPARE = "/tools/compare"


def path_of(analysis: Analysis) -> str:
    """Return the path of the page that runs ``analysis``."""
    return REPORT if analysis.parts else f"/tools/{analysis.name}"


def pages(analyses: tuple[Analysis, ...]) -> tuple[WebPage, ...]:
    """Return every page, in the order of the navigation."""
    sums = [analysis for analysis in analyses if analysis.parts]
    single = tuple(analysis for analysis in analyses if not analysis.parts)
    report = (WebPage(REPORT, "Full report", "report.md", "report.html", (each,)) for each in sums)
    tools = (WebPage(path_of(each), each.title, "tool.md", "tool.html", (each,)) for each in single)
    return (
        WebPage("/", "Home", "index.md", "home.html", analyses, REPORT if sums else ""),
        *report,
        *tools,
        *(WebPage(COMPARE, "Compare", "compare.md", "compare.html") for _ in sums),
        WebPage("/docs/api", "API", "api.md", "text.html"),
        WebPage("/docs/mcp", "MCP", "mcp.md", "text.html"),
        WebPage("/docs/agents", "Agents", "agents.md", "text.html"),
        WebPage("/about", "About", "about.md", "text.html"),
    )


def robots_txt(analyses: tuple[Analysis, ...], origin: str) -> str:
    """Return robots.txt: it excludes only addresses that look at other sites.

    Source: https://www.rfc-editor.org/rfc/rfc9309
    """
    closed = [
        *(f"/{analysis.name}" for analysis in analyses),
        "/mcp",
        "/*?url=",
        "/*?a=",
        "/healthz",
        "/metrics",
    ]
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
