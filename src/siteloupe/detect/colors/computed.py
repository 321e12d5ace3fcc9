"""The colors of a page's elements, by the cascade: as computed, and as painted over what lies behind.

Source for a browser's default styles: https://html.spec.whatwg.org/multipage/rendering.html
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import itemgetter

from siteloupe.css.color import BLACK, WHITE, Color
from siteloupe.css.rules import Declaration
from siteloupe.css.scopes import VariableScope
from siteloupe.css.text_cache import text_cache
from siteloupe.css.values import find_closing
from siteloupe.detect.colors.backdrop import Backdrop, opaque_backdrop
from siteloupe.detect.colors.color_values import (
    RESETTING,
    background_color,
    parse_opacity,
    text_color,
    valid_value,
)
from siteloupe.detect.colors.rules import ColorRule
from siteloupe.detect.styles.cascade import (
    CascadedValue,
    DeclaredValue,
    Styling,
    cascaded_values,
)
from siteloupe.detect.styles.site_css import SiteCss
from siteloupe.document import Tree

LINK = Color(0, 0, 238)
"""The browsers' default color of links."""

BUTTON = Color(239, 239, 239)
"""The browsers' default background of buttons; their text is black, whatever color is inherited."""

TRANSPARENT = Color(0, 0, 0, 0.0)

WRAPPER_SHARE = 0.9
"""The least share of a page's text in an element that wraps the page."""

MAX_EXPANSIONS = 8
"""Most levels of an element's own custom properties inside each other."""

MAX_VALUE = 2000

MAX_LOCAL = 50
"""Most elements of one declaration whose own custom properties are looked up."""

MAX_NAMES = 1000
"""Most custom properties that are looked up on elements; frameworks have up to 500."""

MAX_ANCESTORS = 256
"""Most ancestors that are searched for a custom property."""

_ROOTS = frozenset({"html", "body"})
_IMAGE = re.compile(r"(?:gradient|url|image-set|cross-fade)\(", re.IGNORECASE)
_LOCAL = re.compile(r"var\(\s*+(--[-\w]++)\s*+(?=[,)])")
_BROWSERS = frozenset({"", "revert"})
"""Values with which the browsers' own style applies; the empty one stands for no declaration."""

_DEFAULT_BUTTONS = "button, input[type=submit], input[type=button], input[type=reset]"

_CascadedValues = Mapping[int, CascadedValue[str]]
_OrderedDeclaration = tuple[int, ColorRule, Declaration]


