"""The cascade: which declaration applies to each element of a page, by the markup and the stylesheets.

It is evaluated for a desktop screen, in a light scheme, before any user action or script.
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
"""Most elements visited (per combinator) and selected, for all selectors together: at most two seconds."""

MAX_DEPTH = 256
"""The deepest tree whose selectors are matched. Browsers stop at 512 levels, people at 50."""

MAX_SELECTORS = 50
"""Most selectors of one rule."""


class DeclaredValue(NamedTuple):
    """A declaration with its sheet and context, and its value after ``var()``."""

    sheet: AppliedSheet
    context: Context
    declaration: Declaration
    value: str


Value = TypeVar("Value")

Read = Callable[[DeclaredValue], Value | None]
"""Reads the value of a declaration; None when the declaration has no effect."""


@dataclass(frozen=True, slots=True)
class CascadedValue(Generic[Value]):
    """The value that applies to an element, with its declaration and selector."""

    value: Value
    selector: str
    declared: DeclaredValue


class _Priority(NamedTuple):
    """The sorting key of the cascade."""

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
        for context, declarations in sheet.sheet.rules():
            if context.kind == "keyframe":
                continue
            for declaration in [one for one in declarations if one.property in properties]:
                scope = Scope(context.selector) if "(" in declaration.value else ROOT
                value = css.variables.resolve(declaration.value, scope)
                if value is not None:
                    yield DeclaredValue(sheet, context, declaration, value)


def applies(declared: DeclaredValue) -> bool:
    """Whether a declaration applies on a desktop screen in a light scheme."""
    return declared.sheet.matches_screen() and conditions_hold(declared.context.conditions)


def cascaded_values(
    css: SiteCss, tree: Tree, declared: Iterable[DeclaredValue], read: Read[Value]
) -> Mapping[int, CascadedValue[Value]]:
    """Return the value that applies to each element. ``declared`` is in cascade order, ``read`` makes values.

    The caller applies inheritance: an element without a declaration is not in the result.
    """
    cascade: _Cascade[Value] = _Cascade(tree, css.page)
    for order, each in enumerate(declared):
        if each.sheet.kind != "attribute" and applies(each) and (value := read(each)) is not None:
            cascade.add_rule(each, value, order)
    attributes: dict[str, list[tuple[DeclaredValue, Value]]] = {}  # by text: most elements repeat another's
    for element, text in tree.styles.items():
        if text not in attributes:
            readings = ((each, read(each)) for each in _attribute_values(css, text))
            attributes[text] = [(each, value) for each, value in readings if value is not None]
        for each, value in attributes[text]:
            cascade.add_attribute(element, each, value)
    return cascade.values()


def _attribute_values(css: SiteCss, text: str) -> Iterator[DeclaredValue]:
    sheet = parse_style_attribute(text)
    applied = AppliedSheet(sheet, "attribute", css.page.base_url, "style attribute")
    for context, declaration in sheet.declarations():
        if (value := css.variables.resolve(declaration.value)) is not None:
            yield DeclaredValue(applied, context, declaration, value)


class _Cascade(Generic[Value]):
    """The strongest declaration of each selector so far, and the strongest of each element.

    Rules repeat selectors, so each selector is matched once.
    """

    def __init__(self, tree: Tree, page: Page) -> None:
        self._tree = tree
        self._names = page.classes | {f"#{identity}" for identity in page.ids}
        self._best: dict[int, tuple[_Priority, CascadedValue[Value]]] = {}
        self._by_selector: dict[str, tuple[_Priority, CascadedValue[Value]]] = {}
        self._matched: dict[str, list[int]] = {}
        self._work = MAX_WORK if tree.depth <= MAX_DEPTH else 0

    def add_rule(self, each: DeclaredValue, value: Value, order: int) -> None:
        for text in (split_commas(each.context.selector) or [""])[:MAX_SELECTORS]:
            one = parse_selector(text)
            if one.plain and self._select(one):
                priority = _priority(each, one.specificity, order)
                if one.text not in self._by_selector or self._by_selector[one.text][0] <= priority:
                    self._by_selector[one.text] = (priority, CascadedValue(value, text, each))

    def add_attribute(self, element: int, each: DeclaredValue, value: Value) -> None:
        priority = _Priority(each.declaration.important, True, True, Specificity(), 0)  # noqa: FBT003
        self._set_if_stronger(element, priority, CascadedValue(value, "", each))

    def values(self) -> Mapping[int, CascadedValue[Value]]:
        for selector, (priority, value) in self._by_selector.items():
            for element in self._matched[selector]:
                self._set_if_stronger(element, priority, value)
        return {element: value for element, (_, value) in self._best.items()}

    def _set_if_stronger(self, element: int, priority: _Priority, value: CascadedValue[Value]) -> None:
        if element not in self._best or self._best[element][0] <= priority:
            self._best[element] = (priority, value)

    def _select(self, one: Selector) -> list[int]:
        if (known := self._matched.get(one.text)) is not None:
            return known
        if self._work <= 0 or not self._names.issuperset(one.names):
            return []  # most selectors of most sheets are for other pages
        elements = self._matched[one.text] = self._tree.select(one.text)
        self._work -= len(self._tree) * (1 + one.combinators) + len(elements)
        return elements


def _priority(each: DeclaredValue, specificity: Specificity, order: int) -> _Priority:
    """Make the sorting key. Rules in layers lose to rules outside of layers, but win when important."""
    important = each.declaration.important
    layered = any(condition.name == "layer" for condition in each.context.conditions)
    return _Priority(important, False, layered is important, specificity, order)  # noqa: FBT003
