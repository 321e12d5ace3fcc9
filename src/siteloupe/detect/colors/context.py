"""The elements and rules of a page that the roles of its colors are judged from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from siteloupe.css.color import BLACK, Color
from siteloupe.css.variables import Variables
from siteloupe.detect.colors.class_words import elements_of
from siteloupe.detect.colors.computed import ComputedColors
from siteloupe.detect.colors.palette import Group
from siteloupe.detect.colors.rules import ColorRule
from siteloupe.document import Page, Tree
from siteloupe.reports.colors import ThemeGlobal

MAX_BUTTONS = 300

_BUTTONS = (
    "button, input[type=submit], input[type=button], [role=button], "
    "a[class*=button], a[class*=btn], a[class*=Button], a[class*=Btn]"
)
_PAGE = frozenset({"html", "body", "main"})
"""What marks of widgets stand on as well, to say whether there was consent."""


@dataclass(frozen=True)
class Scene:
    """Everything that roles are inferred from."""

    page: Page
    tree: Tree
    computed: ComputedColors
    rules: Sequence[ColorRule]
    variables: Variables
    groups: Sequence[Group]
    slots: Sequence[ThemeGlobal]

    @cached_property
    def buttons(self) -> list[int]:
        """Buttons and links that look like them, in order: the site's own, no network's and no warning's.

        A link looks like one by its class, or by words of its own on a background of its own.
        """
        named = self.tree.select(_BUTTONS)
        filled = (
            each for each in self.tree.select("a[href]") if self.tree.text[each] and self._stands_out(each)
        )
        found = sorted({*named, *filled})[:MAX_BUTTONS]
        return [each for each in found if each not in self._foreign and self.computed.is_shown(each)]

    def _stands_out(self, element: int) -> bool:
        """Whether an element has an opaque background that is not that around it."""
        own, parent = self.computed.background(element), self.tree.parents[element]
        return own.is_opaque and (parent < 0 or own != self.computed.behind(parent))

    @cached_property
    def linked(self) -> list[int]:
        """Elements with text that stand in a link with no background of its own."""
        links = set(self.tree.select("a[href]")) - self._foreign
        around = self._nearest(links)
        bare = {link for link in links if not self.computed.background(link).alpha}
        return [each for each, link in enumerate(around) if link in bare and self.is_read(each)]

    @cached_property
    def plain_texts(self) -> list[int]:
        """Elements with text that stand in no link and no button."""
        around = self._nearest({*self.tree.select("a[href]"), *self.tree.select(_BUTTONS)})
        return [each for each, pressed in enumerate(around) if pressed < 0 and self.is_read(each)]

    @cached_property
    def body_text(self) -> Color:
        """The color of the body, or of what wraps the page: of everything which has none of its own."""
        innermost = max(-1, *self.computed.roots(), self.computed.ground)
        return self.computed.color(innermost) if innermost >= 0 else BLACK

    def _nearest(self, wanted: set[int]) -> list[int]:
        """For each element the nearest of ``wanted`` that it is or stands in, else -1."""
        found: list[int] = []
        for element, parent in enumerate(self.tree.parents):
            found.append(element if element in wanted else found[parent] if parent >= 0 else -1)
        return found

    def is_read(self, element: int) -> bool:
        """Whether text stands directly in ``element``, and is shown."""
        return self.tree.text[element] > 0 and self.computed.is_shown(element)

    @cached_property
    def _foreign(self) -> frozenset[int]:
        widgets = {
            each
            for each in self.tree.select(elements_of("widget", attributes=("class", "id")))
            if self.tree.tags[each] not in _PAGE
        }
        inside = self._nearest(widgets) if widgets else []
        return frozenset(
            {
                *self.tree.select(elements_of("social", "status", "arrow")),
                *(each for each, around in enumerate(inside) if around >= 0),
            }
        )

    @cached_property
    def alike(self) -> Mapping[Color, Color]:
        """For each opaque color of the palette, the one that stands for it."""
        return {
            member: group.color for group in self.groups for member in group.members if group.color.is_opaque
        }

    def uses(self, color: Color) -> bool:
        """Whether a rule that applies has the color, or one alike."""
        return color in self._used

    @cached_property
    def _used(self) -> frozenset[Color]:
        used = (group for group in self.groups if group.tally.used_count)
        return frozenset(member for group in used for member in group.members)
