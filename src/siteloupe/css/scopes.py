"""Scopes of custom properties: the scope of a selector, by its text and by html and body of the page.

There are three kinds: the root (``:root``, ``html``, ``body``, their classes and attributes), the root in a
dark scheme, and every other selector.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

_ROOT_BEGINNINGS = frozenset({"", " ", ":", "h", "b", "*"})
_ROOT_PART = re.compile(
    r"(?::root|:host|html|body|:(?:where|is)\((?::root|html|body)\)|\*|(?:html|:root) body)\Z"
)
_DARK_PART = re.compile(
    r"\[[-\w]*(?:theme|mode|scheme|skin)[-\w]*[~|^$*]?=[\"']?[-\w]*dark[-\w]*[\"']?\]"
    r"|\.(?:is-|has-|wp-|theme-|mode-|scheme-|color-scheme-|skin-|t-|js-)*dark(?:-?(?:mode|theme|scheme|skin))?(?:-active|-on|-enabled)?(?![-\w\\])",
)
_LIGHT_PART = re.compile(
    r"\[[-\w]*(?:theme|mode|scheme|skin)[-\w]*[~|^$*]?=[\"']?[-\w]*(?:light|default)[-\w]*[\"']?\]"
    r"|\.(?:theme-|mode-|scheme-|color-scheme-)*light(?:-?(?:mode|theme|scheme))?(?![-\w])",
)

_ROOT_ATTRIBUTE = re.compile(r"(?:html|body|:root)?+(?:\.[-\w]++)*+\[[^\s>+~]++\Z")
_ATTRIBUTE_NAME = re.compile(r"\[([-\w]{1,60}+)")

MAX_ATTRIBUTE_SELECTOR = 200
"""The longest selector that is compared with the attributes of html and body, in characters."""


class VariableScope(Struct, frozen=True, gc=False):
    """The scope of a value: a selector (empty for the root), in a light or dark scheme."""

    selector: str = ""
    dark: bool = False


class Roots(NamedTuple):
    """What decides whether a selector is for html or body of a page.

    ``classes`` are their classes in lower case. ``matches`` says whether html or body matches a selector.
    ``is_component`` says whether a selector's dark part is for an element of the page: see
    :mod:`siteloupe.detect.colors.dark_switches`.
    """

    classes: frozenset[str] = frozenset()
    matches: Callable[[str], bool] = lambda _: False
    is_component: Callable[[str], bool] = lambda _: False


ROOT = VariableScope()
DARK = VariableScope(dark=True)
NO_ROOTS = Roots()


def scope_of(selector: str, roots: Roots = NO_ROOTS) -> VariableScope:
    """Return the scope of one selector without commas."""
    lower, root_classes = selector.lower(), roots.classes
    plain = lower
    if "[" in lower and len(lower) < MAX_ATTRIBUTE_SELECTOR and _ROOT_ATTRIBUTE.match(lower):
        scope = _scope_of_attribute(selector, roots)
        if scope is not None:
            return scope
    if not ("dark" in lower or "light" in lower or "default" in lower):
        if lower[:1] not in _ROOT_BEGINNINGS and not (root_classes and lower[:1] == "."):
            return VariableScope(selector)
    else:
        plain = _LIGHT_PART.sub("", _DARK_PART.sub("", lower))
    if not _is_root(plain, root_classes):
        return VariableScope(selector)
    if plain == lower or "not(" in lower or not _DARK_PART.search(lower):
        return ROOT
    return VariableScope(selector) if roots.is_component(selector) else DARK


def _scope_of_attribute(selector: str, roots: Roots) -> VariableScope | None:
    """Return the scope of a selector with an attribute that html or body has; None when neither has it."""
    names = _ATTRIBUTE_NAME.findall(selector)
    if dark_part(selector) or not any(roots.matches(f"[{name}]") for name in names):
        return None
    return ROOT if roots.matches(selector) else VariableScope(selector)


def _is_root(selector: str, root_classes: frozenset[str]) -> bool:
    """Whether a selector without its scheme parts selects html or body: by name or by class."""
    bare = selector.strip()
    if bare[:1] != "." and (bare in {"", ":not()"} or _ROOT_PART.match(bare)):
        return True
    compound, _, classes = bare.partition(".")
    if not root_classes or compound not in {"", "html", "body", ":root"} or not classes:
        return False
    return root_classes.issuperset(classes.split("."))


def dark_part(selector: str) -> str:
    """Return the part of one selector that requires the dark scheme: ``.dark``, ``[data-theme=dark]``.

    Empty when the selector does not require it, or requires that it is off.
    """
    place = place_of_dark_part(selector)
    return selector[place] if place else ""


def place_of_dark_part(selector: str) -> slice | None:
    """Return where :func:`dark_part` stands in ``selector``; None without one."""
    lower = selector.lower()
    if "dark" not in lower or "not(" in lower:
        return None
    match = _DARK_PART.search(lower)
    return slice(match.start(), match.end()) if match else None
