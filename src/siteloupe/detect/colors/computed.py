"""What a browser computes for the colors of a page's elements: text and background, by the cascade.

Source for a browser's own styles: https://html.spec.whatwg.org/multipage/rendering.html
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import itemgetter

from siteloupe.css.color import BLACK, WHITE, Color, colors_in, parse_color
from siteloupe.css.rules import Declaration
from siteloupe.css.scopes import Scope
from siteloupe.css.text_cache import text_cache
from siteloupe.css.values import find_closing, split_words
from siteloupe.detect.colors.rules import ColorRule
from siteloupe.detect.styles.cascade import CascadedValue, DeclaredValue, cascaded_values
from siteloupe.detect.styles.site_css import SiteCss
from siteloupe.document import Tree

LINK = Color(0, 0, 238)
"""What browsers give to a link that nobody styles."""

TRANSPARENT = Color(0, 0, 0, 0.0)

WRAPPED = 0.9
"""The share of a page's text by which an element counts as what the whole page stands in."""

MAX_EXPANSIONS = 8
"""Levels of an element's own custom properties in one another."""

MAX_VALUE = 2000

MAX_AROUND = 256
"""Elements around one in which its custom properties are looked for."""

_ROOTS = frozenset({"html", "body"})
_LOCAL = re.compile(r"var\(\s*+(--[-\w]++)\s*+(?=[,)])")
_INHERITING = frozenset({"inherit", "unset", "revert", "revert-layer", "currentcolor"})
_RESETTING = frozenset({"initial", "unset", "revert", "revert-layer"})
_KEYWORDS = _INHERITING | _RESETTING

_Winners = Mapping[int, CascadedValue[str]]
_Placed = tuple[int, ColorRule, Declaration]


