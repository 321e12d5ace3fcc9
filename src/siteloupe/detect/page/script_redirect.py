"""Where scripts send a visitor at once: ``location = "…"``, ``.href =``, ``.assign("…")``, ``.replace("…")``.

Scripts are read, never run. What runs under a condition, on a click, or in a function that nobody calls is
told apart from what runs as soon as the page is there.
Source: https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-location-interface
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from siteloupe.detect.page.script_tokens import END, ScriptToken, literal, tokens_of

_GLOBALS = frozenset({"window", "self", "top", "parent", "document", "globalThis", "this"})
_RUNNERS = frozenset({"setTimeout", "requestAnimationFrame", "queueMicrotask", "ready", "$", "jQuery"})
"""What calls a function that it is given, whatever happens."""

_LISTENERS = frozenset({"addEventListener", "attachEvent", "on", "one", "bind"})
_AT_LOAD = frozenset({"load", "onload", "DOMContentLoaded", "pageshow", "onpageshow", "readystatechange"})
_CONDITIONS = frozenset({"if", "for", "while", "switch", "catch", "with"})
_DECLARING = frozenset({"var", "let", "const", "function"})
_BRANCHES = frozenset({"?", ":", "&&", "||", "??"})
_CALLING = frozenset({"!", "+", "-", "~", "void"})
"""What makes a function of what follows, so that it can be called on the spot."""

_ENDS = frozenset({";", ",", ")", "}", "]"})

MAX_FUNCTIONS = 8
"""Functions inside of each other; what is further in counts as never called."""


@dataclass(frozen=True, slots=True)
class ScriptRedirect:
    """A redirect that scripts carry out: ``url`` as written, None where it is computed or has a condition."""

    url: str | None


def script_redirect(scripts: Sequence[str]) -> ScriptRedirect | None:
    """The last redirect that ``scripts`` carry out at once; else one that depends on something; else None."""
    read = [tokens_of(script) for script in scripts]
    used = Counter(name for tokens in read for name in _names(tokens))
    found = [each for tokens in read for each in _Reader(tokens).found()]
    at_once = [each for each in found if each.runs and all(used[name] > 1 for name in each.functions)]
    if at_once:
        return ScriptRedirect(at_once[-1].url)
    return ScriptRedirect(None) if any(not each.runs for each in found) else None


def _names(tokens: Sequence[ScriptToken]) -> Iterator[str]:
    """Every name in a script, those in code that it has as text included."""
    for number, token in enumerate(tokens):
        if token.kind == "name":
            yield token.text
        elif number > 1 and tokens[number - 2].text == "setTimeout" and (code := literal(token)):
            yield from (each.text for each in tokens_of(code) if each.kind == "name")


class _Found(NamedTuple):
    """A redirect where it stands. ``functions`` must be called for it to run."""

    url: str | None
    runs: bool
    functions: tuple[str, ...]


class _Scope(NamedTuple):
    """An open bracket. ``callee`` is the name before a round one, ``event`` the first text inside of it."""

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
        self._scopes = [_Scope()]
        self._closed = _Scope()
        self._condition = False
        self._constants: dict[str, str | None] = {}

    def found(self) -> Iterator[_Found]:
        """Every redirect, in order."""
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
    def _here(self) -> _Scope:
        return self._scopes[-1]

    def _pop(self) -> None:
        self._closed = self._scopes.pop() if len(self._scopes) > 1 else _Scope()

    def _open_round(self, number: int) -> Iterator[_Found]:
        before = self._at(number - 1)
        callee = before.text if before.kind == "name" else "." if before.text in {")", "]"} else ""
        runs = self._here.runs and before.text not in _BRANCHES
        self._scopes.append(self._here._replace(callee=callee, runs=runs, event="", opened=number))
        code = literal(self._at(number + 1)) if callee == "setTimeout" and not self._nested else None
        if code is not None:  # code in a text: read as a script of its own
            runs, functions = self._runs(), self._here.functions
            for each in _Reader(tokens_of(code), nested=True).found():
                yield _Found(each.url, each.runs and runs, (*functions, *each.functions))

    def _close_round(self) -> None:
        self._pop()
        if self._closed.callee in _CONDITIONS:
            self._condition = True

    def _note_event(self, token: ScriptToken) -> None:
        if token.kind == "string" and not self._here.event:
            self._scopes[-1] = self._here._replace(event=token.text[1:-1])

    def _open_curly(self, number: int) -> None:
        """A block: does what is in it run when the script gets there?"""
        scope = _Scope(runs=self._runs(), functions=self._here.functions)
        before = self._at(number - 1).text
        if before == ")":
            scope = self._block_after_brackets(scope)
        elif before == "=>":
            scope = self._function(scope, self._arrow_start(number - 1))
        self._scopes.append(scope if len(scope.functions) <= MAX_FUNCTIONS else _Scope(runs=False))
        self._condition = False

    def _block_after_brackets(self, scope: _Scope) -> _Scope:
        start = self._closed.opened - 1
        if self._at(start).text == "function":
            return self._function(scope, start)
        if self._at(start - 1).text == "function":
            return scope._replace(functions=(*scope.functions, self._at(start).text))
        return scope._replace(runs=False)  # after a condition, or a method's

    def _arrow_start(self, arrow: int) -> int:
        """Where the parameters of an arrow function begin."""
        return self._closed.opened if self._at(arrow - 1).text == ")" else arrow - 1

    def _function(self, scope: _Scope, start: int) -> _Scope:
        """The body of a function without a name of its own, which begins at ``start``."""
        if self._at(start - 1).text == "async":
            start -= 1
        before, around = self._at(start - 1).text, self._here
        if before == "=":
            return self._assigned(scope, self._at(start - 2).text)
        is_called = before in _CALLING or (before == "(" and not around.callee)
        if is_called or (before in {"(", ","} and self._calls_back(around)):
            return scope
        return scope._replace(runs=False)

    def _assigned(self, scope: _Scope, name: str) -> _Scope:
        """The body of a function that is assigned to ``name``: what happens at load, or may be called."""
        if name in _AT_LOAD:
            return scope
        if name.startswith("on"):
            return scope._replace(runs=False)
        return scope._replace(functions=(*scope.functions, name))

    def _calls_back(self, around: _Scope) -> bool:
        return around.callee in _RUNNERS or (around.callee in _LISTENERS and around.event in _AT_LOAD)

    def _runs(self) -> bool:
        return self._here.runs and not self._condition

    # ------------------------------------------------------------ statements

    def _assign(self, number: int) -> None:
        """Remember what a name stands for; what is assigned twice stands for nothing sure."""
        name = self._at(number - 1)
        if name.kind == "name" and self._at(number - 2).text != ".":
            known = name.text in self._constants
            self._constants[name.text] = None if known else self._value(number + 1)

    def _location(self, number: int) -> Iterator[_Found]:
        """What is done to a ``location``: gone to another, or nothing."""
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
            runs = self._function(_Scope(runs=runs), self._arrow_start(start - 1)).runs
        yield _Found(self._value(value), runs, self._here.functions)

    def _target(self, number: int) -> int | None:
        """Where the new address stands, when the tokens from ``number`` on set one."""
        dot, name = self._at(number).text, self._at(number + 1).text
        if dot == "=":
            return number + 1
        if dot == "." and name == "href" and self._at(number + 2).text == "=":
            return number + 3
        if dot == "." and name in {"assign", "replace"} and self._at(number + 2).text == "(":
            return number + 3
        return None

    def _value(self, number: int) -> str | None:
        """The text of an expression: literals, and names that stand for one, added up; None for any other."""
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
