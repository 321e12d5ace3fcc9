"""The cascade: which declaration applies to each element of a page, by the markup and the stylesheets.

It is evaluated for a desktop screen, in a light scheme, before any user action or script.
Source: https://drafts.csswg.org/css-cascade-5/#cascading
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from operator import attrgetter
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct

from siteloupe.css.conditions import conditions_hold
from siteloupe.css.rules import AtRule, Context, Declaration
from siteloupe.css.scopes import ROOT, VariableScope
from siteloupe.css.selector import Selector, Specificity, first_name, parse_selector
from siteloupe.css.values import split_commas
from siteloupe.detect.styles.site_css import AppliedSheet, SiteCss, names_of
from siteloupe.document import Tree

MAX_WORK = 4_000_000
"""Most elements visited (per combinator) and selected, for all selectors together: a third of a second. The
largest real page known takes half of it."""

MAX_PARSED = 40_000
"""Most different selectors that are parsed."""

MAX_DEPTH = 256
"""The deepest tree whose selectors are matched. Browsers stop at 512 levels, people at 50."""

MAX_SELECTORS = 50
"""Most selectors of one rule."""

MAX_STYLED = 200_000
"""Most declarations in style attributes, each for one element."""


class DeclaredValue(Struct, frozen=True, gc=False):
    """A declaration with its sheet and context, and its value after ``var()``."""

    sheet: AppliedSheet
    context: Context
    declaration: Declaration
    value: str


Value = TypeVar("Value")

Read = Callable[[DeclaredValue], Value | None]
"""Reads the value of a declaration; None when the declaration has no effect."""


class CascadedValue(Struct, Generic[Value], frozen=True, gc=False):
    """The value that applies to an element, with its declaration and selector."""

    value: Value
    selector: str
    declared: DeclaredValue


class _Priority(NamedTuple):
    """The sorting key of the cascade.

    ``layer`` is true where a declaration stands before those of layers: outside of them, or important in one.
    """

    important: bool
    attribute: bool
    layer: bool
    specificity: Specificity
    order: int


def declared_values(css: SiteCss, properties: frozenset[str]) -> Iterator[DeclaredValue]:
    """Yield every declaration of ``properties`` in cascade order, for any media, without keyframes.

    Declarations that have no value after ``var()`` are left out, as in browsers.
    """
    for sheet in css.sheets:
        for context, declarations in sheet.sheet.blocks_with(properties):
            if context.kind == "keyframe":
                continue
            for declaration in declarations:
                scope = VariableScope(context.selector) if "(" in declaration.value else ROOT
                value = css.variables.resolve(declaration.value, scope)
                if value is not None:
                    yield DeclaredValue(sheet, context, declaration, value)


def applies(declared: DeclaredValue) -> bool:
    """Whether a declaration applies on a desktop screen in a light scheme."""
    return declared.sheet.matches_screen() and conditions_hold(declared.context.conditions)


class StyledElement(Struct, frozen=True, gc=False):
    """A declaration in an element's style attribute: ``place`` is its number among all of the page."""

    place: int
    element: int
    sheet: AppliedSheet
    context: Context
    declaration: Declaration


