"""The rules of a site that set colours, and which of them the page has a use for.

Declared is not used: most rules of a framework, block library or plugin are for elements that a page does not
have. A rule *applies* when some selector of its list names only classes and ids that occur in the page.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from siteloupe.css.escapes import unescaped
from siteloupe.css.media import matches
from siteloupe.css.rules import Condition, Context, Declaration
from siteloupe.css.values import split_commas
from siteloupe.css.variables import Scope, is_dark
from siteloupe.detect.site_css import AppliedSheet, SiteCss

PROPERTY_WEIGHTS: Mapping[str, float] = {
    "background": 3.0,
    "background-color": 3.0,
    "background-image": 1.0,
    "color": 2.0,
    "fill": 1.0,
    "stroke": 1.0,
    "-webkit-text-fill-color": 1.0,
    "accent-color": 0.5,
    "caret-color": 0.2,
    "outline": 0.3,
    "outline-color": 0.3,
    "box-shadow": 0.2,
    "text-shadow": 0.2,
    "text-decoration": 0.3,
    "text-decoration-color": 0.3,
    "column-rule": 0.2,
    "column-rule-color": 0.2,
    "scrollbar-color": 0.1,
    **{
        f"border{side}{part}": 1.0
        for part in ("", "-color")
        for side in (
            *("", "-top", "-right", "-bottom", "-left"),
            *("-block", "-inline", "-block-start", "-block-end", "-inline-start", "-inline-end"),
        )
    },
}
"""How much a colour counts by what it is used for: areas more than lines, lines more than shadows."""

MAX_SELECTORS = 50
"""Selectors of one list that are looked at."""

_BRACKETS = re.compile(r"\[[^\]]*+\]|\([^()]*+\)")
_NAMES = re.compile(r"[.#]((?:[-\w\x80-\U0010ffff]++|\\.)++)", re.ASCII | re.DOTALL)
_STATE = re.compile(r":(?:hover|focus|active|visited|checked|disabled|target)\b")

Scheme = Literal["always", "light", "dark"]


class ColorRule(NamedTuple):
    """Declarations of colours in one place.

    ``selectors`` are those of the list that the page has a use for, or all when it has for none
    (``applies``); one empty selector for a style attribute. ``scheme`` says whether the rule holds at all
    times or under a light or dark scheme alone. ``custom`` are custom properties that the rule sets.
    """

    selectors: tuple[str, ...]
    declarations: Sequence[Declaration]
    custom: Sequence[Declaration]
    sheet: AppliedSheet
    applies: bool
    scheme: Scheme
    layered: bool
    in_state: bool

    @property
    def scope(self) -> Scope:
        """Where its custom properties are looked up, under a light scheme."""
        return Scope(self.selectors[0])


def color_rules(css: SiteCss, dark_root: bool) -> list[ColorRule]:
    """Every rule for a desktop screen that sets a colour or a custom property, in the cascade's order.

    ``dark_root``: the page itself has its dark scheme switched on, so its rules hold at all times.
    Keyframes are left out: they show while something moves.
    """
    names = css.page.classes | css.page.ids
    found: list[ColorRule] = []
    for sheet in css.sheets:
        scheme = _scheme_of_sheet(sheet)
        if scheme is not None:
            found += _of_sheet(sheet, scheme, names, dark_root)
    return found


def _of_sheet(
    sheet: AppliedSheet, sheet_scheme: Scheme, names: frozenset[str], dark_root: bool
) -> Iterator[ColorRule]:
    for context, declarations in sheet.sheet.rules():
        colors = [each for each in declarations if each.property in PROPERTY_WEIGHTS]
        custom = [each for each in declarations if each.property[:2] == "--"]
        if not (colors or custom) or context.kind != "style":
            continue
        circumstances = _circumstances(context.conditions) if context.conditions else ("always", False)
        if circumstances is None:
            continue
        scheme: Scheme = sheet_scheme if sheet_scheme != "always" else circumstances[0]
        selectors = _selectors(context)
        used = tuple(one for one in selectors if one == "" or _names(one) <= names)
        chosen = used or selectors
        if scheme == "always" and not dark_root and all(is_dark(one) for one in chosen):
            scheme = "dark"
            used = used or tuple(one for one in selectors if _names(one) - names <= _dark_names(one))
            chosen = used or selectors
        in_state = ":" in context.selector and all(_STATE.search(one) for one in chosen)
        yield ColorRule(chosen, colors, custom, sheet, bool(used), scheme, circumstances[1], in_state)


def _selectors(context: Context) -> tuple[str, ...]:
    if "," not in context.selector:
        return (context.selector,)
    return tuple(split_commas(context.selector)[:MAX_SELECTORS])


def _names(selector: str) -> set[str]:
    """The classes and ids that some element must have for ``selector`` to match."""
    if "[" in selector or "(" in selector:
        for _ in range(3):
            selector = _BRACKETS.sub("", selector)
    if "." not in selector and "#" not in selector:
        return set()
    found = set(_NAMES.findall(selector))
    return {unescaped(name) for name in found} if "\\" in selector else found


def _dark_names(selector: str) -> set[str]:
    """Those that switch the scheme, and so need not be there."""
    return {name for name in _names(selector) if "dark" in name.lower()}


def _scheme_of_sheet(sheet: AppliedSheet) -> Scheme | None:
    light, dark = sheet.is_shown(), sheet.is_shown(dark=True)
    if light:
        return "always" if dark else "light"
    return "dark" if dark else None


@lru_cache(maxsize=4096)
def _circumstances(conditions: tuple[Condition, ...]) -> tuple[Scheme, bool] | None:
    """The scheme under which rules inside ``conditions`` hold, and whether they stand in a layer."""
    media = [condition.prelude for condition in conditions if condition.name == "media"]
    layered = any(condition.name == "layer" for condition in conditions)
    light, dark = (all(matches(query, dark=scheme) for query in media) for scheme in (False, True))
    if light:
        return ("always" if dark else "light"), layered
    return ("dark", layered) if dark else None
