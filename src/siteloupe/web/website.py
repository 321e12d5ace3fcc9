"""The website: every address and its app."""

from collections.abc import Callable
from functools import partial
from importlib import resources

import msgspec
from msgspec import Raw

from siteloupe.capture import Capture
from siteloupe.http.front import Resource
from siteloupe.http.gate import Gate
from siteloupe.present.export import EXPORTED
from siteloupe.present.words import outline_json
from siteloupe.service import Service
from siteloupe.web import responses
from siteloupe.web.answers import MissingApp, PageApp, TextApp, TwinApp
from siteloupe.web.card import CardApp
from siteloupe.web.compare import METHODS, CompareApp
from siteloupe.web.drawing import CARD, EXAMPLE, PageDrawing, ServiceFacts, agent_tools
from siteloupe.web.look import Looks
from siteloupe.web.pages import COMPARE, REPORT, path_of, robots_txt, sitemap_xml
from siteloupe.web.report import ExampleApp, ReportApp
from siteloupe.web.static_files import StaticFiles


class Website:
    """``resources`` by path, and ``missing`` for a dead link that a person followed.

    ``example`` is the visit of an invented site, whose report people can see first.
    """

    def __init__(
        self, facts: ServiceFacts, service: Service, gate: Gate, site_origin: str | None, example: Capture
    ) -> None:
        static = StaticFiles(_scripts(facts))
        drawing = PageDrawing(facts, static)
        looks = Looks(service, gate)
        self.missing = MissingApp(drawing, site_origin)
        self.resources: dict[str, Resource] = {}
        for page in drawing.pages:
            plain = PageApp(page, drawing, looks, site_origin)
            self.resources[page.path] = Resource(plain)
            if page.path == REPORT:
                self.resources[CARD] = Resource(CardApp(service, gate, page.analyses[0]))
                whole = ReportApp(page, drawing, service, gate, plain=plain, site_origin=site_origin)
                self.resources[page.path] = Resource(whole)
                shown = ExampleApp(page, drawing, service, example, site_origin=site_origin)
                self.resources[EXAMPLE] = Resource(shown)
            elif page.path == COMPARE:
                pair = CompareApp(
                    page,
                    drawing,
                    service,
                    gate,
                    plain=plain,
                    site_origin=site_origin,
                    analyses=facts.analyses,
                )
                self.resources[page.path] = Resource(pair, METHODS)
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
            "path": path_of(analysis),
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