class Styling:
    """The elements of a page with its CSS: what their attributes declare, and which of them selectors select.

    Each selector is parsed once and matched once, all together within MAX_PARSED and MAX_WORK; further ones
    select nothing.
    """

    def __init__(self, css: SiteCss, tree: Tree) -> None:
        self._only: Sequence[int] | None = None
        self.css = css
        self.tree = tree
        self.tags = self.count_tags(range(len(tree)))
        self._names = names_of(css.page)
        self._parsed: dict[str, Selector | None] = {}
        self._selected: dict[str, list[int]] = {}
        self._work = self._room = MAX_WORK if tree.depth <= MAX_DEPTH else 0
        self._styled = _styled_elements(css, tree)

    def among(self, elements: Sequence[int]) -> "Styling":
        """The same page and CSS, where selectors select only some of ``elements``: faster for a few."""
        narrow = copy(self)
        narrow._only, narrow._selected, narrow._work = elements, {}, self._room  # noqa: SLF001 - its own kind
        narrow.tags = self.count_tags(elements)
        return narrow

    @property
    def is_cut(self) -> bool:
        """Whether there was more to match or to substitute than may be."""
        parsed = len(self._parsed)
        return self._work <= 0 or parsed >= MAX_PARSED or self.css.variables.is_exhausted

    def count_tags(self, elements: Iterable[int]) -> Counter[str]:
        """How many of ``elements`` have each tag, in lower case."""
        tags, counts = self.tree.tags, Counter[str]()
        for tag, count in Counter([tags[element] for element in elements]).items():
            counts[tag.lower()] += count
        return counts

    def parse(self, selector: str) -> Selector | None:
        """Parse ``selector``; None when it selects nothing here while nobody points, types or clicks."""
        if selector not in self._parsed and len(self._parsed) < MAX_PARSED:
            self._parsed[selector] = self._parse(selector)
        return self._parsed.get(selector)

    def _parse(self, selector: str) -> Selector | None:
        first = first_name(selector)
        if first is not None and first not in self._names:
            return None  # nearly all selectors for other pages, without the time that parsing takes
        one = parse_selector(selector)
        return one if one.plain and self._names.issuperset(one.names) else None

    def selects(self, selector: str) -> bool:
        """Whether ``selector`` selects elements while nobody points, types or clicks."""
        one = self.parse(selector)
        return one is not None and bool(self.select(one))

    def select(self, selector: Selector) -> list[int]:
        """The elements that ``selector`` selects, in order."""
        text = selector.text
        if selector.tag and selector.tag not in self.tags:
            return []
        if text not in self._selected and self._work > 0:
            self._selected[text] = self._select(text, selector.combinators)
        return self._selected.get(text, [])

    def _select(self, text: str, combinators: int) -> list[int]:
        if self._only is not None:
            self._work -= len(self._only) * (1 + self.tree.depth * combinators)
            return self.tree.select_among(text, self._only)
        elements = self.tree.select(text)
        self._work -= len(self.tree) * (1 + combinators) + len(elements)
        return elements

    def styled_elements(self, properties: Iterable[str]) -> list[StyledElement]:
        """What style attributes declare of ``properties``, in document order."""
        return sorted(
            (each for name in properties for each in self._styled.get(name, ())), key=attrgetter("place")
        )


def _styled_elements(css: SiteCss, tree: Tree) -> Mapping[str, Sequence[StyledElement]]:
    """What the style attributes in ``tree`` declare, by property; at most MAX_STYLED declarations."""
    styled: dict[str, list[StyledElement]] = {}
    place = 0
    for element, text in tree.styles.items():
        if (sheet := css.attributes.get(text)) is None:
            continue
        for context, body in sheet.sheet.blocks():
            for declaration in body.declarations:
                if (place := place + 1) > MAX_STYLED:
                    return styled
                one = StyledElement(place, element, sheet, context, declaration)
                styled.setdefault(declaration.property, []).append(one)
    return styled


def cascaded_values(
    styling: Styling,
    properties: Collection[str],
    declared: Iterable[DeclaredValue],
    read: Read[Value],
    matched: set[str] | None = None,
) -> Mapping[int, CascadedValue[Value]]:
    """Return the value that applies to each element. ``declared`` is in cascade order, ``read`` makes values.

    ``properties`` are those that count in style attributes. The caller applies inheritance: an element
    without a declaration is not in the result. The selectors that select elements are added to ``matched``.
    """
    cascade: _Cascade[Value] = _Cascade(styling)
    for order, each in enumerate(declared):
        if each.sheet.kind != "attribute" and applies(each) and (value := read(each)) is not None:
            cascade.add_rule(each, value, order)
    winners: dict[int, _Winner[Value] | None] = {}  # most elements repeat another's attribute
    for element, each in _styled_values(styling, properties):
        if (key := id(each)) not in winners:
            value = read(each)
            winners[key] = None if value is None else _winner_of_attribute(each, value)
        if (winner := winners[key]) is not None:
            cascade.add_attribute(element, winner)
    if matched is not None:
        matched.update(cascade.selectors())
    return cascade.values()