class ComputedColors:
    """Colors of the elements of one page, at rest; what was once worked out is remembered."""

    def __init__(self, css: SiteCss, tree: Tree, rules: Iterable[ColorRule], *, dark: bool = False) -> None:
        self.tree = tree
        self._css = css
        self._dark = dark
        self._declared = _by_property(rule for rule in rules if rule.applies and not rule.in_state)
        self._text = self._won("color")
        self._ground = self._won("background", "background-color")
        self._display = self._won("display")
        self._custom: dict[str, Mapping[int, str]] = {}
        self._shown: dict[int, bool] = {}
        self._colors: dict[int, Color] = {}
        self._backgrounds: dict[int, Color] = {}
        self._behind: dict[int, Color] = {}
        self._links = frozenset(tree.select("a[href]"))

    def color(self, element: int) -> Color:
        """The color of the text in ``element``."""
        known = self._colors
        for each in self._unknown(element, known):
            parent = self.tree.parents[each]
            known[each] = self._color(each, known[parent] if parent >= 0 else BLACK)
        return known[element]

    def background(self, element: int) -> Color:
        """The background that ``element`` itself has, transparent without one."""
        for each in self._unknown(element, self._backgrounds):
            parent = self.tree.parents[each]
            around = self._backgrounds[parent] if parent >= 0 else TRANSPARENT
            self._backgrounds[each] = self._background(each, around)
        return self._backgrounds[element]

    def _unknown(self, element: int, known: Mapping[int, object]) -> list[int]:
        """What is to be worked out for ``element``, from the outside in: markup may be hundreds deep."""
        if element in known:
            return []
        waiting, parents = [element], self.tree.parents
        while (element := parents[element]) >= 0 and element not in known:
            waiting.append(element)
        return waiting[::-1]

    def canvas(self) -> Color:
        """What the text of the page stands on, over white."""
        return self.behind(self.ground) if self.ground >= 0 else WHITE

    @cached_property
    def ground(self) -> int:
        """The element whose background the page stands on, or -1: body, else html.

        Where neither has one, the outermost that has, with nearly all text in it: many pages are wrapped.
        """
        roots = [*self.roots()]
        if own := [each for each in roots if self.background(each).alpha]:
            return own[-1]
        within, first = [*self.tree.text], roots[-1] + 1 if roots else 0
        for element in range(len(within) - 1, 0, -1):
            within[max(0, self.tree.parents[element])] += within[element]
        least = max(1.0, WRAPPED * max(within, default=0))
        around = (each for each in range(first, len(within)) if within[each] >= least)
        return next((each for each in around if self.background(each).alpha), -1)

    def roots(self) -> Iterator[int]:
        """The html and body elements; none in a page without."""
        for tag in ("html", "body"):
            if tag in self.tree.tags:
                yield self.tree.tags.index(tag)

    def is_shown(self, element: int) -> bool:
        """Whether neither the element nor one around it has ``display: none``."""
        for each in self._unknown(element, self._shown):
            parent = self.tree.parents[each]
            hidden = each in self._display and self._display[each].value.lower() == "none"
            root = self.tree.tags[each] in _ROOTS  # hidden until a script has run
            self._shown[each] = (parent < 0 or self._shown[parent]) and (root or not hidden)
        return self._shown[element]

    def behind(self, element: int) -> Color:
        """What is seen behind the text in ``element``: every background on the way, over white."""
        for each in self._unknown(element, self._behind):
            parent = self.tree.parents[each]
            around = self._behind[parent] if parent >= 0 else WHITE
            self._behind[each] = self.background(each).over(around)
        return self._behind[element]

    def _color(self, element: int, around: Color) -> Color:
        value = self._value(self._text, element)
        if value is None:
            return LINK if element in self._links else around
        if value.lower() == "initial":
            return BLACK
        return _text_color(value, self._dark) or around

    def _background(self, element: int, around: Color) -> Color:
        value = self._value(self._ground, element)
        if value is None or value.lower() in _RESETTING:
            return TRANSPARENT
        if value.lower() == "inherit":
            return around
        if value.lower() == "currentcolor":
            return self.color(element)
        return background_color(value, self._dark) or TRANSPARENT

    def _value(self, won: _Winners, element: int) -> str | None:
        """What the cascade gives, after ``var()``; None without, or when it has no value."""
        winner = won.get(element)
        if winner is None or "var(" not in winner.value:
            return None if winner is None else winner.value
        value = self._expanded(winner.value, element)
        return self._css.variables.resolve(value, Scope(winner.selector, self._dark))

    def _expanded(self, value: str, element: int) -> str:
        """``value`` with the custom properties that rules set on the element or around it put in."""
        for _ in range(MAX_EXPANSIONS):
            if len(value) > MAX_VALUE:
                break
            asked = next((each for each in _references(value) if each[0] in self._declared), None)
            if asked is None or (own := self._own(asked[0], element)) is None:
                break
            start = asked[1]
            value = f"{value[:start]}{own}{value[find_closing(value, start + 3) + 1 :]}"
        return value

    def _own(self, name: str, element: int) -> str | None:
        """What the custom property ``name`` is set to on the nearest element around, as written."""
        if (own := self._custom.get(name)) is None:
            won, tags = self._won(name), self.tree.tags
            own = self._custom[name] = {
                each: found.value for each, found in won.items() if tags[each] not in _ROOTS
            }
        for _ in range(MAX_AROUND if own else 0):
            if element < 0 or element in own:
                return own.get(element)
            element = self.tree.parents[element]
        return None

    def _won(self, *properties: str) -> _Winners:
        found = [each for name in properties for each in self._declared.get(name, ())]
        if len(properties) > 1:
            found.sort(key=itemgetter(0))
        return cascaded_values(
            self._css,
            self.tree,
            (DeclaredValue(rule.sheet, rule.context, each, each.value) for _, rule, each in found),
            lambda each: _taken(each) if each.declaration.property in properties else None,
        )


def _by_property(rules: Iterable[ColorRule]) -> Mapping[str, Sequence[_Placed]]:
    """Declarations by property, each with its number in the cascade's order and its rule."""
    found: defaultdict[str, list[_Placed]] = defaultdict(list)
    placed = ((rule, each) for rule in rules for each in (*rule.declarations, *rule.others))
    for number, (rule, each) in enumerate(placed):
        found[each.property].append((number, rule, each))
    return dict(found)


@text_cache(4096)
def _references(value: str) -> Sequence[tuple[str, int]]:
    """Every custom property that ``value`` asks for, and where."""
    return [(match[1], match.start()) for match in _LOCAL.finditer(value)]


@text_cache(4096)
def _text_color(value: str, dark: bool) -> Color | None:
    found = parse_color(value, dark=dark)
    return found if isinstance(found, Color) else None


@text_cache(4096)
def background_color(value: str, dark: bool = False) -> Color | None:
    """The color of a ``background`` or ``background-color``: that of the last layer, or None."""
    for word in reversed(split_words(value)):
        if word == ",":
            return None
        found = parse_color(word, dark=dark)
        if isinstance(found, Color):
            return found
    return None


def _taken(each: DeclaredValue) -> str | None:
    """The value, unless browsers would not take it: what they do not know leaves the earlier one in force."""
    name, value = each.declaration.property, each.declaration.value
    if "var(" in value or name[:2] == "--" or name in {"background", "display"}:
        return value or None
    return value if _is_color(value) else None


@text_cache(4096)
def _is_color(value: str) -> bool:
    return value.lower() in _KEYWORDS or parse_color(value) is not None or bool(colors_in(value))
