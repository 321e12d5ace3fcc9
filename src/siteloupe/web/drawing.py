"""Draws pages, as HTML and as Markdown, from the same sources.

HTML templates escape everything, Markdown templates nothing: they only get our own text, never text of a
site.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import ChainableUndefined, Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from siteloupe import __version__
from siteloupe.analyses.analysis import URL_DESCRIPTION, Analysis, tool_of
from siteloupe.present import reference
from siteloupe.present.export import FORMATS
from siteloupe.present.icons import VIEW_BOX, product_icons
from siteloupe.present.markup import bar, link, paint, pair, view_box, with_patches
from siteloupe.present.side_by_side import PairRow
from siteloupe.present.words import Tone, refusal_headline
from siteloupe.web.faces import faces_of, files_of
from siteloupe.web.look import FoundReport, Outcome
from siteloupe.web.markdown import Document, document
from siteloupe.web.pages import REPORT, WebPage, pages, path_of
from siteloupe.web.static_files import StaticFiles
from siteloupe.web.summary import FONT_SOURCES, MAX_CLAIMS, Summary

CARD = "/report/card.png"
EXAMPLE = "/report/example"
GAP = "<!-- the report -->"
"""Where a report stands in its page."""

ORIGINS = 64
"""Most origins whose documents are cached: the Host of a request may be any name."""


@dataclass(frozen=True, slots=True)
class ServiceFacts:
    """The facts about this service on pages: its limits a minute by endpoint, and its User-Agent."""

    analyses: tuple[Analysis, ...]
    limits: dict[str, int]
    user_agent: str

    @property
    def has_example(self) -> bool:
        """Whether there is a page with the report on an invented site: one of everything."""
        return any(analysis.parts for analysis in self.analyses)


@dataclass(frozen=True, slots=True)
class Findings:
    """The URL that a page was asked about, and the outcomes."""

    url: str
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class About:
    """The site that a report is about: as it was asked for, and its host."""

    origin: str  # of this service
    url: str
    host: str

    @property
    def title(self) -> str:
        """The title of the page and of its link preview."""
        return f"{self.host}: WordPress, tech stack, fonts and colors"

    @property
    def description(self) -> str:
        """One sentence for search results and link previews."""
        return (
            f"What {self.host} is made of: CMS and theme, plugins and technologies, hosting, security, "
            "speed, fonts and colors, with evidence."
        )

    @property
    def path(self) -> str:
        """The address of the report at this service."""
        return f"{REPORT}?url={quote(self.url, safe='')}"

    @property
    def card(self) -> str:
        """The address of the picture for link previews."""
        return f"{CARD}?url={quote(self.url, safe='')}"


@dataclass(frozen=True, slots=True)
class TwoSites:
    """Two sites as they were asked for, what is said about each, the rows, or why there are none.

    ``is_with_file``: the first one is an earlier export, and ``one`` is the site that it is compared with.
    """

    one: str = ""
    other: str = ""
    heads: tuple[Mapping[str, Any], ...] = ()
    different: Sequence[PairRow] = ()
    same: Sequence[PairRow] = ()
    error: str = ""
    is_with_file: bool = False


class PageDrawing:
    """Draws the pages of the service."""

    def __init__(self, facts: ServiceFacts, static: StaticFiles) -> None:
        self.pages = pages(facts.analyses)
        self._document = lru_cache(ORIGINS * 4)(self._read)
        self._html: Environment = html_templates()
        self._markdown: Environment = markdown_templates()
        self._reports = self._html.overlay(undefined=ChainableUndefined)  # a report leaves out what it lacks
        shared = {"facts": facts, "pages": self.pages, "version": __version__, "formats": FORMATS}
        self._html.globals |= {
            **shared,
            "static": static.address,
            "url_description": URL_DESCRIPTION,
            "tool_of": tool_of,
            "is_found": lambda outcome: isinstance(outcome, FoundReport),
            "Tone": Tone,
            "path_of": path_of,
            "refusal_headline": refusal_headline,
            "paint": paint,
            "pair": pair,
            "with_patches": with_patches,
            "bar": bar,
            "link": link,
            "view_box": view_box,
            "product_icons": product_icons,
            "icon_box": VIEW_BOX,
            "most_claims": MAX_CLAIMS,
            "font_sources": FONT_SOURCES,
        }
        objects = reference.all_tables(analysis.report for analysis in facts.analyses)
        self._markdown.globals |= {
            **shared,
            "path_of": path_of,
            "objects": objects,
            "table": reference.markdown,
        }
        self._markdown.globals["title"] = lambda page: self._document(page, "").title
        self._markdown.globals["lede"] = lambda page: self._document(page, "").lede
        self._try_it = self._html.get_template("try.html").module.try_it  # type: ignore[attr-defined]

    def markdown(self, page: WebPage, origin: str) -> str:
        """Return the page as Markdown."""
        return self._markdown.get_template(page.source).render(page=page, origin=origin)

    def page(self, page: WebPage, origin: str, asked: Findings | None = None) -> str:
        """Return the page as HTML, with its findings."""
        read = self._document(page, origin)
        template = self._html.get_template(page.template)
        return template.render(page=page, origin=origin, document=read, asked=asked, about=None, sites=None)

    def report_frame(self, page: WebPage, origin: str, about: About | None) -> tuple[str, str]:
        """Return the page of a report before and after the report itself."""
        read = self._document(page, origin)
        template = self._html.get_template(page.template)
        text = template.render(page=page, origin=origin, document=read, asked=None, about=about, gap=GAP)
        begin, _, end = text.partition(GAP)
        return begin, end

    def report(self, url: str, reports: Mapping[str, Any], *, example: bool = False) -> str:
        """Return a drawn report: the overview and, where they are there, the parts behind it.

        An ``example`` has no links to more of it, since its site does not exist.
        """
        template = self._reports.get_template("summary.html")
        return template.render(url=url, summary=Summary(reports, has_faces=not example), example=example)

    def faces(self, fonts: Mapping[str, Any]) -> str:
        """Return the glyphs for the slots of a drawn report, and what the font files say of themselves."""
        template = self._reports.get_template("faces.html")
        return template.render(faces=faces_of(fonts), files=files_of(fonts))

    def comparison(self, page: WebPage, origin: str, sites: TwoSites) -> str:
        """Return the page that compares two sites."""
        read = self._document(page, origin)
        template = self._reports.get_template(page.template)
        return template.render(page=page, origin=origin, document=read, asked=None, about=None, sites=sites)

    def report_failure(self, message: str) -> str:
        """Return what stands in place of a report that there is not."""
        return str(self._html.get_template("result.html").module.failure("Report", message))  # type: ignore[attr-defined]

    def llms_txt(self, origin: str) -> str:
        """Return the description of the service for models.

        Source: https://llmstxt.org/
        """
        return self._markdown.get_template("llms.txt").render(origin=origin)

    def missing_page(self) -> str:
        """Return the page for unknown addresses."""
        read = Document("No such page", "Nothing is kept at this address.", Markup(), ())
        page = WebPage("/404", "", "", "missing.html")
        return self._html.get_template("missing.html").render(
            page=page, origin="", document=read, asked=None, about=None
        )

    def _read(self, page: WebPage, origin: str) -> Document:
        return document(self.markdown(page, origin), self._try_it)


def agent_tools(source: str, analyses: tuple[Analysis, ...]) -> str:
    """Return the script of the in-page tools, with their descriptions."""
    hints = {"readOnlyHint": True, "untrustedContentHint": True}
    tools = [{**tool_of(analysis), "annotations": hints} for analysis in analyses]
    return source.replace("[[tools]]", json.dumps(tools, indent=2))


def html_templates() -> Environment:
    """Return the templates of pages, which escape every value."""
    return _environment("templates", escapes=True)


def markdown_templates() -> Environment:
    """Return the templates of Markdown sources."""
    return _environment("pages", escapes=False)


def _environment(folder: str, *, escapes: bool) -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(str(resources.files("siteloupe.web").joinpath(folder)))),
        autoescape=escapes,  # noqa: S701 - Markdown is read, not run
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
