"""Background and text color of a page in a dark scheme, by the rules for html and body.

A rule for the dark scheme comes before the others; among equal rules the last wins.
"""

import re
from collections.abc import Iterable

from siteloupe.css.color import BLACK, WHITE, Color, colors_in
from siteloupe.css.naming import name_of
from siteloupe.css.scopes import VariableScope, dark_part
from siteloupe.css.variables import Variables
from siteloupe.detect.colors.context import StylesSeen
from siteloupe.detect.colors.dark_switches import DarkSwitches
from siteloupe.detect.colors.rules import ColorRule, ColorRules
from siteloupe.document import Tree
from siteloupe.reports.colors import Confidence, DarkRoles, RoleColor
from siteloupe.reports.evidence import Evidence

_ROOTS = ("html", "body")
_PROPERTIES = {"background": "background", "background-color": "background", "color": "color"}
_OF_ROOT = re.compile(
    r"(?:(?:html|:root)?(?:[.#][-\w]++)*+[ >]++)?+(?:html|body|:root)(?:[.#][-\w]++)*+\Z", re.ASCII
)

_RootColors = dict[tuple[str, str], tuple[bool, bool, Color]]
"""By element and property: whether the declaration is important, whether it is for dark, and the color."""


def dark_roles(
    found: ColorRules, variables: Variables, tree: Tree, body_classes: Iterable[str], seen: StylesSeen = "all"
) -> DarkRoles | None:
    """Return background and text in a dark scheme; None when the scheme changes neither.

    When styles were read in part, confidence is low, and none of the two may rest on a browser's default.
    """
    if seen == "nothing":
        return None
    on_body = frozenset(f".{name}" for name in body_classes)
    colors: _RootColors = {}
    changed = False
    for rule in found.rules:
        if rule.applies and not rule.in_state and rule.scheme != "light" and rule.declarations:
            for element, selector in _root_elements(rule, tree, on_body, found.switches):
                changed |= _apply_rule(rule, element, selector, variables, colors)
    if not changed:
        return None
    if seen == "part" and {kind for _, kind in colors} != {"background", "color"}:
        return None
    confidence: Confidence = "medium" if seen == "all" else "low"
    background = WHITE
    for element in _ROOTS:
        if declared := colors.get((element, "background")):
            background = declared[2].over(background)
    texts = (colors.get((element, "color")) for element in reversed(_ROOTS))
    text = next((one[2] for one in texts if one), BLACK).over(background)
    return DarkRoles(
        background=_role("background", background, confidence), text=_role("text", text, confidence)
    )


def _root_elements(
    rule: ColorRule, tree: Tree, on_body: frozenset[str], switches: DarkSwitches
) -> list[tuple[str, str]]:
    """Return which of html and body a rule selects in a dark scheme, each with the selector."""
    roots: list[tuple[str, str]] = []
    for selector in rule.selectors:
        is_switch = switches.state(selector) in {"off", "on"}
        bare = (selector.replace(dark_part(selector), "") if is_switch else selector).strip()
        if not bare:  # the part for the dark scheme alone can be on either of them
            roots += [(tag, selector) for tag in _ROOTS]
        elif bare in on_body:
            roots.append(("body", selector))
        elif len(bare) < 100 and _OF_ROOT.match(bare):
            tags = {tree.tags[element] for element in tree.select(bare)}
            roots += [(tag, selector) for tag in _ROOTS if tag in tags]
    return roots


def _apply_rule(
    rule: ColorRule, element: str, selector: str, variables: Variables, colors: _RootColors
) -> bool:
    """Apply one rule to ``element``; return whether the dark scheme changes a color."""
    changed = False
    for declaration in rule.declarations:
        kind = _PROPERTIES.get(declaration.property)
        if kind is None:
            continue
        dark = _color(declaration.value, variables, selector, dark=True)
        key = (element, kind)
        previous = colors.get(key)
        rank = (declaration.important, rule.scheme == "dark")
        if dark is not None and (previous is None or rank >= previous[:2]):
            colors[key] = (*rank, dark)
            changed |= rule.scheme == "dark" or dark != _color(declaration.value, variables, selector)
    return changed


def _color(value: str, variables: Variables, selector: str, *, dark: bool = False) -> Color | None:
    resolved = variables.resolve(value, VariableScope(selector, dark=dark)) or ""
    return next((one for one in colors_in(resolved, dark=dark) if isinstance(one, Color)), None)


def _role(what: str, color: Color, confidence: Confidence) -> RoleColor:
    evidence = Evidence(what=what, where="html or body under a dark scheme", value=color.rgb)
    return RoleColor(hex=color.hex, name=name_of(color), confidence=confidence, evidence=[evidence])
