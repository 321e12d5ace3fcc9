"""Which declaration counts for each element of a page: the cascade, as far as markup and sheets show it.

The page is at rest, on a desktop screen, in a light scheme, before any script has changed it.
Source: https://drafts.csswg.org/css-cascade-5/#cascading
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from siteloupe.css.conditions import conditions_hold
from siteloupe.css.rules import Context, Declaration
from siteloupe.css.scopes import ROOT, Scope
from siteloupe.css.selector import Selector, Specificity, parse_selector
from siteloupe.css.stylesheet import parse_style_attribute
from siteloupe.css.values import split_commas
from siteloupe.detect.styles.site_css import AppliedSheet, SiteCss
from siteloupe.document import Page, Tree

MAX_WORK = 5_000_000
"""Elements looked at per combinator, and found, for all selectors together; a second or two at worst."""

MAX_DEPTH = 256
"""Elements in elements up to which selectors are matched. Browsers cut markup at 512, and people at 50."""

MAX_SELECTORS = 50
"""Selectors of one rule that are matched."""


class Declared(NamedTuple):
    """A declaration, where it stands, and its value after ``var()``."""

    sheet: AppliedSheet
    context: Context
    declaration: Declaration
    value: str


Value = TypeVar("Value")

Read = Callable[[Declared], Value | None]
"""What a declaration sets; None when it sets nothing that is looked for."""


@dataclass(frozen=True, slots=True)
class Won(Generic[Value]):
    """What counts for an element: a value, and the declaration and selector by which it got it."""

    value: Value
    selector: str
    declared: Declared


class _Weight(NamedTuple):
    """What the cascade compares, in its order."""

    important: bool
    attribute: bool
    layer: bool
    specificity: Specificity
    order: int


def declared(css: SiteCss, properties: frozenset[str]) -> Iterator[Declared]:
    """Every declaration of ``properties`` in cascade order, whatever its media; keyframes left out.

    Those whose value is no value after ``var()`` are left out too, as browsers do.
    """
    for sheet in css.sheets:
        for context, declarations in sheet.sheet.rules():
            if context.kind == "keyframe":
                continue
            for declaration in [one for one in declarations if one.property in properties]:
                scope = Scope(context.selector) if "(" in declaration.value else ROOT
                value = css.variables.resolve(declaration.value, scope)
                if value is not None:
                    yield Declared(sheet, context, declaration, value)


def applies(found: Declared) -> bool:
    """Whether a declaration counts on a desktop screen in a light scheme."""
    return found.sheet.is_shown() and conditions_hold(found.context.conditions)


def winners(
    css: SiteCss, tree: Tree, found: Iterable[Declared], read: Read[Value]
) -> Mapping[int, Won[Value]]:
    """By element, what counts among ``found``, in cascade order, of which ``read`` makes a value.

    Inheritance is left to the caller: an element for which nothing is declared is not in the result.
    """
    cascade: _Cascade[Value] = _Cascade(tree, css.page)
    for order, each in enumerate(found):
        if each.sheet.place != "attribute" and applies(each) and (value := read(each)) is not None:
            cascade.take(each, value, order)
    attributes: dict[str, list[tuple[Declared, Value]]] = {}  # by their text: most repeat another's
    for element, text in tree.styles.items():
        if text not in attributes:
            readings = ((each, read(each)) for each in _of_attribute(css, text))
            attributes[text] = [(each, value) for each, value in readings if value is not None]
        for each, value in attributes[text]:
            cascade.take_attribute(element, each, value)
    return cascade.won()


def _of_attribute(css: SiteCss, text: str) -> Iterator[Declared]:
    sheet = parse_style_attribute(text)
    applied = AppliedSheet(sheet, "attribute", css.page.base_url, "style attribute")
    for context, declaration in sheet.declarations():
        if (value := css.variables.resolve(declaration.value)) is not None:
            yield Declared(applied, context, declaration, value)


class _Cascade(Generic[Value]):
    """The best declaration of each selector so far, and from these that of each element.

    Rules repeat selectors, so what one selects is looked up, and handed out, once.
    """

    def __init__(self, tree: Tree, page: Page) -> None:
        self._tree = tree
        self._names = page.classes | {f"#{identity}" for identity in page.ids}
        self._best: dict[int, tuple[_Weight, Won[Value]]] = {}
        self._by_selector: dict[str, tuple[_Weight, Won[Value]]] = {}
        self._matched: dict[str, list[int]] = {}
        self._work = MAX_WORK if tree.depth <= MAX_DEPTH else 0

    def take(self, each: Declared, value: Value, order: int) -> None:
        for text in (split_commas(each.context.selector) or [""])[:MAX_SELECTORS]:
            one = parse_selector(text)
            if one.plain and self._elements(one):
                weight = _weight(each, one.specificity, order)
                if one.text not in self._by_selector or self._by_selector[one.text][0] <= weight:
                    self._by_selector[one.text] = (weight, Won(value, text, each))

    def take_attribute(self, element: int, each: Declared, value: Value) -> None:
        weight = _Weight(each.declaration.important, True, True, Specificity(), 0)  # noqa: FBT003
        self._put(element, weight, Won(value, "", each))

    def won(self) -> Mapping[int, Won[Value]]:
        for selected, (weight, won) in self._by_selector.items():
            for element in self._matched[selected]:
                self._put(element, weight, won)
        return {element: won for element, (_, won) in self._best.items()}

    def _put(self, element: int, weight: _Weight, won: Won[Value]) -> None:
        if element not in self._best or self._best[element][0] <= weight:
            self._best[element] = (weight, won)

    def _elements(self, one: Selector) -> list[int]:
        if (known := self._matched.get(one.text)) is not None:
            return known
        if self._work <= 0 or not self._names.issuperset(one.names):
            return []  # most selectors of most sheets are for other pages
        found = self._matched[one.text] = self._tree.matching(one.text)
        self._work -= len(self._tree) * (1 + one.combinators) + len(found)
        return found


def _weight(each: Declared, specificity: Specificity, order: int) -> _Weight:
    """Layers lose to what stands in none, but win when important."""
    important = each.declaration.important
    layered = any(condition.name == "layer" for condition in each.context.conditions)
    return _Weight(important, False, layered is important, specificity, order)  # noqa: FBT003
