"""A site: one capture, and the results of the rooms of ``detect``, each computed once at its first use.

The rooms contain pure functions with explicit inputs; only this module combines their results.
"""

import re
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from msgspec import structs

from siteloupe.capture import Capture, Exchange, Need
from siteloupe.css.scopes import Roots
from siteloupe.detect.colors.dark_switches import DarkSwitches
from siteloupe.detect.coverage import coverage_of, coverage_of_refusal
from siteloupe.detect.fonts.report import PageFonts, fonts_of
from siteloupe.detect.page.assets import Asset, assets_of
from siteloupe.detect.page.doorway import Doorway, doorway_of
from siteloupe.detect.page.facts import page_facts
from siteloupe.detect.page.shell import ScriptShell, shell_of
from siteloupe.detect.plugins.directory import with_listings
from siteloupe.detect.plugins.report import plugins_of
from siteloupe.detect.refusal.refusal import refusal
from siteloupe.detect.styles.rendered_css import rendered_sheets
from siteloupe.detect.styles.rendered_page import page_of_rendered
from siteloupe.detect.styles.sheets import statistics
from siteloupe.detect.styles.site_css import SiteCss, site_css
from siteloupe.detect.technologies.report import technologies
from siteloupe.detect.theme.page_marks import ThemeMarks, theme_marks
from siteloupe.detect.theme.report import theme
from siteloupe.detect.wordpress.content_source import content_source
from siteloupe.detect.wordpress.directories import Directories, directories_of
from siteloupe.detect.wordpress.fork import fork_of
from siteloupe.detect.wordpress.hints import hints, is_own_page
from siteloupe.detect.wordpress.rest_root import namespaces, rest_root_url
from siteloupe.detect.wordpress.signals import DetectedSignals, signals_of
from siteloupe.detect.wordpress.version import CmsVersion, cms_version
from siteloupe.document import (
    Loads,
    Page,
    StaticContent,
    Tree,
    limit_elements,
    loads_of,
    page_of,
    static_content_of,
    tree_of,
)
from siteloupe.products import PageFacts
from siteloupe.products.book import marks
from siteloupe.rendered import Rendered
from siteloupe.reports.check_cms import ContentSource, Fork
from siteloupe.reports.coverage import Coverage, PageSeen, StylesheetStats
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.refusal import Refusal
from siteloupe.reports.tech_stack import Plugin, Technology
from siteloupe.reports.theme import Theme

_OF_THE_PAGE = (
    "refusal",
    "html",
    "page",
    "loads",
    "tree",
    "shell",
    "doorway",
    "assets",
    "directories",
    "facts",
    "loaded_facts",
    "cms_version",
    "theme_marks",
    "rest_root_url",
)
"""Properties that depend on the page alone, whatever else was captured."""

_BODY = re.compile(rb"<body[\s>]", re.IGNORECASE)

MAX_STATIC_TAGS = 12_000
"""A page with more tags is not empty, and parsing it once more would take much memory."""


