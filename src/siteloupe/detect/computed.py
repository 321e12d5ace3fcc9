"""What a browser computes for the colours of an element: text and background, by the cascade.

Sources: https://drafts.csswg.org/css-cascade-5/#cascade-sort,
https://html.spec.whatwg.org/multipage/rendering.html#the-page (what browsers bring along)
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from siteloupe.css.color import BLACK, WHITE, Color, colors_in, parse_color
from siteloupe.css.color_syntax import NoColor
from siteloupe.css.rules import Declaration
from siteloupe.css.selector import Selector, parse_selector
from siteloupe.css.stylesheet import read_style_attribute
from siteloupe.css.values import closing, split_words
from siteloupe.css.variables import Scope, Variables
from siteloupe.detect.color_rules import ColorRule
from siteloupe.document import Element

LINK = Color(0, 0, 238)
"""What browsers give to a link that nobody styles."""

TRANSPARENT = Color(0, 0, 0, 0.0)

MAX_EXPANSIONS = 8
"""Levels of an element's own custom properties in one another."""

_PROPERTIES = {"color": "color", "background-color": "background", "background": "background"}
_LOCAL = re.compile(r"var\(\s*+(--[-\w]++)\s*+(?=[,)])")
_INHERITING = frozenset({"inherit", "unset", "revert", "revert-layer"})
_RESETTING = frozenset({"initial", "unset", "revert", "revert-layer"})

_Rank = tuple[bool, bool, tuple[int, int, int, int], int]


class _Entry(NamedTuple):
    """A rule as one of its selectors reaches elements."""

    selector: Selector
    rule: ColorRule
    scope: Scope
    order: int


class _Winner(NamedTuple):
    value: str
    shorthand: bool
    scope: Scope


