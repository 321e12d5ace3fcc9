"""The scales that the rules of a page use: spacing, radii, shadows, breakpoints, transitions and layers.

A rule counts when the page has the classes and ids of one of its selectors. Longhands count like shorthands.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Literal

from siteloupe.css.conditions import may_hold
from siteloupe.css.length import length_in_pixels
from siteloupe.css.rules import AtRule, Context, Declaration
from siteloupe.css.scopes import VariableScope
from siteloupe.css.selector import first_name, parse_selector
from siteloupe.css.values import split_commas, split_words
from siteloupe.detect.styles.site_css import SiteCss, names_of
from siteloupe.reports.design import Breakpoint, CssValue, Design, ScaleValue

MAX_RULES = 20_000
"""Most rules that are counted."""

MAX_VALUES = 24
"""Most values of each kind, those that most rules use."""

MAX_VALUE = 120
"""The longest value, in characters."""

MAX_SELECTORS = 20
MAX_PX = 400.0
"""The largest spacing or radius of a scale; larger ones are of layouts and pills."""

Kind = Literal["spacing", "radii", "shadows", "transitions", "z_index"]

_SIDES = ("top", "right", "bottom", "left", "block", "inline")
_KINDS: dict[str, Kind] = {
    **dict.fromkeys(("margin", "padding", "gap", "row-gap", "column-gap"), "spacing"),
    **{f"{name}-{side}": "spacing" for name in ("margin", "padding") for side in _SIDES},
    "border-radius": "radii",
    "box-shadow": "shadows",
    "transition": "transitions",
    "z-index": "z_index",
}
_WIDTH = re.compile(r"\(\s*+(min|max)-width\s*+:\s*+([\d.]{1,8})(px|r?em)\s*+\)", re.IGNORECASE)
_RANGE = re.compile(r"\(\s*+width\s*+(<|>)=?\s*+([\d.]{1,8})(px|r?em)\s*+\)", re.IGNORECASE)
_NOTHING = frozenset({"none", "initial", "inherit", "unset", "revert", "auto", "all", "0s", "0"})
_INTEGER = re.compile(r"-?\d{1,10}\Z")


def design_of(css: SiteCss) -> Design:
    """Return the scales of a page's rules, without its components."""
    counts: dict[Kind, Counter[str]] = {kind: Counter() for kind in set(_KINDS.values())}
    bounds: Counter[tuple[float, Literal["min", "max"]]] = Counter()
    uses: Counter[tuple[Kind, str]] = Counter()
    for context, declarations in _used_rules(css):
        for condition in context.conditions:
            bounds.update(_bounds_of(condition))
        for each in declarations:
            kind = _KINDS[each.property]
            value = each.value
            if "(" in value:
                value = css.variables.resolve(value, VariableScope(context.selector)) or ""
            uses[kind, value] += 1
    for (kind, value), count in uses.items():
        for part in _values_of(kind, value) if len(value) <= MAX_VALUE else ():
            counts[kind][part] += count
    return Design(
        spacing=_scale(counts["spacing"]),
        radii=_scale(counts["radii"]),
        shadows=_most(counts["shadows"]),
        breakpoints=[
            Breakpoint(px=px, bound=bound, count=count)
            for (px, bound), count in sorted(bounds.most_common(MAX_VALUES))
        ],
        transitions=_most(counts["transitions"]),
        z_index=sorted(_most(counts["z_index"]), key=lambda each: int(each.value)),
    )


def _used_rules(css: SiteCss) -> Iterator[tuple[Context, list[Declaration]]]:
    """Yield the style rules for screens of which the page has the names, with what is counted of them."""
    names = names_of(css.page)
    left = MAX_RULES
    for sheet in css.sheets:
        if not (sheet.matches_screen() or sheet.matches_screen(dark=True)):
            continue
        for context, declarations in sheet.sheet.blocks_with(_KINDS):
            if context.kind != "style" or not may_hold(context.conditions):
                continue
            if sheet.kind == "attribute" or _occurs(context.selector, names):
                yield context, declarations
                if (left := left - 1) <= 0:
                    return


def _occurs(selectors: str, names: frozenset[str]) -> bool:
    """Whether the page has the classes and ids of one of ``selectors``."""
    for one in split_commas(selectors)[:MAX_SELECTORS] if "," in selectors else (selectors,):
        first = first_name(one)
        if (first is None or first in names) and names.issuperset(parse_selector(one).names):
            return True
    return False


def _values_of(kind: Kind, value: str) -> Iterator[str]:
    """Yield what one declaration adds to a scale."""
    text = " ".join(value.lower().split())
    if kind in {"spacing", "radii"}:
        for word in dict.fromkeys(split_words(text)):
            px = length_in_pixels(word)
            if px is not None and 0 < px <= MAX_PX:
                yield word
    elif kind == "z_index":
        if _INTEGER.match(text):
            yield text
    elif text and text not in _NOTHING:
        yield text


def _scale(words: Counter[str]) -> list[ScaleValue]:
    """Return the lengths that most rules use, the smallest first; equal ones are one."""
    sizes: Counter[float] = Counter()
    written: dict[float, str] = {}
    for word, count in words.most_common():
        if (px := length_in_pixels(word)) is not None:
            sizes[round(px, 2)] += count
            written.setdefault(round(px, 2), word)
    kept = sorted(sizes.most_common(MAX_VALUES))
    return [ScaleValue(value=written[px], px=px, count=count) for px, count in kept]


def _most(values: Counter[str]) -> list[CssValue]:
    return [CssValue(value=value, count=count) for value, count in values.most_common(MAX_VALUES)]


def _bounds_of(condition: AtRule) -> Iterator[tuple[float, Literal["min", "max"]]]:
    if condition.name != "media" or len(condition.prelude) > 500:
        return
    for bound, number, unit in _WIDTH.findall(condition.prelude):
        if (px := length_in_pixels(number + unit)) is not None:
            yield round(px, 2), "min" if bound.lower() == "min" else "max"
    for sign, number, unit in _RANGE.findall(condition.prelude):
        if (px := length_in_pixels(number + unit)) is not None:
            yield round(px, 2), "min" if sign == ">" else "max"
