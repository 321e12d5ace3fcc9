"""What crawlers look for before they read a page: robots.txt and sitemap.xml."""

from xml.sax.saxutils import escape

from siteloupe.analyses.analysis import Analysis
from siteloupe.web.pages import Page


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
