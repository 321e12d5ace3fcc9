"""The elements and rules of a page that the roles of its colors depend on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from siteloupe.css.color import BLACK, Color
from siteloupe.css.variables import Variables
from siteloupe.detect.colors.class_words import elements_of
from siteloupe.detect.colors.computed import ComputedColors
from siteloupe.detect.colors.palette import ColorGroup
from siteloupe.detect.colors.rendered_colors import RenderedColors
from siteloupe.detect.colors.rules import ColorRule
from siteloupe.document import Page, Tree
from siteloupe.reports.colors import PresetColor, ThemeGlobal

StylesSeen = Literal["all", "part", "nothing"]
"""How much was read of what styles the page: of its stylesheets, and of a page that scripts build."""

MAX_BUTTONS = 300

_BUTTONS = (
    "button, input[type=submit], input[type=button], [role=button], "
    "a[class*=button], a[class*=btn], a[class*=Button], a[class*=Btn]"
)
_PAGE = frozenset({"html", "body", "main"})
"""Elements that consent banners give classes to, although they are not part of a banner."""


@dataclass(frozen=True)
class ColorContext:
    """All inputs for the roles of colors."""

    page: Page
    tree: Tree
    computed: ComputedColors
    rules: Sequence[ColorRule]
    variables: Variables
    groups: Sequence[ColorGroup]
    slots: Sequence[ThemeGlobal]
    presets: Sequence[PresetColor] = ()
    seen: StylesSeen = "all"
    rendered: RenderedColors | None = None

    @cached_property
    def buttons(self) -> list[int]:
        """The site's buttons and links like buttons, in order, without social networks and warnings.

        A link looks like a button by its class, or by its own text on its own background.
        """
        by_class = self.tree.select(_BUTTONS)
        filled = (
            each
            for each in self.tree.select("a[href]")
            if self.tree.text[each] and self._has_own_background(each)
        )
        elements = sorted({*by_class, *filled})[:MAX_BUTTONS]
        return [
            each for each in elements if each not in self._third_party and self.computed.is_displayed(each)
        ]

    def _has_own_background(self, element: int) -> bool:
        """Whether an element has an opaque background that differs from its backdrop."""
        own, parent = self.computed.background(element), self.tree.parents[element]
        return own.is_opaque and (parent < 0 or own != self.computed.backdrop(parent))

    @cached_property
    def link_texts(self) -> list[int]:
        """Elements with text inside a link without its own background."""
        links = set(self.tree.select("a[href]")) - self._third_party
        nearest = self.nearest(links)
        bare = {link for link in links if not self.computed.background(link).alpha}
        return [each for each, link in enumerate(nearest) if link in bare and self.has_visible_text(each)]

    @cached_property
    def plain_texts(self) -> list[int]:
        """Elements with text outside of links and buttons."""
        nearest = self.nearest({*self.tree.select("a[href]"), *self.tree.select(_BUTTONS)})
        return [each for each, link in enumerate(nearest) if link < 0 and self.has_visible_text(each)]

    @cached_property
    def body_text(self) -> Color:
        """The color of most text of a rendered page, else that of the body, or of what wraps the page."""
        if self.rendered is not None:
            return self.rendered.text.color
        return self.computed.color(self.body_element) if self.body_element >= 0 else BLACK

    @cached_property
    def body_element(self) -> int:
        """The element with the color of the body's text: the body, or what wraps the page; -1 for none."""
        return max(-1, *self.computed.roots(), self.computed.background_element)

    def nearest(self, ancestors: set[int]) -> list[int]:
        """Return for each element itself or its nearest ancestor in ``ancestors``, -1 without one."""
        nearest: list[int] = []
        for element, parent in enumerate(self.tree.parents):
            nearest.append(element if element in ancestors else nearest[parent] if parent >= 0 else -1)
        return nearest

    def has_visible_text(self, element: int) -> bool:
        """Whether ``element`` has visible text directly inside."""
        return self.tree.text[element] > 0 and self.computed.is_displayed(element)

    @cached_property
    def _third_party(self) -> frozenset[int]:
        widgets = {
            each
            for each in self.tree.select(elements_of("widget", attributes=("class", "id")))
            if self.tree.tags[each] not in _PAGE
        }
        inside = self.nearest(widgets) if widgets else []
        return frozenset(
            {
                *self.tree.select(elements_of("social", "status", "arrow")),
                *(each for each, widget in enumerate(inside) if widget >= 0),
            }
        )

    @cached_property
    def representatives(self) -> Mapping[Color, Color]:
        """For each opaque color of the palette, the color that represents its group."""
        return {
            member: group.color for group in self.groups for member in group.members if group.color.is_opaque
        }

    def uses(self, color: Color) -> bool:
        """Whether a rule that applies has the color, or a similar one."""
        return color in self._used_colors

    @cached_property
    def _used_colors(self) -> frozenset[Color]:
        groups = (group for group in self.groups if group.counts.used_count)
        return frozenset(member for group in groups for member in group.members)
