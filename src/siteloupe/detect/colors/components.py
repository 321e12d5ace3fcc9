"""What most buttons, links and fields of a page look like."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from siteloupe.detect.colors.context import ColorContext
from siteloupe.detect.styles.cascade import cascaded_values, declared_values
from siteloupe.detect.styles.site_css import SiteCss
from siteloupe.reports.design import ComponentStyle

MAX_ELEMENTS = 20
MAX_VALUE = 80

PROPERTIES = ("border-radius", "padding", "border", "font-weight", "text-decoration")

_FIELDS = (
    "input[type=text], input[type=email], input[type=search], input[type=tel], input:not([type]), textarea"
)


def components(css: SiteCss, context: ColorContext) -> list[ComponentStyle]:
    """Return the kinds of elements that the page has, each with the styles that most of them share.

    Empty where not all styles were read, because a missing sheet would change them.
    """
    if context.seen != "all":
        return []
    found = {
        "button": context.buttons[:MAX_ELEMENTS],
        "link": context.link_texts[:MAX_ELEMENTS],
        "input": context.tree.select(_FIELDS)[:MAX_ELEMENTS],
    }
    every = sorted({element for elements in found.values() for element in elements})
    styles = _styles(css, context, every)
    kinds: tuple[Literal["button", "link", "input"], ...] = ("button", "link", "input")
    return [
        ComponentStyle(name=name, count=len(found[name]), **dict(_common_values(found[name], styles)))
        for name in kinds
        if found[name]
    ]


def _styles(css: SiteCss, context: ColorContext, elements: Sequence[int]) -> dict[str, dict[int, str]]:
    """Return the values of each property by element."""
    if not elements:
        return {}
    styling = context.computed.styling.among(elements)
    declared = [*declared_values(css, frozenset(PROPERTIES))]
    styles = {}
    for name in PROPERTIES:
        rows = [each for each in declared if each.declaration.property == name]
        cascaded = cascaded_values(styling, {name}, rows, lambda each: " ".join(each.value.lower().split()))
        styles[name] = {
            each: value.value for each, value in cascaded.items() if len(value.value) <= MAX_VALUE
        }
    computed = context.computed
    styles["color"] = {each: computed.painted_color(each).hex for each in elements}
    grounds = {each: computed.background(each) for each in elements}
    styles["background"] = {each: ground.hex for each, ground in grounds.items() if ground.is_opaque}
    return styles


def _common_values(elements: Sequence[int], styles: dict[str, dict[int, str]]) -> Iterator[tuple[str, str]]:
    """Yield the field and the value of each property that at least half of ``elements`` have."""
    for name, by_element in styles.items():
        values = Counter(by_element[each] for each in elements if each in by_element)
        for value, count in values.most_common(1):
            if 2 * count >= len(elements):
                yield name.replace("-", "_"), value
