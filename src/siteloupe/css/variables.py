"""Custom properties: the value of each in each scope, and the substitution of ``var()``.

The scope depends on the selector's text and on html and body: see :mod:`siteloupe.css.scopes`.
Substitution stops at cycles, at 32 levels and at 64 KiB, and all values share one budget, so no sheet makes
it grow exponentially.

Source: https://drafts.csswg.org/css-variables/
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from siteloupe.css.conditions import conditions_hold
from siteloupe.css.grammar import BARE_URL, IDENT, SPACE, STRING
from siteloupe.css.rules import AtRule, Context, Declaration, Stylesheet
from siteloupe.css.scopes import DARK, NO_ROOTS, ROOT, Roots, VariableScope, scope_of
from siteloupe.css.selector import Specificity, parse_selector
from siteloupe.css.text_cache import text_cache
from siteloupe.css.values import find_closing, split_commas

MAX_LEVELS = 32
MAX_VALUE = 64 * 1024
MAX_PRODUCED = 1024 * 1024
"""Most characters that all substitutions of one page may read and produce together; real pages need 10 KB."""

MAX_DEFINITIONS = 50_000
"""Most values that are stored, each for one selector and name."""

MAX_SELECTORS = 50
"""Most selectors of one list."""

_VAR = re.compile(
    rf"{STRING}|{BARE_URL}|(?<![-\w])[vV][aA][rR](\()(?:{SPACE}*+(--[-\w]++){SPACE}*+\))?+", re.ASCII
)
_BODY = re.compile(r"(?<![-\w.#])(?:body|\*)(?![-\w])", re.IGNORECASE)
_ARGUMENTS = re.compile(rf"{SPACE}*+(--(?:{IDENT})?+|{IDENT}){SPACE}*+(?:(,)|\Z)", re.ASCII)


class _Definitions(Struct, frozen=True, gc=False):
    """The custom properties that one rule sets in one scope."""

    scope: VariableScope
    declarations: Sequence[Declaration]
    layered: bool
    selector: str


_Rank = tuple[bool, bool, bool, Specificity]
"""Whether a value is body's, which the content inherits, is important, is outside of layers; specificity."""

_EQUAL = (False, Specificity())


@text_cache(4096)
def _order_of_root(selector: str) -> tuple[bool, Specificity]:
    """Return whether a selector for html or body is for body, and its specificity."""
    return _BODY.search(selector) is not None, parse_selector(selector).specificity


