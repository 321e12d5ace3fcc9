"""What crawlers and agents look for before they read a page: llms.txt, robots.txt, sitemap.xml."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

from siteloupe.analyses.row import Analysis
from siteloupe.web.drawing import Drawing
from siteloupe.web.pages import Page

SUMMARY = (
    "siteloupe looks at a public website from outside and says whether it runs WordPress, what it is built "
    "with, which fonts and which colours it uses. Free, without a key or an account, limited per IP address."
)


def llms_txt(drawing: Drawing, analyses: tuple[Analysis, ...], origin: str) -> str:
    """The product in a page, for models.

    Source: https://llmstxt.org/
    """
    tools = [page for page in drawing.pages if page.analyses]
    documents = [page for page in drawing.pages if not page.analyses and page.path != "/about"]
    endpoints = "\n".join(
        f"- [GET /{analysis.name}]({origin}/docs/api.md#get-{analysis.name}): {analysis.description} "
        f"MCP tool `{analysis.tool}`."
        for analysis in analyses
    )
    return (
        f"# siteloupe\n\n> {SUMMARY}\n\n"
        f"Ask with `GET {origin}/<endpoint>?url=example.com` and a User-Agent of at least 10 characters; the "
        "answer is JSON. Look at `blocked` before any verdict: when it is true the site refused to be read, and "
        "null or empty fields mean unknown, never no.\n\n"
        f"## Endpoints\n\n{endpoints}\n"
        f"- [POST /mcp]({origin}/docs/mcp.md): the same as tools of the Model Context Protocol, streamable HTTP, "
        "stateless.\n"
        f"- [OpenAPI 3.1 description]({origin}/openapi.json): every field of every answer, with examples.\n\n"
        f"## Documentation\n\n{_links(drawing, documents, origin)}\n"
        f"## Pages\n\n{_links(drawing, tools, origin)}\n"
        f"## Optional\n\n{_links(drawing, (page for page in drawing.pages if page.path == '/about'), origin)}"
    )


def _links(drawing: Drawing, pages: Iterable[Page], origin: str) -> str:
    lines = (f"- [{drawing.title(page)}]({origin}{page.twin}): {drawing.lede(page)}\n" for page in pages)
    return "".join(lines)


def robots_txt(analyses: tuple[Analysis, ...], origin: str) -> str:
    """Everything may be crawled but what looks at other sites.

    Source: https://www.rfc-editor.org/rfc/rfc9309
    """
    closed = [*(f"/{analysis.name}" for analysis in analyses), "/mcp", "/*?url=", "/healthz", "/metrics"]
    lines = "".join(f"Disallow: {path}\n" for path in closed)
    return f"User-agent: *\n{lines}Allow: /\n\nSitemap: {origin}/sitemap.xml\n"


def sitemap_xml(pages: tuple[Page, ...], origin: str) -> str:
    """Every page.

    Source: https://www.sitemaps.org/protocol.html
    """
    urls = "".join(f"  <url><loc>{escape(origin + page.path)}</loc></url>\n" for page in pages)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n'
    )
