"""Scopes of custom properties: the scope of a selector, by its text alone.

There are three kinds: the root (``:root``, ``html``, ``body`` and their classes), the root in a dark scheme,
and every other selector.
"""

import re

from msgspec import Struct

_ROOT_BEGINNINGS = frozenset({"", " ", ":", "h", "b", "*"})
_ROOT_PART = re.compile(
    r"(?::root|:host|html|body|:(?:where|is)\((?::root|html|body)\)|\*|(?:html|:root) body)\Z"
)
_DARK_PART = re.compile(
    r"\[[-\w]*(?:theme|mode|scheme|skin)[-\w]*[~|^$*]?=[\"']?[-\w]*dark[-\w]*[\"']?\]"
    r"|\.(?:is-|has-|wp-|theme-|mode-|scheme-|color-scheme-|skin-|t-|js-)*dark(?:-?(?:mode|theme|scheme|skin))?(?:-active|-on|-enabled)?(?![-\w])",
)
_LIGHT_PART = re.compile(
    r"\[[-\w]*(?:theme|mode|scheme|skin)[-\w]*[~|^$*]?=[\"']?[-\w]*(?:light|default)[-\w]*[\"']?\]"
    r"|\.(?:theme-|mode-|scheme-|color-scheme-)*light(?:-?(?:mode|theme|scheme))?(?![-\w])",
)


class VariableScope(Struct, frozen=True, gc=False):
    """The scope of a value: a selector (empty for the root), in a light or dark scheme."""

    selector: str = ""
    dark: bool = False


ROOT = VariableScope()
DARK = VariableScope(dark=True)


def scope_of(selector: str, root_classes: frozenset[str]) -> VariableScope:
    """Return the scope of one selector without commas."""
    lower = selector.lower()
    plain = lower
    if not ("dark" in lower or "light" in lower or "default" in lower):
        if lower[:1] not in _ROOT_BEGINNINGS and not (root_classes and lower[:1] == "."):
            return VariableScope(selector)
    else:
        plain = _LIGHT_PART.sub("", _DARK_PART.sub("", lower))
    if not _is_root(plain, root_classes):
        return VariableScope(selector)
    return DARK if plain != lower and _DARK_PART.search(lower) and "not(" not in lower else ROOT


def _is_root(selector: str, root_classes: frozenset[str]) -> bool:
    """Whether a selector without its scheme parts selects html or body: by name or by class."""
    bare = selector.strip()
    if bare in {"", ":not()"} or _ROOT_PART.match(bare):
        return True
    compound, _, classes = bare.partition(".")
    if not root_classes or compound not in {"", "html", "body", ":root"} or not classes:
        return False
    return root_classes.issuperset(classes.split("."))


def dark_part(selector: str) -> str:
    """Return the part of one selector that requires the dark scheme: ``.dark``, ``[data-theme=dark]``.

    Empty when the selector does not require it, or requires that it is off.
    """
    lower = selector.lower()
    if "dark" not in lower or "not(" in lower:
        return ""
    match = _DARK_PART.search(lower)
    return selector[match.start() : match.end()] if match else ""