class Variables:
    """The custom properties of a page. Make one with :meth:`from_sheets`; it caches resolved values."""

    def __init__(self) -> None:
        self._scopes: dict[VariableScope, dict[str, str]] = {ROOT: {}, DARK: {}}
        self._ranks: dict[VariableScope, dict[str, _Rank]] = {}
        self._waiting: dict[str, list[_Definitions]] = {}  # of every declaring selector; empty once defined
        self._listed: set[int] = set()
        self._conditions: tuple[AtRule, ...] = ()
        self._scheme_and_layer = _scheme_and_layer(())
        self._stored = 0
        self._first_scopes: dict[str, VariableScope] = {}
        self._initial: dict[str, str] = {}
        self._memo: dict[tuple[str, VariableScope], str | None] = {}
        self._resolved: dict[tuple[str, VariableScope], str | None] = {}
        self._cyclic: set[str] = set()
        self._produced = 0

    @classmethod
    def from_sheets(cls, sheets: Iterable[Stylesheet], roots: Roots = NO_ROOTS) -> "Variables":
        """Collect from ``sheets`` in order. ``roots`` says which selectors are for html and body."""
        variables = cls()
        for sheet in sheets:
            for registered in sheet.registered_properties():
                if (initial := registered.descriptors.get("initial-value")) is not None:
                    variables._initial[registered.name] = initial
            for context, declarations in sheet.custom_properties():
                variables._collect(context, declarations, roots)
        return variables

    @property
    def is_exhausted(self) -> bool:
        """Whether substitutions have produced as much as they may; what comes after has no value."""
        return self._produced > MAX_PRODUCED

    @property
    def root(self) -> Mapping[str, str]:
        """The custom properties of the root by name, values as written."""
        return self._scopes[ROOT]

    @property
    def dark(self) -> Mapping[str, str]:
        """The custom properties that a dark scheme sets on the root."""
        return self._scopes[DARK]

    @property
    def scopes(self) -> Mapping[VariableScope, Mapping[str, str]]:
        """Every scope with its own declarations."""
        for selector in self._waiting:
            self._define_waiting(selector)
        return self._scopes

    def names(self) -> set[str]:
        """Return the names of all custom properties declared anywhere."""
        return {*self.root, *self.dark, *self._first_scopes, *self._initial}

    def resolve(self, value: str, scope: VariableScope = ROOT) -> str | None:
        """Return ``value`` with every ``var()`` replaced by its value in ``scope``.

        None when a variable has neither value nor fallback, depends on itself, or exceeds the limits:
        browsers treat such a declaration as unset. A variable without a fallback that only other selectors
        declare takes the value of the first of these selectors.
        """
        if "(" not in value or ("var(" not in value and "var(" not in value.lower()):
            return value
        if scope.selector not in self._waiting:  # nearly all: they share the root's values
            scope = DARK if scope.dark else ROOT
        if (key := (value, scope)) in self._resolved:
            return self._resolved[key]
        resolved = self._substitute(value, scope, (), 0)
        if len(self._resolved) < MAX_DEFINITIONS:
            self._resolved[key] = resolved
        return resolved

    def value(self, name: str, scope: VariableScope = ROOT) -> str | None:
        """Return the resolved value of the custom property ``name`` in ``scope``, or None."""
        return self._resolve_name(name, scope, (), 0)

    def _collect(self, context: Context, declarations: Sequence[Declaration], roots: Roots) -> None:
        """Store the declarations of one rule, when the rule applies at all."""
        conditions, selector = context.conditions, context.selector
        if conditions is not self._conditions:  # rules in one block share them
            self._conditions, self._scheme_and_layer = conditions, _scheme_and_layer(conditions)
        scheme, layered = self._scheme_and_layer
        if scheme == "never":
            return
        for one in split_commas(selector)[:MAX_SELECTORS] if "," in selector else (selector,):
            scope = scope_of(one, roots)
            if scheme == "dark":
                scope = VariableScope(scope.selector, dark=True)
            definitions = _Definitions(scope, declarations, layered, one)
            if not scope.selector:
                self._define(definitions)
                continue
            self._stored += len(declarations)
            if self._stored <= MAX_DEFINITIONS:
                self._waiting.setdefault(scope.selector, []).append(definitions)
                if id(declarations) not in self._listed:  # those of equal rules are one list
                    self._listed.add(id(declarations))
                    for declaration in declarations:
                        self._first_scopes.setdefault(declaration.property, scope)

    def _define(self, definitions: _Definitions) -> None:
        scope = definitions.scope
        values, ranks = self._scopes.setdefault(scope, {}), self._ranks.setdefault(scope, {})
        is_body, specificity = _order_of_root(definitions.selector) if not scope.selector else _EQUAL
        for declaration in definitions.declarations:
            name = declaration.property
            rank = (is_body, declaration.important, not definitions.layered, specificity)
            if name not in ranks or rank >= ranks[name]:
                ranks[name] = rank
                values[name] = declaration.value

    def _define_waiting(self, selector: str) -> None:
        """Define the values of one selector at the first use; most selectors are never used."""
        for definitions in self._waiting[selector]:
            self._define(definitions)
        self._waiting[selector] = []

    def _defining_scope(self, name: str, scope: VariableScope) -> VariableScope | None:
        """Return the scope that declares ``name`` for ``scope``: its own or an inherited one."""
        if (selector := scope.selector) in self._waiting:
            if self._waiting[selector]:
                self._define_waiting(selector)
            if name in self._scopes.get(scope, ()):
                return scope
            if scope.dark and name in self._scopes.get(light := VariableScope(selector), ()):
                return light
        if scope.dark and name in self._scopes[DARK]:
            return DARK
        return ROOT if name in self._scopes[ROOT] else None

    def _resolve_name(
        self, name: str, scope: VariableScope, pending: tuple[str, ...], level: int
    ) -> str | None:
        if (key := (name, scope)) in self._memo:
            return self._memo[key]
        declared_in, evaluated_in = self._defining_scope(name, scope), scope
        if declared_in is None:
            return self._initial.get(name)
        if declared_in is not scope:
            # CSS computes an inherited value in the scope that declares it, in the current scheme.
            evaluated_in = VariableScope(declared_in.selector, scope.dark)
            if (key := (name, evaluated_in)) in self._memo:
                return self._memo[key]
        if name in pending:
            self._cyclic.update(pending[pending.index(name) :])
            return None
        if level > MAX_LEVELS:
            return None
        raw = self._scopes[declared_in][name]
        resolved = self._substitute(raw, evaluated_in, (*pending, name), level + 1) if "(" in raw else raw
        if name in self._cyclic:  # a value that depends on itself is invalid, even with a fallback
            self._cyclic.discard(name)
            resolved = None
        self._memo[key] = resolved
        return resolved

    def _substitute(
        self, value: str, scope: VariableScope, pending: tuple[str, ...], level: int
    ) -> str | None:
        self._produced += len(value)
        if level > MAX_LEVELS or len(value) > MAX_VALUE or self._produced > MAX_PRODUCED:
            return None
        pieces: list[str] = []
        size = begin = 0
        for match in _VAR.finditer(value):
            opening, name = match.groups()
            if opening is None or match.start() < begin:  # a string, or inside the previous match
                continue
            end = match.end() if name else find_closing(value, match.start(1)) + 1
            resolved = self._resolve_name(name, scope, pending, level) if name else None
            if resolved is None:
                resolved = self._resolve_var(value[match.end(1) : end - 1], scope, pending, level)
            if resolved is None:
                return None
            pieces += value[begin : match.start()], resolved
            size += len(resolved)
            if size > MAX_VALUE:
                return None
            begin = end
        if not pieces:
            return value
        pieces.append(value[begin:])
        self._produced += size
        return "".join(pieces).strip() if self._produced <= MAX_PRODUCED else None

    def _resolve_var(
        self, arguments: str, scope: VariableScope, pending: tuple[str, ...], level: int
    ) -> str | None:
        """Return the value of one ``var(arguments)``."""
        if (match := _ARGUMENTS.match(arguments)) is None:
            return None
        name = match[1]
        if (resolved := self._resolve_name(name, scope, pending, level)) is not None:
            return resolved
        if match[2]:
            return self._substitute(arguments[match.end() :].strip(), scope, pending, level + 1)
        if name not in self._first_scopes or self._defining_scope(name, scope) is not None:
            return None
        declared_in = VariableScope(self._first_scopes[name].selector, scope.dark)
        return self._resolve_name(name, declared_in, pending, level + 1)


@lru_cache(maxsize=4096)
def _scheme_and_layer(conditions: tuple[AtRule, ...]) -> tuple[Literal["always", "dark", "never"], bool]:
    """Return when rules under ``conditions`` apply, and whether they are in a layer."""
    layered = any(condition.name == "layer" for condition in conditions)
    if conditions_hold(conditions):
        return "always", layered
    return "dark" if conditions_hold(conditions, dark=True) else "never", layered