class ComputedColors:
    """The colors of the elements of one page, without user actions; results are cached."""

    def __init__(self, css: SiteCss, tree: Tree, rules: Iterable[ColorRule], *, dark: bool = False) -> None:
        self.tree = tree
        self._css = css
        self._dark = dark
        self._declared = _by_property(rule for rule in rules if rule.applies and not rule.in_state)
        self.styling = Styling(css, tree)
        text, ground = set[str](), set[str]()
        self._matched = {"color": text, "background": ground, "background-color": ground}
        self._text = self._cascade("color", matched=text)
        self._ground = self._cascade("background", "background-color", matched=ground)
        self._winners: dict[tuple[int, int], list[int]] = {}
        for cascaded in (self._text, self._ground):
            for element, value in cascaded.items():
                key = id(value.declared.context), id(value.declared.declaration)
                self._winners.setdefault(key, []).append(element)
        self._display = self._cascade("display")
        self._opacity = self._cascade("opacity")
        self._custom_names = frozenset(name for name in self._declared if name[:2] == "--")
        self._custom: dict[str, Mapping[int, str]] = {}
        self._shown: dict[int, bool] = {}
        self._colors: dict[int, Color] = {}
        self._backgrounds: dict[int, Color] = {}
        self._backdrops: dict[int, Backdrop] = {}
        self._default_colors: set[int] = set()
        self._links = frozenset(tree.select("a[href]"))
        self._buttons = frozenset(tree.select(_DEFAULT_BUTTONS))

    @property
    def is_cut(self) -> bool:
        """Whether there was too much CSS to match all of it."""
        return self.styling.is_cut

    def color(self, element: int) -> Color:
        """Return the color of the text in ``element``."""
        known = self._colors
        for each in self._elements_to_compute(element, known):
            parent = self.tree.parents[each]
            known[each] = self._color(each, known[parent] if parent >= 0 else BLACK)
        return known[element]

    def has_default_color(self, element: int) -> bool:
        """Whether the color of the text in ``element`` is the browsers' own: no rule states it."""
        self.color(element)
        return element in self._default_colors

    def painted_color(self, element: int) -> Color:
        """Return the color of the text in ``element`` as a visitor sees it; it is opaque."""
        return self._behind(element).paint(self.color(element))

    def background(self, element: int) -> Color:
        """Return the background of ``element`` itself, transparent without one."""
        for each in self._elements_to_compute(element, self._backgrounds):
            parent = self.tree.parents[each]
            inherited = self._backgrounds[parent] if parent >= 0 else TRANSPARENT
            self._backgrounds[each] = self._background(each, inherited)
        return self._backgrounds[element]

    def has_plain_background(self, element: int) -> bool:
        """Whether the background of ``element`` has no image or gradient over its color."""
        value = self._value(self._images, element) or ""
        return "(" not in value or _IMAGE.search(value) is None

    @cached_property
    def _images(self) -> _CascadedValues:
        return self._cascade("background", "background-image")

    def _elements_to_compute(self, element: int, known: Mapping[int, object]) -> list[int]:
        """Return ``element`` and its ancestors that are not ``known``, the outermost first; no recursion."""
        if element in known:
            return []
        waiting, parents = [element], self.tree.parents
        while (element := parents[element]) >= 0 and element not in known:
            waiting.append(element)
        return waiting[::-1]

    def canvas(self) -> Color:
        """Return the background of the page, over white."""
        return self.backdrop(self.background_element) if self.background_element >= 0 else WHITE

    @cached_property
    def background_element(self) -> int:
        """The element with the background of the page, or -1: body, otherwise html.

        When neither has a background, it is the outermost element with one that contains nearly all text:
        many pages have such a wrapper.
        """
        roots = [*self.roots()]
        if own := [each for each in roots if self.background(each).alpha]:
            return own[-1]
        within, first = self.tree.texts_within, roots[-1] + 1 if roots else 0
        least = max(1.0, WRAPPER_SHARE * max(within, default=0))
        wrappers = (each for each in range(first, len(within)) if within[each] >= least)
        return next((each for each in wrappers if self.background(each).alpha), -1)

    def roots(self) -> Iterator[int]:
        """Yield the html and body elements."""
        for tag in ("html", "body"):
            if tag in self.tree.tags:
                yield self.tree.tags.index(tag)

    def is_displayed(self, element: int) -> bool:
        """Whether neither the element nor one of its ancestors has ``display: none``."""
        for each in self._elements_to_compute(element, self._shown):
            parent = self.tree.parents[each]
            hidden = each in self._display and self._display[each].value.lower() == "none"
            root = self.tree.tags[each] in _ROOTS  # hidden until a script has run
            self._shown[each] = (parent < 0 or self._shown[parent]) and (root or not hidden)
        return self._shown[element]

    def backdrop(self, element: int) -> Color:
        """Return the color behind the text in ``element`` as a visitor sees it; it is opaque."""
        return self._behind(element).color

    def _behind(self, element: int) -> Backdrop:
        for each in self._elements_to_compute(element, self._backdrops):
            parent = self.tree.parents[each]
            outer = self._backdrops[parent] if parent >= 0 else opaque_backdrop(WHITE)
            layer = self.background(each)
            if each in self._buttons and each not in self._ground:
                layer = BUTTON
            if each in self._opacity:
                outer = outer.in_group(self._group_opacity(each))
            self._backdrops[each] = outer.add_layer(layer) if layer.alpha else outer
        return self._backdrops[element]

    def _group_opacity(self, element: int) -> float:
        """Return the opacity of ``element``; 1 for 0, with which elements wait for a script to show them."""
        value = self._value(self._opacity, element)
        return (parse_opacity(value or "") or 1.0) if self.tree.tags[element] not in _ROOTS else 1.0

    def _color(self, element: int, inherited: Color) -> Color:
        value = self._value(self._text, element)
        if value is not None and (color := text_color(value, self._dark)) is not None:
            return color
        keyword = "" if value is None else value.lower()
        if keyword == "initial":
            return BLACK
        own = LINK if element in self._links else BLACK if element in self._buttons else None
        if own is not None and keyword in _BROWSERS:
            self._default_colors.add(element)
            return own
        parent = self.tree.parents[element]
        if parent < 0 or parent in self._default_colors:
            self._default_colors.add(element)
        return inherited

    def _background(self, element: int, inherited: Color) -> Color:
        value = self._value(self._ground, element)
        if value is None or value.lower() in RESETTING:
            return TRANSPARENT
        if value.lower() == "inherit":
            return inherited
        if value.lower() == "currentcolor":
            return self.color(element)
        return background_color(value, self._dark) or TRANSPARENT

    def _value(self, cascaded: _CascadedValues, element: int) -> str | None:
        """Return the cascaded value after ``var()``; None without a declaration or a value."""
        winner = cascaded.get(element)
        if winner is None or "var(" not in winner.value:
            return None if winner is None else winner.value
        value = self._expand(winner.value, element)
        return self._css.variables.resolve(value, VariableScope(winner.selector, self._dark))

    def _expand(self, value: str, element: int) -> str:
        """Replace custom properties in ``value`` that rules set on the element or on its ancestors."""
        for _ in range(MAX_EXPANSIONS):
            if len(value) > MAX_VALUE:
                break
            reference = next((each for each in _find_references(value) if each[0] in self._declared), None)
            if reference is None or (own := self._custom_property(reference[0], element)) is None:
                break
            start = reference[1]
            value = f"{value[:start]}{own}{value[find_closing(value, start + 3) + 1 :]}"
        return value

    def _custom_property(self, name: str, element: int) -> str | None:
        """Return the value of the custom property ``name`` on the nearest ancestor, as written."""
        own = self._local_properties(name)
        for _ in range(MAX_ANCESTORS if own else 0):
            if element < 0 or element in own:
                return own.get(element)
            element = self.tree.parents[element]
        return None

    def _local_properties(self, name: str) -> Mapping[int, str]:
        """Return the elements for which rules set the custom property ``name``, without html and body."""
        if (own := self._custom.get(name)) is None:
            if len(self._custom) >= MAX_NAMES:
                return {}
            cascaded, tags = self._cascade(name), self.tree.tags
            own = self._custom[name] = {
                each: value.value for each, value in cascaded.items() if tags[each] not in _ROOTS
            }
        return own

    def applies(self, rule: ColorRule, declaration: Declaration) -> bool:
        """Whether ``declaration`` of ``rule`` is for an element of the page, and nothing overrides it.

        Overriding is known for text and background colors; for others, and where it could not be computed,
        the rule decides.
        """
        matched = self._matched.get(declaration.property)
        if matched is None or rule.in_state or not rule.applies:
            return rule.applies
        if (id(rule.context), id(declaration)) in self._winners:
            return True
        return not all(one.strip() in matched for one in rule.selectors)

    def local_values(self, rule: ColorRule, declaration: Declaration) -> Sequence[str]:
        """Return the distinct values of ``declaration`` on its elements, by their own custom properties.

        Empty when html's and body's decide, or when the declaration does not apply.
        """
        elements = self._winners.get((id(rule.context), id(declaration)), ())[:MAX_LOCAL]
        names = [name for name, _ in _find_references(declaration.value)] if elements else []
        if not any(name in self._custom_names and self._local_properties(name) for name in names):
            return ()
        cascaded = self._text if declaration.property == "color" else self._ground
        values = (self._value(cascaded, element) for element in elements)
        return list(dict.fromkeys(value for value in values if value))

    def _cascade(self, *properties: str, matched: set[str] | None = None) -> _CascadedValues:
        declarations = [each for name in properties for each in self._declared.get(name, ())]
        if len(properties) > 1:
            declarations.sort(key=itemgetter(0))
        return cascaded_values(
            self.styling,
            properties,
            (DeclaredValue(rule.sheet, rule.context, each, each.value) for _, rule, each in declarations),
            valid_value,
            matched=matched,
        )


def _by_property(rules: Iterable[ColorRule]) -> Mapping[str, Sequence[_OrderedDeclaration]]:
    """Return declarations by property, each with its number in the cascade's order and its rule."""
    by_property: defaultdict[str, list[_OrderedDeclaration]] = defaultdict(list)
    placed = ((rule, each) for rule in rules for each in (*rule.declarations, *rule.others))
    for number, (rule, each) in enumerate(placed):
        by_property[each.property].append((number, rule, each))
    return dict(by_property)


@text_cache(4096)
def _find_references(value: str) -> Sequence[tuple[str, int]]:
    """Return every custom property in ``value``, with its position."""
    return [(match[1], match.start()) for match in _LOCAL.finditer(value)]