class Computed:
    """Colours of a page's elements under one scheme; what was once worked out is remembered."""

    def __init__(self, rules: Iterable[ColorRule], variables: Variables, *, dark: bool = False) -> None:
        self._variables = variables
        self._dark = dark
        self._index: dict[str, list[_Entry]] = {}
        self._won: dict[Element, dict[str, _Winner]] = {}
        self._matched: dict[Element, list[_Entry]] = {}
        self._names: dict[Element, frozenset[str]] = {}
        self._custom: dict[Element, Mapping[str, str]] = {}
        self._colors: dict[Element, Color] = {}
        self._backgrounds: dict[Element, Color] = {}
        for order, rule in enumerate(rules):
            if rule.applies and not rule.in_state and rule.sheet.place != "attribute":
                self._take(rule, order)

    def _take(self, rule: ColorRule, order: int) -> None:
        if not rule.custom and not any(each.property in _PROPERTIES for each in rule.declarations):
            return
        for text in rule.selectors:
            if (selector := parse_selector(text)) is not None:
                entry = _Entry(selector, rule, Scope(text, self._dark), order)
                self._index.setdefault(selector.key, []).append(entry)

    def color(self, element: Element) -> Color:
        """The colour of the text in ``element``."""
        if (known := self._colors.get(element)) is None:
            known = self._colors[element] = self._color(element)
        return known

    def background(self, element: Element) -> Color:
        """The background that ``element`` itself has, transparent without one."""
        if (known := self._backgrounds.get(element)) is None:
            known = self._backgrounds[element] = self._background(element)
        return known

    def canvas(self, html: Element, body: Element) -> Color:
        """The background of the page: that of html, else of body, over white.

        Source: https://drafts.csswg.org/css-backgrounds/#special-backgrounds
        """
        found = self.background(html)
        if found.alpha == 0:
            found = self.background(body)
        return found.over(WHITE)

    def behind(self, element: Element) -> Color:
        """What is seen behind the text in ``element``: every background on the way, over white."""
        layers: list[Color] = []
        at: Element | None = element
        while at is not None:
            found = self.background(at)
            if found.alpha:
                layers.append(found)
                if found.is_opaque:
                    break
            at = at.parent
        seen = WHITE
        for layer in reversed(layers):
            seen = layer.over(seen)
        return seen

    def _color(self, element: Element) -> Color:
        value = self._value(element, "color")
        if value is None or value.lower() in _INHERITING | {"currentcolor"}:
            if element.tag == "a" and value is None and "href" in element.attributes:
                return LINK
            return self._inherited(element)
        if value.lower() == "initial":
            return BLACK
        found = parse_color(value, dark=self._dark)
        return found if isinstance(found, Color) else self._inherited(element)

    def _inherited(self, element: Element) -> Color:
        return BLACK if element.parent is None else self.color(element.parent)

    def _background(self, element: Element) -> Color:
        winner = self._winners(element).get("background")
        value = self._value(element, "background")
        if value is None or winner is None or value.lower() in _RESETTING:
            return TRANSPARENT
        if value.lower() == "inherit":
            return TRANSPARENT if element.parent is None else self.background(element.parent)
        if winner.shorthand:
            return background_color(value, dark=self._dark) or TRANSPARENT
        found = parse_color(value, dark=self._dark)
        if found is NoColor.KEYWORD and value.lower() == "currentcolor":
            return self.color(element)
        return found if isinstance(found, Color) else TRANSPARENT

    def _value(self, element: Element, name: str) -> str | None:
        """What the cascade gives, resolved; None without, or when it cannot be resolved."""
        winner = self._winners(element).get(name)
        if winner is None or "var(" not in winner.value:
            return None if winner is None else winner.value
        own = self._own(element)
        value = _expanded(winner.value, own) if own else winner.value
        return self._variables.resolve(value, winner.scope)

    def _winners(self, element: Element) -> Mapping[str, _Winner]:
        if (known := self._won.get(element)) is None:
            known = self._won[element] = self._cascaded(element)
        return known

    def _cascaded(self, element: Element) -> dict[str, _Winner]:
        ranks: dict[str, _Rank] = {}
        won: dict[str, _Winner] = {}
        for declaration, rank, scope in self._declared(element):
            name = _PROPERTIES.get(declaration.property)
            if name is not None and rank >= ranks.get(name, rank) and _is_valid(declaration):
                ranks[name] = rank
                won[name] = _Winner(declaration.value, declaration.property == "background", scope)
        return won

    def _declared(
        self, element: Element, *, custom: bool = False
    ) -> Iterator[tuple[Declaration, _Rank, Scope]]:
        """Every declaration that reaches ``element``, with its rank in the cascade."""
        for entry in self._matching(element):
            rule = entry.rule
            for each in rule.custom if custom else rule.declarations:
                layer = rule.layered if each.important else not rule.layered
                specificity = (0, *entry.selector.specificity)
                yield each, (each.important, layer, specificity, entry.order), entry.scope
        if style := element.attributes.get("style"):
            for _, each in read_style_attribute(style).declarations():
                yield each, (each.important, not each.important, (1, 0, 0, 0), 0), Scope("", self._dark)

    def _matching(self, element: Element) -> list[_Entry]:
        if (known := self._matched.get(element)) is not None:
            return known
        around = self._names_to(element.parent) if element.parent else frozenset()
        keys = [f"#{element.id}", *(f".{name}" for name in element.classes), element.tag, "*"]
        found = [
            entry
            for key in keys
            for entry in self._index.get(key, ())
            if entry.selector.around <= around and entry.selector.matches(element)
        ]
        self._matched[element] = found
        return found

    def _names_to(self, element: Element) -> frozenset[str]:
        """The classes and ids of ``element`` and all around it."""
        if (known := self._names.get(element)) is None:
            around = self._names_to(element.parent) if element.parent else frozenset()
            own = element.classes | {element.id} if element.id else element.classes
            known = self._names[element] = around if own <= around else around | own
        return known

    def _own(self, element: Element) -> Mapping[str, str]:
        """The custom properties that rules set on ``element`` or those around it, html and body apart."""
        if (known := self._custom.get(element)) is not None:
            return known
        around = {} if element.parent is None else self._own(element.parent)
        own: dict[str, str] = {}
        ranks: dict[str, _Rank] = {}
        if element.tag not in {"html", "body"}:
            for declaration, rank, _ in self._declared(element, custom=True):
                name = declaration.property
                if name[:2] == "--" and rank >= ranks.get(name, rank):
                    ranks[name], own[name] = rank, declaration.value
        self._custom[element] = {**around, **own} if own else around
        return self._custom[element]


def background_color(value: str, *, dark: bool = False) -> Color | None:
    """The colour of a ``background`` shorthand's last layer, or None."""
    for word in reversed(split_words(value)):
        if word == ",":
            return None
        found = parse_color(word, dark=dark)
        if isinstance(found, Color):
            return found
    return None


def _is_valid(declaration: Declaration) -> bool:
    """Whether browsers would take the value: what they do not know leaves the earlier one in force."""
    value = declaration.value
    if "var(" in value or declaration.property == "background":
        return bool(value)
    if value.lower() in _INHERITING or value.lower() == "initial":
        return True
    return parse_color(value) is not None or bool(colors_in(value))


def _expanded(value: str, own: Mapping[str, str]) -> str:
    """``value`` with the element's own custom properties put in."""
    for _ in range(MAX_EXPANSIONS):
        match = next((each for each in _LOCAL.finditer(value) if each[1] in own), None)
        if match is None or len(value) > 2000:
            return value
        end = closing(value, match.start() + 3)
        value = f"{value[: match.start()]}{own[match[1]]}{value[end + 1 :]}"
    return value