def _styled_values(styling: Styling, properties: Iterable[str]) -> Iterator[tuple[int, DeclaredValue]]:
    """Yield each element with what its style attribute declares; equal attributes share a DeclaredValue."""
    known: dict[int, DeclaredValue | None] = {}
    resolve = styling.css.variables.resolve
    for styled in styling.styled_elements(properties):
        declaration = styled.declaration
        if (key := id(declaration)) not in known:
            value = resolve(declaration.value)
            known[key] = (
                None if value is None else DeclaredValue(styled.sheet, styled.context, declaration, value)
            )
        if (each := known[key]) is not None:
            yield styled.element, each


class _Winner(Struct, Generic[Value], frozen=True, gc=False):
    """A value with its priority, and the selector of its rule; None for a style attribute."""

    priority: _Priority
    value: CascadedValue[Value]
    selector: Selector | None = None


_IN_ATTRIBUTE, _IMPORTANT_IN_ATTRIBUTE = (
    _Priority(important, attribute=True, layer=True, specificity=Specificity(), order=0)
    for important in (False, True)
)


def _winner_of_attribute(each: DeclaredValue, value: Value) -> _Winner[Value]:
    priority = _IMPORTANT_IN_ATTRIBUTE if each.declaration.important else _IN_ATTRIBUTE
    return _Winner(priority, CascadedValue(value, "", each))


class _Cascade(Generic[Value]):
    """The strongest declaration of each selector so far, and the strongest of each element's attribute."""

    def __init__(self, styling: Styling) -> None:
        self._styling = styling
        self._attributes: dict[int, _Winner[Value]] = {}
        self._by_selector: dict[str, _Winner[Value]] = {}

    def add_rule(self, each: DeclaredValue, value: Value, order: int) -> None:
        important = each.declaration.important
        layer = _is_in_layer(each.context.conditions) is important
        for text in (split_commas(each.context.selector) or [""])[:MAX_SELECTORS]:
            if (selector := self._styling.parse(text)) is not None:
                name = selector.text
                priority = _Priority(important, False, layer, selector.specificity, order)  # noqa: FBT003
                if (known := self._by_selector.get(name)) is None or known.priority <= priority:
                    self._by_selector[name] = _Winner(priority, CascadedValue(value, text, each), selector)

    def add_attribute(self, element: int, winner: _Winner[Value]) -> None:
        if (known := self._attributes.get(element)) is None or known.priority <= winner.priority:
            self._attributes[element] = winner

    def selectors(self) -> Iterator[str]:
        """The selectors of these rules that select elements."""
        for name, winner in self._by_selector.items():
            if winner.selector is not None and self._styling.select(winner.selector):
                yield name

    def values(self) -> Mapping[int, CascadedValue[Value]]:
        """The strongest value of each element, by taking the strongest selectors first.

        A selector for a tag of which all elements have their value is not matched.
        """
        won: dict[int, _Winner[Value]] = {}
        left = Counter(self._styling.tags)
        winners = [*self._by_selector.values()][::-1]  # of equal ones the last wins
        for winner in sorted(winners, key=_priority_of, reverse=True):
            selector = winner.selector
            if selector is None or left.get(selector.tag) == 0:
                continue
            if not (fresh := set(self._styling.select(selector)).difference(won)):
                continue
            won.update(dict.fromkeys(fresh, winner))
            left.subtract(self._styling.count_tags(fresh))
        for element, winner in self._attributes.items():
            if element not in won or won[element].priority <= winner.priority:
                won[element] = winner
        return {element: won[element].value for element in sorted(won)}


def _is_in_layer(conditions: Sequence[AtRule]) -> bool:
    return bool(conditions) and any(condition.name == "layer" for condition in conditions)


def _priority_of(winner: _Winner[Value]) -> _Priority:
    return winner.priority