class Site:
    """The facts of a ``capture``, one property each.

    When the page could not be read, only ``refusal`` has a meaning. Another process gets a site as its
    capture, and computes it again.
    """

    def __init__(self, capture: Capture, *, as_rendered: Rendered | None = None) -> None:
        self.capture = capture
        self.reports: dict[str, Any] = {}  # those that were made of this site, by the name of their analysis
        self._as_rendered = as_rendered

    def __reduce__(self) -> tuple[Any, ...]:
        return Site, (self.capture,)

    def with_capture(self, capture: Capture) -> "Site":
        """Return the site of a further ``capture`` of the same visit, with the facts of the page."""
        site = Site(capture)
        if capture.page is self.capture.page:
            known = self.__dict__
            site.__dict__.update({name: known[name] for name in _OF_THE_PAGE if name in known})
        return site

    # ------------------------------------------------------------ the page

    @cached_property
    def refusal(self) -> Refusal | None:
        """Why the page could not be read; None for a page that could."""
        return refusal(self.capture.page, lambda _: self.page)

    @cached_property
    def html(self) -> Exchange:
        """The page as it came, cut where parsing it would make too many elements."""
        return limit_elements(self.capture.page)

    @cached_property
    def page(self) -> Page:
        """The parsed page."""
        return page_of(self.html)

    @cached_property
    def loads(self) -> Loads:
        """The files that the page makes a browser fetch."""
        return loads_of(self.html, *marks())

    @cached_property
    def tree(self) -> Tree:
        """The elements of the page."""
        return tree_of(self.html)

    @cached_property
    def static_content(self) -> StaticContent:
        """The content of the page before its scripts run; for a page with many tags, only its refresh."""
        if self.html.body.count(b"<") > MAX_STATIC_TAGS:
            return StaticContent((), (), self.page.meta("refresh") or "", cut=True)
        return static_content_of(self.html)

    @cached_property
    def shell(self) -> ScriptShell | None:
        """The marks of a page that scripts build; None for other pages."""
        return shell_of(self.page, lambda: self.static_content)

    @cached_property
    def doorway(self) -> Doorway | None:
        """The doorway that was not followed; None for a page that is no doorway."""
        exchange, is_shell = self.capture.page, self.shell is not None
        found = doorway_of(exchange, self.page, lambda: self.static_content, is_shell=is_shell)
        self.__dict__.pop("static_content", None)  # nothing else asks for it, and it is large
        return found

    @cached_property
    def assets(self) -> tuple[Asset, ...]:
        """Every file in the page."""
        return assets_of(self.page)

    # ------------------------------------------------------------ what was seen

    def coverage(self, needs: frozenset[Need], *, styles_cut: bool = False) -> Coverage:
        """Return the coverage of an analysis that needs ``needs``.

        ``styles_cut`` says that the analysis could not judge all CSS.
        """
        if self.refusal is not None:
            return coverage_of_refusal(self.refusal)
        followed = [each.kind for each in self.capture.followed]
        return coverage_of(
            self._page_limits(),
            needs,
            self.stylesheets,
            self.capture.rest_root,
            followed,
            rendered=self.capture.rendered,
            styles_cut=styles_cut or (Need.STYLESHEETS in needs and self.css.cut),
        )

    def _page_limits(self) -> list[PageSeen]:
        """Return the reasons why the page was not seen completely, the most important first."""
        limits: dict[PageSeen, bool] = {
            "doorway": self.doorway is not None,
            "script-shell": self.shell is not None,
            "cut": self.html.truncated,
        }
        return [limit for limit, applies in limits.items() if applies]

    @cached_property
    def facts(self) -> PageFacts:
        """What the entries of products see of the page, and of what it holds back."""
        return page_facts(self.page, self.assets, self.loads.marks, self.directories.content)

    @cached_property
    def loaded_facts(self) -> PageFacts:
        """What the entries of products see of the page alone, without what it holds back."""
        if not self.page.holds_back:
            return self.facts
        assets = [asset for asset in self.assets if not asset.is_held_back]
        page = self.page.without_held_back()
        return page_facts(page, assets, self.loads.marks, self.directories.content)

    # ------------------------------------------------------------ WordPress

    @cached_property
    def directories(self) -> Directories:
        """The directories of WordPress."""
        return directories_of(self.page, self.assets)

    @cached_property
    def rest_root_url(self) -> str:
        """The URL of the REST root."""
        return rest_root_url(self.capture.page, self.page)

    @cached_property
    def namespaces(self) -> tuple[str, ...]:
        """The namespaces of the REST root; empty when it was not requested."""
        return namespaces(self.capture.rest_root)

    @cached_property
    def signals(self) -> DetectedSignals:
        """The eight signals of WordPress."""
        return signals_of(self.capture.page, self.page, self.assets, self.namespaces)

    @cached_property
    def is_wordpress(self) -> bool:
        """Whether a signal of WordPress matched."""
        return self.signals.signals.count > 0

    @cached_property
    def hints(self) -> tuple[Evidence, ...]:
        """The signs of WordPress on an unreadable page; empty for other pages."""
        if self.refusal is None or not is_own_page(self.refusal):
            return ()
        return tuple(hints(self.capture.page, self.signals))

    @cached_property
    def cms_version(self) -> CmsVersion | None:
        """The version of WordPress that the page states; of a fork, the one that it is compatible with."""
        return cms_version(self.page, () if self.html.truncated else self.assets)

    @cached_property
    def fork(self) -> Fork | None:
        """The fork that runs in place of WordPress; None for WordPress itself."""
        return fork_of(self.page) if self.is_wordpress else None

    @cached_property
    def content_source(self) -> ContentSource | None:
        """The WordPress on another host that content comes from; None where the page itself runs one."""
        return None if self.is_wordpress else content_source(self.page, self.assets)

    @cached_property
    def theme_marks(self) -> ThemeMarks | None:
        """The theme, by the page only."""
        return theme_marks(self.page, self.assets, self.directories)

    @cached_property
    def theme(self) -> Theme | None:
        """The theme, by page, style.css and theme directory; None without WordPress.

        None also for a page that was cut, unless its beginning states the theme: what is behind might name
        another.
        """
        marks = self.theme_marks
        if not self.is_wordpress or (self.html.truncated and not (marks and marks.is_stated)):
            return None
        return theme(marks, self.capture.theme)

    @cached_property
    def plugins(self) -> tuple[Plugin, ...]:
        """The plugins, and what their directory says of them; empty without WordPress."""
        if not self.is_wordpress:
            return ()
        found = self._static_plugins()
        if self.rendered_page is None:
            return found
        slugs = {each.slug for each in found}
        return (*found, *(_of_rendered(each) for each in self.shown_site.plugins if each.slug not in slugs))

    def _static_plugins(self) -> tuple[Plugin, ...]:
        version = self.cms_version.version if self.cms_version else None
        found = plugins_of(
            self.capture.page,
            self.page,
            self.assets,
            self.directories,
            self.facts,
            core_version=version,
            namespaces=self.namespaces,
            is_whole=not self.html.truncated,
        )
        return with_listings(found, self.capture.plugins)

    @cached_property
    def technologies(self) -> tuple[Technology, ...]:
        """The products other than WordPress, by page and headers."""
        plugins = {plugin.slug: plugin for plugin in self.plugins}
        held_back = self.facts if self.page.holds_back else None
        marks = {each.value for plugin in self.plugins for each in plugin.evidence}
        found = technologies(self.capture.page, self.loaded_facts, plugins, held_back, marks)
        if self.rendered_page is None:
            return found
        names = {each.name for each in found}
        return (
            *found,
            *(_of_rendered(each) for each in self.shown_site.technologies if each.name not in names),
        )

    # ------------------------------------------------------------ as a browser shows it

    @cached_property
    def rendered_page(self) -> Rendered | None:
        """The page as a browser shows it; None when it was not rendered."""
        rendered = self.capture.rendered
        return rendered if isinstance(rendered, Rendered) else None

    @cached_property
    def shown_site(self) -> "Site":
        """The site to judge fonts and colors by: of the rendered document, if there is one, else itself."""
        if (rendered := self.rendered_page) is None:
            return self
        return Site(
            replace(self.capture, page=page_of_rendered(self.capture.page, rendered), rendered=None),
            as_rendered=rendered,
        )

    @property
    def is_cut(self) -> bool:
        """Whether a limit left a part of the page out."""
        return self.html.truncated or (self._as_rendered is not None and self._as_rendered.cut)

    # ------------------------------------------------------------ styles

    @cached_property
    def css(self) -> SiteCss:
        """All CSS of the page that could be read."""
        switches, tree = DarkSwitches(self.tree), self.tree
        roots = Roots(
            classes=tree.root_classes(),
            matches=tree.matches_root,
            is_component=lambda selector: switches.state(selector) in {"worn", "absent"},
        )
        shown = self._as_rendered
        rendered = None if shown is None else tuple(rendered_sheets(shown.sheets))
        return site_css(self.page, self.capture.stylesheets, roots, rendered)

    @cached_property
    def stylesheets(self) -> StylesheetStats:
        """The statistics of the CSS that could be read."""
        return statistics(self.capture.stylesheets, self.page)

    @property
    def is_all_css_seen(self) -> bool:
        """Whether the whole page and all of its stylesheets were read: what was not seen is not there."""
        if self._as_rendered is not None:
            return not self.is_cut
        return not self._page_limits() and self.stylesheets.fetched == self.stylesheets.found

    @cached_property
    def fonts(self) -> PageFonts:
        """The facts about the fonts of the page."""
        if self.rendered_page is not None:
            return self.shown_site.fonts
        capture = self.capture
        return fonts_of(
            self.css,
            self.tree,
            capture.stylesheets,
            capture.theme_json,
            is_whole=self.is_all_css_seen,
            rendered=self._as_rendered,
        )


_Found = TypeVar("_Found", Technology, Plugin)


def _of_rendered(found: _Found) -> _Found:
    """Say in the evidence that only the rendered page shows it."""
    evidence = [structs.replace(each, where=f"rendered {each.where}") for each in found.evidence]
    return structs.replace(found, evidence=evidence)
