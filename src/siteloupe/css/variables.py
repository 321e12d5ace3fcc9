"""Custom properties: which value each has, by scope, and what ``var()`` becomes.

Scopes are told by the selector's text, not by matching elements: see :mod:`siteloupe.css.scopes`.
Substitution is cut at cycles, at 32 levels and at 64 KiB, and shares a budget for all values, so no sheet
makes it grow exponentially.

Source: https://drafts.csswg.org/css-variables/
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from siteloupe.css.conditions import hold
from siteloupe.css.grammar import BARE_URL, IDENT, SPACE, STRING
from siteloupe.css.rules import AtRule, Context, Declaration, Stylesheet
from siteloupe.css.scopes import DARK, ROOT, Scope, scope_of
from siteloupe.css.values import closing, split_commas

MAX_LEVELS = 32
MAX_VALUE = 64 * 1024
MAX_PRODUCED = 8 * 1024 * 1024
"""Characters that all substitutions of one page may produce together."""

MAX_DEFINITIONS = 50_000
"""Values that are kept, each for one selector and name."""

MAX_SELECTORS = 50
"""Selectors of one list that are looked at."""

_VAR = re.compile(
    rf"{STRING}|{BARE_URL}|(?<![-\w])[vV][aA][rR](\()(?:{SPACE}*+(--[-\w]++){SPACE}*+\))?+", re.ASCII
)
_ARGUMENTS = re.compile(rf"{SPACE}*+(--(?:{IDENT})?+|{IDENT}){SPACE}*+(?:(,)|\Z)", re.ASCII)


class _Definitions(Struct, frozen=True, gc=False):
    """Custom properties as one rule sets them in one scope."""

    scope: Scope
    declarations: Sequence[Declaration]
    layered: bool


class Variables:
    """The custom properties of a page. Build with :meth:`of`; what is once resolved is remembered."""

    def __init__(self) -> None:
        self._scopes: dict[Scope, dict[str, str]] = {ROOT: {}, DARK: {}}
        self._ranks: dict[Scope, dict[str, int]] = {}
        self._waiting: dict[str, list[_Definitions]] = {}
        self._declaring: set[str] = set()
        self._kept = 0
        self._elsewhere: dict[str, Scope] = {}
        self._initial: dict[str, str] = {}
        self._memo: dict[tuple[str, Scope], str | None] = {}
        self._resolved: dict[tuple[str, Scope], str | None] = {}
        self._cyclic: set[str] = set()
        self._produced = 0

    @classmethod
    def of(cls, sheets: Iterable[Stylesheet], root_classes: frozenset[str] = frozenset()) -> "Variables":
        """Collect from ``sheets`` in their order. ``root_classes`` are those of the page's html and body."""
        variables = cls()
        root_classes = frozenset(name.lower() for name in root_classes)
        for sheet in sheets:
            for registered in sheet.registered():
                if (initial := registered.descriptors.get("initial-value")) is not None:
                    variables._initial[registered.name] = initial
            for context, declarations in sheet.custom_properties():
                variables._take(context, declarations, root_classes)
        return variables

    @property
    def root(self) -> Mapping[str, str]:
        """Custom properties of the root by name, values as written."""
        return self._scopes[ROOT]

    @property
    def dark(self) -> Mapping[str, str]:
        """Those that a dark scheme sets anew on the root."""
        return self._scopes[DARK]

    @property
    def scopes(self) -> Mapping[Scope, Mapping[str, str]]:
        """Every scope with what it declares itself."""
        for selector in list(self._waiting):
            self._sort_out(selector)
        return self._scopes

    def names(self) -> set[str]:
        """The names of all custom properties declared anywhere."""
        return {*self.root, *self.dark, *self._elsewhere, *self._initial}

    def resolve(self, value: str, scope: Scope = ROOT) -> str | None:
        """``value`` with every ``var()`` replaced, as seen in ``scope``.

        None when a variable has neither value nor fallback, depends on itself, or grows beyond the bounds:
        browsers treat such a declaration as unset. A variable that only other selectors declare, and that has
        no fallback, takes the value of the first of these.
        """
        if "(" not in value or ("var(" not in value and "var(" not in value.lower()):
            return value
        if scope.selector not in self._declaring:  # as nearly all: they share what the root resolves
            scope = DARK if scope.dark else ROOT
        if (key := (value, scope)) in self._resolved:
            return self._resolved[key]
        found = self._substituted(value, scope, (), 0)
        if len(self._resolved) < MAX_DEFINITIONS:
            self._resolved[key] = found
        return found

    def value(self, name: str, scope: Scope = ROOT) -> str | None:
        """The value of the custom property ``name`` in ``scope``, resolved, or None."""
        return self._variable(name, scope, (), 0)

    def _take(
        self, context: Context, declarations: Sequence[Declaration], root_classes: frozenset[str]
    ) -> None:
        """Keep what one rule declares, where the rule applies at all."""
        conditions, selector = context.conditions, context.selector
        scheme, layered = _circumstances(conditions) if conditions else ("always", False)
        if scheme == "never":
            return
        for one in split_commas(selector)[:MAX_SELECTORS] if "," in selector else (selector,):
            scope = scope_of(one, root_classes)
            if scheme == "dark":
                scope = Scope(scope.selector, dark=True)
            found = _Definitions(scope, declarations, layered)
            if not scope.selector:
                self._set(found)
                continue
            self._kept += len(declarations)
            if self._kept <= MAX_DEFINITIONS:
                self._waiting.setdefault(scope.selector, []).append(found)
                self._declaring.add(scope.selector)
                for declaration in declarations:
                    if declaration.property not in self._elsewhere:
                        self._elsewhere[declaration.property] = scope

    def _set(self, found: _Definitions) -> None:
        values, ranks = self._scopes.setdefault(found.scope, {}), self._ranks.setdefault(found.scope, {})
        for declaration in found.declarations:
            name = declaration.property
            rank = 2 * declaration.important + (not found.layered)
            if rank >= ranks.get(name, 0):
                ranks[name] = rank
                values[name] = declaration.value

    def _sort_out(self, selector: str) -> None:
        """Give one selector its values; done when first asked for, since most never are."""
        for found in self._waiting.pop(selector, ()):
            self._set(found)

    def _home(self, name: str, scope: Scope) -> Scope | None:
        """The scope whose declaration of ``name`` counts in ``scope``: its own, or one it inherits from."""
        if (selector := scope.selector) in self._declaring:
            if selector in self._waiting:
                self._sort_out(selector)
            if name in self._scopes.get(scope, ()):
                return scope
            if scope.dark and name in self._scopes.get(light := Scope(selector), ()):
                return light
        if scope.dark and name in self._scopes[DARK]:
            return DARK
        return ROOT if name in self._scopes[ROOT] else None

    def _variable(self, name: str, scope: Scope, pending: tuple[str, ...], level: int) -> str | None:
        if (key := (name, scope)) in self._memo:
            return self._memo[key]
        home, seen_from = self._home(name, scope), scope
        if home is None:
            return self._initial.get(name)
        if home is not scope:
            # Inherited values were computed where they are declared, under the scheme that is looked at.
            seen_from = Scope(home.selector, scope.dark)
            if (key := (name, seen_from)) in self._memo:
                return self._memo[key]
        if name in pending:
            self._cyclic.update(pending[pending.index(name) :])
            return None
        if level > MAX_LEVELS:
            return None
        raw = self._scopes[home][name]
        found = self._substituted(raw, seen_from, (*pending, name), level + 1) if "(" in raw else raw
        if name in self._cyclic:  # not even a fallback helps what depends on itself
            self._cyclic.discard(name)
            found = None
        self._memo[key] = found
        return found

    def _substituted(self, value: str, scope: Scope, pending: tuple[str, ...], level: int) -> str | None:
        if level > MAX_LEVELS or len(value) > MAX_VALUE:
            return None
        pieces: list[str] = []
        size = begin = 0
        for match in _VAR.finditer(value):
            opening, name = match.groups()
            if opening is None or match.start() < begin:  # a string, or inside the one before
                continue
            end = match.end() if name else closing(value, match.start(1)) + 1
            found = self._variable(name, scope, pending, level) if name else None
            if found is None:
                found = self._replacement(value[match.end(1) : end - 1], scope, pending, level)
            if found is None:
                return None
            pieces += value[begin : match.start()], found
            size += len(found)
            if size > MAX_VALUE:
                return None
            begin = end
        if not pieces:
            return value
        pieces.append(value[begin:])
        self._produced += size
        return "".join(pieces).strip() if self._produced <= MAX_PRODUCED else None

    def _replacement(self, arguments: str, scope: Scope, pending: tuple[str, ...], level: int) -> str | None:
        """What one ``var(arguments)`` stands for."""
        if (match := _ARGUMENTS.match(arguments)) is None:
            return None
        name = match[1]
        if (found := self._variable(name, scope, pending, level)) is not None:
            return found
        if match[2]:
            return self._substituted(arguments[match.end() :].strip(), scope, pending, level + 1)
        if (elsewhere := self._elsewhere.get(name)) is not None and self._home(name, scope) is None:
            return self._variable(name, Scope(elsewhere.selector, scope.dark), pending, level + 1)
        return None


@lru_cache(maxsize=4096)
def _circumstances(conditions: tuple[AtRule, ...]) -> tuple[Literal["always", "dark", "never"], bool]:
    """Whether rules under ``conditions`` apply, always or under a dark scheme alone, and stand in a layer."""
    layered = any(condition.name == "layer" for condition in conditions)
    if hold(conditions):
        return "always", layered
    return "dark" if hold(conditions, dark=True) else "never", layered
