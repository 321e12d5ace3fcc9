"""Background and text color of a page under a dark scheme, by the rules for html and body.

A rule that waits for a dark scheme goes before the others; among equals the last wins.
"""

import re
from collections.abc import Iterable

from siteloupe.css.color import BLACK, WHITE, Color, colors_in
from siteloupe.css.naming import name_of
from siteloupe.css.scopes import Scope, dark_part
from siteloupe.css.variables import Variables
from siteloupe.detect.colors.rules import ColorRule
from siteloupe.document import Tree
from siteloupe.reports.colors import DarkRoles, RoleColor
from siteloupe.reports.evidence import Evidence

_ROOTS = ("html", "body")
_PROPERTIES = {"background": "background", "background-color": "background", "color": "color"}
_OF_ROOT = re.compile(
    r"(?:(?:html|:root)?(?:[.#][-\w]++)*+[ >]++)?+(?:html|body|:root)(?:[.#][-\w]++)*+\Z", re.ASCII
)

_Found = dict[tuple[str, str], tuple[bool, bool, Color]]
"""By element and property: whether it is important and for a dark scheme, and the color."""


def dark_roles(
    rules: Iterable[ColorRule], variables: Variables, tree: Tree, body_classes: Iterable[str]
) -> DarkRoles | None:
    """Background and text under a dark scheme; None when it changes neither for the page as a whole."""
    on_body = frozenset(f".{name}" for name in body_classes)
    found: _Found = {}
    changed = False
    for rule in rules:
        if rule.applies and not rule.in_state and rule.scheme != "light" and rule.declarations:
            for element, selector in _roots_of(rule, tree, on_body):
                changed |= _take(rule, element, selector, variables, found)
    if not changed:
        return None
    background = WHITE
    for element in _ROOTS:
        if ground := found.get((element, "background")):
            background = ground[2].over(background)
    texts = (found.get((element, "color")) for element in reversed(_ROOTS))
    text = next((one[2] for one in texts if one), BLACK).over(background)
    return DarkRoles(background=_role("background", background), text=_role("text", text))


def _roots_of(rule: ColorRule, tree: Tree, on_body: frozenset[str]) -> list[tuple[str, str]]:
    """Of html and body those that a rule is for, a mark of a dark scheme put there; and by which selector."""
    found: list[tuple[str, str]] = []
    for selector in rule.selectors:
        bare = selector.replace(dark_part(selector), "").strip()
        if not bare:  # a mark alone is put on either of them, and meant for the page
            found += [(tag, selector) for tag in _ROOTS]
        elif bare in on_body:
            found.append(("body", selector))
        elif len(bare) < 100 and _OF_ROOT.match(bare):
            tags = {tree.tags[element] for element in tree.select(bare)}
            found += [(tag, selector) for tag in _ROOTS if tag in tags]
    return found


def _take(rule: ColorRule, element: str, selector: str, variables: Variables, found: _Found) -> bool:
    """Take in what one rule sets on ``element``; whether a dark scheme sets it anew."""
    changed = False
    for declaration in rule.declarations:
        kind = _PROPERTIES.get(declaration.property)
        if kind is None:
            continue
        dark = _color(declaration.value, variables, selector, dark=True)
        key = (element, kind)
        standing = found.get(key)
        rank = (declaration.important, rule.scheme == "dark")
        if dark is not None and (standing is None or rank >= standing[:2]):
            found[key] = (*rank, dark)
            changed |= rule.scheme == "dark" or dark != _color(declaration.value, variables, selector)
    return changed


def _color(value: str, variables: Variables, selector: str, *, dark: bool = False) -> Color | None:
    resolved = variables.resolve(value, Scope(selector, dark=dark)) or ""
    return next((one for one in colors_in(resolved, dark=dark) if isinstance(one, Color)), None)


def _role(what: str, color: Color) -> RoleColor:
    evidence = Evidence(what=what, where="html or body under a dark scheme", value=color.rgb)
    return RoleColor(hex=color.hex, name=name_of(color), confidence="medium", evidence=[evidence])
