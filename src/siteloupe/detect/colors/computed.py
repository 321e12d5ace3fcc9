"""The computed colors of a page's elements: text and background, by the cascade.

Source for a browser's default styles: https://html.spec.whatwg.org/multipage/rendering.html
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import itemgetter

from siteloupe.css.color import BLACK, WHITE, Color, colors_in, parse_color
from siteloupe.css.rules import Declaration
from siteloupe.css.scopes import VariableScope
from siteloupe.css.text_cache import text_cache
from siteloupe.css.values import find_closing, split_words
from siteloupe.detect.colors.rules import ColorRule
from siteloupe.detect.styles.cascade import CascadedValue, DeclaredValue, cascaded_values
from siteloupe.detect.styles.site_css import SiteCss
from siteloupe.document import Tree

LINK = Color(0, 0, 238)
"""The browsers' default color of links."""

TRANSPARENT = Color(0, 0, 0, 0.0)

WRAPPER_SHARE = 0.9
"""The least share of a page's text in an element that wraps the page."""

MAX_EXPANSIONS = 8
"""Most levels of an element's own custom properties inside each other."""

MAX_VALUE = 2000

MAX_ANCESTORS = 256
"""Most ancestors that are searched for a custom property."""

_ROOTS = frozenset({"html", "body"})
_LOCAL = re.compile(r"var\(\s*+(--[-\w]++)\s*+(?=[,)])")
_INHERITING = frozenset({"inherit", "unset", "revert", "revert-layer", "currentcolor"})
_RESETTING = frozenset({"initial", "unset", "revert", "revert-layer"})
_KEYWORDS = _INHERITING | _RESETTING

_CascadedValues = Mapping[int, CascadedValue[str]]
_OrderedDeclaration = tuple[int, ColorRule, Declaration]


class ComputedColors:
    """The colors of the elements of one page, without user actions; results are cached."""

    def __init__(self, css: SiteCss, tree: Tree, rules: Iterable[ColorRule], *, dark: bool = False) -> None:
        self.tree = tree
        self._css = css
        self._dark = dark
        self._declared = _by_property(rule for rule in rules if rule.applies and not rule.in_state)
        self._text = self._cascade("color")
        self._ground = self._cascade("background", "background-color")
        self._display = self._cascade("display")
        self._custom: dict[str, Mapping[int, str]] = {}
        self._shown: dict[int, bool] = {}
        self._colors: dict[int, Color] = {}
        self._backgrounds: dict[int, Color] = {}
        self._backdrops: dict[int, Color] = {}
        self._links = frozenset(tree.select("a[href]"))

    def color(self, element: int) -> Color:
        """Return the color of the text in ``element``."""
        known = self._colors
        for each in self._elements_to_compute(element, known):
            parent = self.tree.parents[each]
            known[each] = self._color(each, known[parent] if parent >= 0 else BLACK)
        return known[element]

    def background(self, element: int) -> Color:
        """Return the background of ``element`` itself, transparent without one."""
        for each in self._elements_to_compute(element, self._backgrounds):
            parent = self.tree.parents[each]
            inherited = self._backgrounds[parent] if parent >= 0 else TRANSPARENT
            self._backgrounds[each] = self._background(each, inherited)
        return self._backgrounds[element]

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
        within, first = [*self.tree.text], roots[-1] + 1 if roots else 0
        for element in range(len(within) - 1, 0, -1):
            within[max(0, self.tree.parents[element])] += within[element]
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
        """Return the color behind the text in ``element``: all its backgrounds, over white."""
        for each in self._elements_to_compute(element, self._backdrops):
            parent = self.tree.parents[each]
            outer = self._backdrops[parent] if parent >= 0 else WHITE
            self._backdrops[each] = self.background(each).over(outer)
        return self._backdrops[element]

    def _color(self, element: int, inherited: Color) -> Color:
        value = self._value(self._text, element)
        if value is None:
            return LINK if element in self._links else inherited
        if value.lower() == "initial":
            return BLACK
        return _text_color(value, self._dark) or inherited

    def _background(self, element: int, inherited: Color) -> Color:
        value = self._value(self._ground, element)
        if value is None or value.lower() in _RESETTING:
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
        if (own := self._custom.get(name)) is None:
            cascaded, tags = self._cascade(name), self.tree.tags
            own = self._custom[name] = {
                each: value.value for each, value in cascaded.items() if tags[each] not in _ROOTS
            }
        for _ in range(MAX_ANCESTORS if own else 0):
            if element < 0 or element in own:
                return own.get(element)
            element = self.tree.parents[element]
        return None

    def _cascade(self, *properties: str) -> _CascadedValues:
        declarations = [each for name in properties for each in self._declared.get(name, ())]
        if len(properties) > 1:
            declarations.sort(key=itemgetter(0))
        return cascaded_values(
            self._css,
            self.tree,
            (DeclaredValue(rule.sheet, rule.context, each, each.value) for _, rule, each in declarations),
            lambda each: _valid_value(each) if each.declaration.property in properties else None,
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


@text_cache(4096)
def _text_color(value: str, dark: bool) -> Color | None:
    color = parse_color(value, dark=dark)
    return color if isinstance(color, Color) else None


@text_cache(4096)
def background_color(value: str, dark: bool = False) -> Color | None:
    """Return the color of a ``background`` or ``background-color``: that of the last layer, or None."""
    for word in reversed(split_words(value)):
        if word == ",":
            return None
        color = parse_color(word, dark=dark)
        if isinstance(color, Color):
            return color
    return None


def _valid_value(each: DeclaredValue) -> str | None:
    """Return the value, or None when browsers ignore it: an earlier declaration then applies."""
    name, value = each.declaration.property, each.declaration.value
    if "var(" in value or name[:2] == "--" or name in {"background", "display"}:
        return value or None
    return value if _is_color(value) else None


@text_cache(4096)
def _is_color(value: str) -> bool:
    return value.lower() in _KEYWORDS or parse_color(value) is not None or bool(colors_in(value))
