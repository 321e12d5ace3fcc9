"""The website: every address and its app."""

from collections.abc import Callable
from functools import partial
from importlib import resources

import msgspec
from msgspec import Raw

from siteloupe.http.front import Resource
from siteloupe.http.gate import Gate
from siteloupe.present.export import EXPORTED
from siteloupe.present.words import outline_json
from siteloupe.service import Service
from siteloupe.web import responses
from siteloupe.web.answers import MissingApp, PageApp, TextApp, TwinApp
from siteloupe.web.drawing import PageDrawing, ServiceFacts, agent_tools
from siteloupe.web.look import Looks
from siteloupe.web.pages import robots_txt, sitemap_xml
from siteloupe.web.static_files import StaticFiles


class Website:
    """``resources`` by path, and ``missing`` for a dead link that a person followed."""

    def __init__(self, facts: ServiceFacts, service: Service, gate: Gate, site_origin: str | None) -> None:
        static = StaticFiles(_scripts(facts))
        drawing = PageDrawing(facts, static)
        looks = Looks(service, gate)
        self.missing = MissingApp(drawing, site_origin)
        self.resources: dict[str, Resource] = {}
        for page in drawing.pages:
            self.resources[page.path] = Resource(PageApp(page, drawing, looks, site_origin))
            self.resources[page.twin] = Resource(TwinApp(page, drawing, site_origin))
        texts: dict[str, tuple[Callable[[str], str], tuple[bytes, bytes]]] = {
            "/llms.txt": (drawing.llms_txt, responses.TEXT),
            "/robots.txt": (partial(robots_txt, facts.analyses), responses.TEXT),
            "/sitemap.xml": (partial(sitemap_xml, drawing.pages), responses.XML),
        }
        for path, (text, kind) in texts.items():
            self.resources[path] = Resource(TextApp(text, kind, site_origin))
        for address, file in static.files.items():
            self.resources[address] = Resource(file)
        self.resources["/favicon.ico"] = Resource(static.plain_file("favicon.svg", responses.KEPT))


def _scripts(facts: ServiceFacts) -> dict[str, str]:
    """Return the scripts with the list of analyses, made once at the start."""
    source = resources.files("siteloupe.web").joinpath("static", "agent-tools.js").read_text("utf-8")
    outlines = {
        analysis.name: {
            "title": analysis.title,
            "tool": analysis.tool,
            "canInspect": bool(analysis.inspection),
            "canExport": analysis.name in EXPORTED,
            "outline": Raw(outline_json(analysis.outline)),
        }
        for analysis in facts.analyses
    }
    return {
        "agent-tools.js": agent_tools(source, facts.analyses),
        "analyses.js": f"export const ANALYSES = {msgspec.json.encode(outlines).decode()};\n",
    }
