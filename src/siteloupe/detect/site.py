"""One capture of a site, and what is read off it: each part is worked out once, by the first that asks.

The rooms of ``detect`` hold pure functions with explicit inputs; this is where their results meet.
"""

from functools import cached_property
from typing import Any

from siteloupe.capture import Capture, Need
from siteloupe.detect.coverage import coverage_of, coverage_of_refusal
from siteloupe.detect.fonts.report import PageFonts, fonts_of
from siteloupe.detect.page.assets import Asset, assets_of
from siteloupe.detect.page.doorway import Doorway, doorway_of
from siteloupe.detect.page.facts import page_facts
from siteloupe.detect.page.shell import ScriptShell, shell_of
from siteloupe.detect.plugins.report import plugins_of
from siteloupe.detect.refusal.refusal import refusal
from siteloupe.detect.styles.sheets import statistics
from siteloupe.detect.styles.site_css import SiteCss, site_css
from siteloupe.detect.technologies.report import technologies
from siteloupe.detect.theme.page_marks import ThemeMarks, theme_marks
from siteloupe.detect.theme.report import theme
from siteloupe.detect.wordpress.directories import Directories, directories_of
from siteloupe.detect.wordpress.hints import hints, is_own_page
from siteloupe.detect.wordpress.rest_root import namespaces, rest_root_url
from siteloupe.detect.wordpress.signals import DetectedSignals, signals_of
from siteloupe.detect.wordpress.version import CmsVersion, cms_version
from siteloupe.document import (
    Loads,
    Page,
    StaticContent,
    Tree,
    loads_of,
    page_of,
    static_content_of,
    tree_of,
)
from siteloupe.products import PageFacts
from siteloupe.products.book import marks
from siteloupe.reports.coverage import Coverage, PageSeen
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.refusal import Refusal
from siteloupe.reports.stylesheets import StylesheetStats
from siteloupe.reports.tech_stack import Plugin, Technology
from siteloupe.reports.theme import Theme

_OF_THE_PAGE = (
    "refusal",
    "page",
    "loads",
    "tree",
    "shell",
    "doorway",
    "assets",
    "directories",
    "facts",
    "cms_version",
    "theme_marks",
    "rest_root_url",
)
"""Properties that depend on the page alone, whatever else was captured."""

MAX_STATIC_TAGS = 12_000
"""A page with more tags is not empty, and parsing it once more would take much memory."""


class Site:
    """What a ``capture`` shows, property by property.

    Only ``refusal`` may be asked where the page could not be read; the others then mean nothing. A site
    crosses to another process as its capture, and is read again there.
    """

    def __init__(self, capture: Capture) -> None:
        self.capture = capture

    def __reduce__(self) -> tuple[Any, ...]:
        return Site, (self.capture,)

    def with_capture(self, capture: Capture) -> "Site":
        """The site of a further ``capture`` of the same visit: what was read off the page is kept."""
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
    def page(self) -> Page:
        """The parsed page."""
        return page_of(self.capture.page)

    @cached_property
    def loads(self) -> Loads:
        """What the page makes a browser fetch."""
        return loads_of(self.capture.page, *marks())

    @cached_property
    def tree(self) -> Tree:
        """The elements of the page."""
        return tree_of(self.capture.page)

    @cached_property
    def static_content(self) -> StaticContent:
        """What the page shows before its scripts have run; of a page with many tags only its refresh."""
        if self.capture.page.body.count(b"<") > MAX_STATIC_TAGS:
            return StaticContent((), (), self.page.meta("refresh") or "", cut=True)
        return static_content_of(self.capture.page)

    @cached_property
    def shell(self) -> ScriptShell | None:
        """By which marks scripts build the page in the browser; None for a page that is there."""
        return shell_of(self.page, lambda: self.static_content)

    @cached_property
    def doorway(self) -> Doorway | None:
        """How the page leads on to another, which was not followed; None for a page to stay at."""
        exchange, is_shell = self.capture.page, self.shell is not None
        found = doorway_of(exchange, self.page, lambda: self.static_content, is_shell=is_shell)
        self.__dict__.pop("static_content", None)  # nothing else asks for it, and a kept visit would hold it
        return found

    @cached_property
    def assets(self) -> tuple[Asset, ...]:
        """Every file that the page names."""
        return assets_of(self.page)

    # ------------------------------------------------------------ what was seen

    def coverage(self, needs: frozenset[Need]) -> Coverage:
        """What was seen of the site, for an analysis that needs ``needs``."""
        if self.refusal is not None:
            return coverage_of_refusal(self.refusal)
        followed = [each.kind for each in self.capture.followed]
        return coverage_of(self._page_limits(), needs, self.stylesheets, self.capture.rest_root, followed)

    def _page_limits(self) -> list[PageSeen]:
        """What keeps the page from being seen whole, the most important first."""
        limits: dict[PageSeen, bool] = {
            "doorway": self.doorway is not None,
            "script-shell": self.shell is not None,
            "cut": self.capture.page.truncated,
        }
        return [limit for limit, applies in limits.items() if applies]

    @cached_property
    def facts(self) -> PageFacts:
        """What the entries of products see of the page."""
        return page_facts(self.page, self.assets, self.loads.marks, self.directories.content)

    # ------------------------------------------------------------ WordPress

    @cached_property
    def directories(self) -> Directories:
        """Where WordPress keeps its content here."""
        return directories_of(self.page, self.assets)

    @cached_property
    def rest_root_url(self) -> str:
        """Where to ask for the REST API's namespaces."""
        return rest_root_url(self.capture.page, self.page)

    @cached_property
    def namespaces(self) -> tuple[str, ...]:
        """The namespaces that the REST root listed; empty where it was not asked."""
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
        """What a page that could not be judged shows of WordPress; empty for any other page."""
        if self.refusal is None or not is_own_page(self.refusal):
            return ()
        return tuple(hints(self.capture.page, self.signals))

    @cached_property
    def cms_version(self) -> CmsVersion | None:
        """The version of WordPress that the page states."""
        return cms_version(self.page, self.assets)

    @cached_property
    def theme_marks(self) -> ThemeMarks | None:
        """The theme as the page alone shows it."""
        return theme_marks(self.page, self.assets, self.directories)

    @cached_property
    def theme(self) -> Theme | None:
        """The theme as page, style.css and theme directory show it; None where WordPress does not run."""
        return theme(self.theme_marks, self.capture.theme) if self.is_wordpress else None

    @cached_property
    def plugins(self) -> tuple[Plugin, ...]:
        """The plugins; empty where WordPress does not run."""
        if not self.is_wordpress:
            return ()
        version = self.cms_version.version if self.cms_version else None
        return plugins_of(
            self.capture.page,
            self.page,
            self.assets,
            self.directories,
            self.facts,
            core_version=version,
            namespaces=self.namespaces,
        )

    @cached_property
    def technologies(self) -> tuple[Technology, ...]:
        """Products other than WordPress that page and headers show."""
        versions = {plugin.slug: plugin.version for plugin in self.plugins}
        return technologies(self.capture.page, self.facts, versions)

    # ------------------------------------------------------------ styles

    @cached_property
    def css(self) -> SiteCss:
        """All CSS that the page applies, as far as it could be read."""
        return site_css(self.page, self.capture.stylesheets)

    @cached_property
    def stylesheets(self) -> StylesheetStats:
        """How much of the CSS could be read."""
        return statistics(self.capture.stylesheets, self.page)

    @cached_property
    def fonts(self) -> PageFonts:
        """Everything about the fonts of the page."""
        return fonts_of(self.css, self.tree, self.capture.stylesheets, self.capture.theme_json)
