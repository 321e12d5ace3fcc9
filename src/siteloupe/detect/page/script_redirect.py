"""The redirects of scripts: ``location = "…"``, ``.href =``, ``.assign("…")``, ``.replace("…")``.

Scripts are parsed, never run. Redirects under a condition, on a click, or in a function without a call are
distinguished from redirects at load. Source:
https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-location-interface
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from siteloupe.detect.page.script_tokens import END, ScriptToken, literal, tokens_of

_GLOBALS = frozenset({"window", "self", "top", "parent", "document", "globalThis", "this"})
_RUNNERS = frozenset({"setTimeout", "requestAnimationFrame", "queueMicrotask", "ready", "$", "jQuery"})
"""Functions that always call their argument."""

_LISTENERS = frozenset({"addEventListener", "attachEvent", "on", "one", "bind"})
_AT_LOAD = frozenset({"load", "onload", "DOMContentLoaded", "pageshow", "onpageshow", "readystatechange"})
_CONDITIONS = frozenset({"if", "for", "while", "switch", "catch", "with"})
_DECLARING = frozenset({"var", "let", "const", "function"})
_BRANCHES = frozenset({"?", ":", "&&", "||", "??"})
_CALLING = frozenset({"!", "+", "-", "~", "void"})
"""Marks before a function that is called immediately."""

_ENDS = frozenset({";", ",", ")", "}", "]"})

MAX_FUNCTIONS = 8
"""Most functions inside each other; deeper ones count as never called."""


@dataclass(frozen=True, slots=True)
class ScriptRedirect:
    """A redirect by a script: ``url`` as written, None when it is computed or has a condition."""

    url: str | None


def script_redirect(scripts: Sequence[str]) -> ScriptRedirect | None:
    """Return the last redirect at load in ``scripts``, otherwise one with a condition, otherwise None."""
    read = [tokens_of(script) for script in scripts]
    used = Counter(name for tokens in read for name in _names(tokens))
    found = [each for tokens in read for each in _Reader(tokens).redirects()]
    at_once = [each for each in found if each.runs and all(used[name] > 1 for name in each.functions)]
    if at_once:
        return ScriptRedirect(at_once[-1].url)
    return ScriptRedirect(None) if any(not each.runs for each in found) else None


def _names(tokens: Sequence[ScriptToken]) -> Iterator[str]:
    """Return every name in a script, also in code inside its texts."""
    for number, token in enumerate(tokens):
        if token.kind == "name":
            yield token.text
        elif number > 1 and tokens[number - 2].text == "setTimeout" and (code := literal(token)):
            yield from (each.text for each in tokens_of(code) if each.kind == "name")


class _FoundRedirect(NamedTuple):
    """A redirect at its place. It runs only when all ``functions`` are called."""

    url: str | None
    runs: bool
    functions: tuple[str, ...]


class _ScriptScope(NamedTuple):
    """An open bracket. ``callee`` is the name before a round one, ``event`` the first text in it."""

    callee: str = ""
    runs: bool = True
    functions: tuple[str, ...] = ()
    event: str = ""
    opened: int = -1


class _Reader:
    """One pass over the tokens of a script."""

    def __init__(self, tokens: Sequence[ScriptToken], *, nested: bool = False) -> None:
        self._tokens = tokens
        self._nested = nested
        self._scopes = [_ScriptScope()]
        self._closed = _ScriptScope()
        self._condition = False
        self._constants: dict[str, str | None] = {}

    def redirects(self) -> Iterator[_FoundRedirect]:
        """Yield every redirect, in order."""
        for number, token in enumerate(self._tokens):
            match token.text:
                case "(" | "[":
                    yield from self._open_round(number)
                case "{":
                    self._open_curly(number)
                case ")" | "]":
                    self._close_round()
                case "}":
                    self._pop()
                    self._condition = False
                case ";":
                    self._condition = False
                case "else":
                    self._condition = True
                case "=":
                    self._assign(number)
                case "location":
                    yield from self._location(number)
                case _:
                    self._note_event(token)

    # ------------------------------------------------------------ brackets

    def _at(self, number: int) -> ScriptToken:
        return self._tokens[number] if 0 <= number < len(self._tokens) else END

    @property
    def _here(self) -> _ScriptScope:
        return self._scopes[-1]

    def _pop(self) -> None:
        self._closed = self._scopes.pop() if len(self._scopes) > 1 else _ScriptScope()

    def _open_round(self, number: int) -> Iterator[_FoundRedirect]:
        before = self._at(number - 1)
        callee = before.text if before.kind == "name" else "." if before.text in {")", "]"} else ""
        runs = self._here.runs and before.text not in _BRANCHES
        self._scopes.append(self._here._replace(callee=callee, runs=runs, event="", opened=number))
        code = literal(self._at(number + 1)) if callee == "setTimeout" and not self._nested else None
        if code is not None:  # code in a text: parsed as a separate script
            runs, functions = self._runs(), self._here.functions
            for each in _Reader(tokens_of(code), nested=True).redirects():
                yield _FoundRedirect(each.url, each.runs and runs, (*functions, *each.functions))

    def _close_round(self) -> None:
        self._pop()
        if self._closed.callee in _CONDITIONS:
            self._condition = True

    def _note_event(self, token: ScriptToken) -> None:
        if token.kind == "string" and not self._here.event:
            self._scopes[-1] = self._here._replace(event=token.text[1:-1])

    def _open_curly(self, number: int) -> None:
        """Open a block; find out whether its content runs when the script reaches it."""
        scope = _ScriptScope(runs=self._runs(), functions=self._here.functions)
        before = self._at(number - 1).text
        if before == ")":
            scope = self._block_after_brackets(scope)
        elif before == "=>":
            scope = self._function(scope, self._arrow_start(number - 1))
        self._scopes.append(scope if len(scope.functions) <= MAX_FUNCTIONS else _ScriptScope(runs=False))
        self._condition = False

    def _block_after_brackets(self, scope: _ScriptScope) -> _ScriptScope:
        start = self._closed.opened - 1
        if self._at(start).text == "function":
            return self._function(scope, start)
        if self._at(start - 1).text == "function":
            return scope._replace(functions=(*scope.functions, self._at(start).text))
        return scope._replace(runs=False)  # after a condition, or the body of a method

    def _arrow_start(self, arrow: int) -> int:
        """Return the position of the parameters of an arrow function."""
        return self._closed.opened if self._at(arrow - 1).text == ")" else arrow - 1

    def _function(self, scope: _ScriptScope, start: int) -> _ScriptScope:
        """Return the scope of a function without a name that begins at ``start``."""
        if self._at(start - 1).text == "async":
            start -= 1
        before, around = self._at(start - 1).text, self._here
        if before == "=":
            return self._scope_of_assigned(scope, self._at(start - 2).text)
        is_called = before in _CALLING or (before == "(" and not around.callee)
        if is_called or (before in {"(", ","} and self._calls_back(around)):
            return scope
        return scope._replace(runs=False)

    def _scope_of_assigned(self, scope: _ScriptScope, name: str) -> _ScriptScope:
        """Return the scope of a function that is assigned to ``name``: it runs at load, or when called."""
        if name in _AT_LOAD:
            return scope
        if name.startswith("on"):
            return scope._replace(runs=False)
        return scope._replace(functions=(*scope.functions, name))

    def _calls_back(self, around: _ScriptScope) -> bool:
        return around.callee in _RUNNERS or (around.callee in _LISTENERS and around.event in _AT_LOAD)

    def _runs(self) -> bool:
        return self._here.runs and not self._condition

    # ------------------------------------------------------------ statements

    def _assign(self, number: int) -> None:
        """Store the value of a name; a name that is assigned twice has no known value."""
        name = self._at(number - 1)
        if name.kind == "name" and self._at(number - 2).text != ".":
            known = name.text in self._constants
            self._constants[name.text] = None if known else self._value(number + 1)

    def _location(self, number: int) -> Iterator[_FoundRedirect]:
        """Yield the redirect at a ``location``, if there is one."""
        start = number
        while self._at(start - 1).text == "." and self._at(start - 2).text in _GLOBALS:
            start -= 2
        before = self._at(start - 1)
        if before.text == "." or before.text in _DECLARING:
            return
        value = self._target(number + 1)
        if value is None:
            return
        runs = self._runs() and before.text not in _BRANCHES
        if before.text == "=>":
            runs = self._function(_ScriptScope(runs=runs), self._arrow_start(start - 1)).runs
        yield _FoundRedirect(self._value(value), runs, self._here.functions)

    def _target(self, number: int) -> int | None:
        """Return the position of the new URL, if the tokens from ``number`` on set one."""
        dot, name = self._at(number).text, self._at(number + 1).text
        if dot == "=":
            return number + 1
        if dot == "." and name == "href" and self._at(number + 2).text == "=":
            return number + 3
        if dot == "." and name in {"assign", "replace"} and self._at(number + 2).text == "(":
            return number + 3
        return None

    def _value(self, number: int) -> str | None:
        """Return the text of an expression of literals and known names; None for any other."""
        pieces: list[str] = []
        while True:
            token = self._at(number)
            piece = self._constants.get(token.text) if token.kind == "name" else literal(token)
            if piece is None:
                return None
            pieces.append(piece)
            after = self._at(number + 1)
            if after.text != "+" or after.kind != "mark":
                is_end = after.kind == "end" or after.text in _ENDS or after.is_first
                return "".join(pieces) if is_end else None
            number += 2
