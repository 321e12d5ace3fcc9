"""Scopes of custom properties: what a selector stands for, told by its text alone.

The root (``:root``, ``html``, ``body`` and the classes that stand on them), the root under a dark scheme, and
each other selector by itself.
"""

import re

from msgspec import Struct

_ROOT_BEGINNINGS = frozenset({"", " ", ":", "h", "b", "*"})
_ROOT_PART = re.compile(
    r"(?::root|:host|html|body|:(?:where|is)\((?::root|html|body)\)|\*|(?:html|:root) body)\Z"
)
_DARK_MARK = re.compile(
    r"\[[-\w]*(?:theme|mode|scheme|skin)[-\w]*[~|^$*]?=[\"']?[-\w]*dark[-\w]*[\"']?\]"
    r"|\.(?:is-|has-|wp-|theme-|mode-|scheme-|color-scheme-|skin-|t-|js-)*dark(?:-?(?:mode|theme|scheme|skin))?(?:-active|-on|-enabled)?(?![-\w])",
)
_LIGHT_MARK = re.compile(
    r"\[[-\w]*(?:theme|mode|scheme|skin)[-\w]*[~|^$*]?=[\"']?[-\w]*(?:light|default)[-\w]*[\"']?\]"
    r"|\.(?:theme-|mode-|scheme-|color-scheme-)*light(?:-?(?:mode|theme|scheme))?(?![-\w])",
)


class Scope(Struct, frozen=True, gc=False):
    """Where a value is asked for: a selector (empty: the root), under a light or dark scheme."""

    selector: str = ""
    dark: bool = False


ROOT = Scope()
DARK = Scope(dark=True)


def scope_of(selector: str, root_classes: frozenset[str]) -> Scope:
    """The scope that one selector, without commas, stands for."""
    marked = selector.lower()
    plain = marked
    if not ("dark" in marked or "light" in marked or "default" in marked):
        if marked[:1] not in _ROOT_BEGINNINGS and not (root_classes and marked[:1] == "."):
            return Scope(selector)
    else:
        plain = _LIGHT_MARK.sub("", _DARK_MARK.sub("", marked))
    if not _is_root(plain, root_classes):
        return Scope(selector)
    return DARK if plain != marked and _DARK_MARK.search(marked) and "not(" not in marked else ROOT


def _is_root(selector: str, root_classes: frozenset[str]) -> bool:
    """Whether a selector, its scheme marks taken off, is for html or body: by name or a class they carry."""
    bare = selector.strip()
    if bare in {"", ":not()"} or _ROOT_PART.match(bare):
        return True
    compound, _, classes = bare.partition(".")
    if not root_classes or compound not in {"", "html", "body", ":root"} or not classes:
        return False
    return root_classes.issuperset(classes.split("."))


def dark_mark(selector: str) -> str:
    """The part of one selector that asks for a dark scheme switched on: ``.dark``, ``[data-theme=dark]``.

    Empty when it asks for none, or for one that is off.
    """
    marked = selector.lower()
    if "dark" not in marked or "not(" in marked:
        return ""
    found = _DARK_MARK.search(marked)
    return selector[found.start() : found.end()] if found else ""
