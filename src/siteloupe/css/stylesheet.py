"""CSS text → declarations in their contexts: one pass, no tree, linear whatever the text.

A regex takes one statement at a time (a declaration, the head of a rule, or a closing brace); a stack knows
what it stands in. Errors are recovered from as css-syntax says, so broken sheets mean here what they mean in
a browser: https://drafts.csswg.org/css-syntax/#consume-block-contents. Selectors and values are not judged.
"""

import re
import string

from siteloupe.css.at_rules import SKIPPED, at_block, at_rule
from siteloupe.css.escapes import unescaped
from siteloupe.css.grammar import (
    BARE_URL,
    COMMENT,
    ESCAPE,
    IDENT,
    RUN,
    SPACE,
    SPACES,
    STRING,
    normalised,
    without_comments,
)
from siteloupe.css.imports import import_of
from siteloupe.css.nesting import joined
from siteloupe.css.rules import (
    Context,
    Declaration,
    Import,
    Kind,
    Stylesheet,
)

MAX_DECLARATIONS = 200_000
"""Different declarations of one sheet that are read; the largest framework known (Tailwind 2) has 3,500."""

MAX_RULES = 200_000
"""Rules of one sheet that are read; the same build has 39,000."""

MAX_DEPTH = 16
"""Blocks in blocks that are read; deeper ones are skipped."""

_GAP = rf"{SPACE}*+(?:{COMMENT}{SPACE}*+)*+"
_STATEMENT = re.compile(
    rf"{_GAP}(?>(?>((?:--[-\w]*+|-?[a-zA-Z_][-\w]*+){SPACE}*+:{RUN})|({RUN}))"
    r"(?:;[ \t\n;]*+(\}?+)|([{}])|\Z)|)",
    re.ASCII,
)
"""Declaration, or else any other run; then a closing brace behind its semicolon, or the brace that ends it.

It matches everywhere: with all groups None where brackets are too deep or unbalanced for a regex.
"""

_TOKEN = re.compile(
    rf"{ESCAPE}|{STRING}|{COMMENT}|{BARE_URL}|[^;{{}}()\[\]\"'\\/]++|/|([;{{}}()\[\]])", re.ASCII
)
_CLOSER = {"(": ")", "[": "]", "{": "}"}
_DECLARATION = re.compile(rf"({IDENT}){_GAP}:", re.ASCII)
_CUSTOM = re.compile(rf"--[-\w]*+{_GAP}:", re.ASCII)
_HTML_COMMENT = re.compile(rf"(?:<!--|-->|{_GAP}(?=<!--|-->))++{_GAP}", re.ASCII)

_HOLDS_RULES = frozenset({"sheet", "group", "style", "keyframes"})
_APART = frozenset({"font-face", "property"})
_PLAIN = frozenset({"sheet", "group"})
_PLAIN_BEGINNINGS = frozenset(".#*:[" + string.ascii_letters)

_STRAY = Declaration("", "", important=False)
"""Anything at top level that is no rule: browsers read on from it to the next block, and drop both."""


def read(text: str) -> Stylesheet:
    """Read a whole sheet. Never raises: any text is some stylesheet."""
    return _Reader(normalised(text), "sheet").read()


def read_style_attribute(text: str) -> Stylesheet:
    """Read the declarations of a ``style`` attribute; their context has no selector.

    Source: https://drafts.csswg.org/css-style-attr/#syntax
    """
    return _Reader(normalised(text), "style").read()


class _Reader:
    """One pass over one text."""

    def __init__(self, text: str, kind: Kind) -> None:
        self._text = text
        first = Context((), "", kind)
        self._stack = [first]
        self._flat: list[Declaration] = []
        self._starts = [0]
        self._contexts = [first]
        self._memo: dict[str, Declaration] = {}
        self._names: dict[str, str] = {}
        self._apart: list[int] = []
        self._imports: list[Import] = []
        self._imports_over = False
        self._cut = False

    def read(self) -> Stylesheet:
        position, size = 0, len(self._text)
        while position < size:
            position = self._statements(position)
        return Stylesheet(
            self._flat, self._starts, self._contexts, self._apart, tuple(self._imports), self._cut
        )

    def _statements(self, position: int) -> int:
        """Take statements from ``position`` to the end or one out of the ordinary; return where it ended."""
        add, memo = self._flat.append, self._memo
        for match in _STATEMENT.finditer(self._text, position):
            declaration, other, behind, brace = match.groups()
            if declaration is not None and brace != "{":
                add(memo.get(declaration) or self._declaration(declaration))
            elif brace == "{":
                if (
                    declaration is not None
                    and declaration.startswith("--")
                    and self._stack[-1].kind != "sheet"
                ):
                    return self._unusual(match.start(1))
                self._open(declaration or other)
                continue
            elif other is None:
                return self._unusual(match.end())
            elif other or behind is not None:
                self._statement(other)
            if behind or brace:
                self._close()
        return len(self._text)

    def _unusual(self, start: int) -> int:
        """Take one statement by counting its brackets; those of a custom property's value may be braces."""
        nested = self._stack[-1].kind != "sheet"
        braces_nest = nested and _CUSTOM.match(self._text, start) is not None
        end, mark = self._end_of_statement(start, braces_nest=braces_nest)
        statement = self._text[start:end]
        if mark == "{":
            self._open(statement)
        else:
            self._statement(statement)
            if mark == "}":
                self._close()
        return end + 1

    def _end_of_statement(self, start: int, *, braces_nest: bool) -> tuple[int, str]:
        expected: list[str] = []
        for token in _TOKEN.finditer(self._text, start):
            if (mark := token[1]) is None:
                continue
            if expected:
                if mark == expected[-1]:
                    expected.pop()
                elif mark in _CLOSER:
                    expected.append(_CLOSER[mark])
            elif mark in ";}" or (mark == "{" and not braces_nest):
                return token.start(), mark
            elif mark in _CLOSER:
                expected.append(_CLOSER[mark])
        return len(self._text), ""

    def _statement(self, text: str) -> None:
        """Take what ended at a semicolon, a closing brace or the end, and is no plain declaration."""
        at_top = self._stack[-1].kind == "sheet"
        if at_top:
            text = _without_html_comments(text)
        if text.startswith("@"):
            if at_top and not self._is_stray():
                self._at_statement(*at_rule(text))
        elif at_top:
            self._flat.append(_STRAY)
        elif match := _DECLARATION.match(text):
            self._flat.append(_declared(_property(unescaped(match[1])), text[match.end() :]))

    def _at_statement(self, name: str, prelude: str) -> None:
        """An at-rule without a block; only imports say something."""
        if name == "import":
            if found := import_of(prelude, late=self._imports_over):
                self._imports.append(found)
        elif name not in {"charset", "layer"}:
            self._imports_over = True

    def _is_stray(self) -> bool:
        """Whether something stands before the current place that is part of no rule."""
        return len(self._flat) > self._starts[-1]

    def _declaration(self, text: str) -> Declaration:
        if len(self._memo) >= MAX_DECLARATIONS:
            self._cut = True
            return _STRAY
        name, _, value = text.partition(":")
        if (known := self._names.get(name)) is None:
            known = self._names[name] = _property(name.rstrip(SPACES))
        made = self._memo[text] = _declared(known, value)
        return made

    def _open(self, prelude: str) -> None:
        stack = self._stack
        around = stack[-1]
        kind = around.kind
        if kind == "skipped":
            stack.append(SKIPPED)
            return
        if kind in _PLAIN and prelude[:1] in _PLAIN_BEGINNINGS and prelude[-1] != ":" and "/*" not in prelude:
            context = Context(
                around.conditions, prelude.rstrip(SPACES)
            )  # most rules: no more calls than this
        else:
            context = self._place(around, prelude)
        if kind == "sheet":
            self._imports_over = True
            if self._is_stray():
                context = SKIPPED
        if len(stack) > MAX_DEPTH or len(self._starts) > MAX_RULES:
            self._cut = True
            context = SKIPPED
        stack.append(context)
        self._turn_to(context)
        if context.kind in _APART:
            self._apart.append(len(self._starts) - 1)

    def _close(self) -> None:
        stack = self._stack
        if len(stack) > 1:
            stack.pop()
        elif stack[0].kind == "sheet":
            self._flat.append(_STRAY)
            return
        else:  # a style attribute ends at its first unmatched brace
            stack[0] = SKIPPED
        self._turn_to(stack[-1])

    def _turn_to(self, context: Context) -> None:
        """Declarations from here on stand in ``context``."""
        here = len(self._flat)
        if self._starts[-1] == here:
            self._contexts[-1] = context
        else:
            self._starts.append(here)
            self._contexts.append(context)

    def _place(self, around: Context, prelude: str) -> Context:
        """The context inside a block that ``prelude`` opens."""
        if "/*" in prelude:
            prelude = without_comments(prelude)
        if around.kind == "sheet":
            prelude = _without_html_comments(prelude)
        prelude = prelude.strip(SPACES)
        if prelude.startswith("@"):
            return at_block(around, *at_rule(prelude))
        if around.kind not in _HOLDS_RULES or not _may_be_selector(prelude):
            return SKIPPED
        if around.kind == "keyframes":
            return Context(around.conditions, prelude.lower(), "keyframe")
        return Context(around.conditions, joined(around.selector, prelude) if around.selector else prelude)


def _may_be_selector(prelude: str) -> bool:
    """Whether browsers would not take ``prelude`` for a broken declaration, or nothing."""
    return prelude != "" and prelude[-1] != ":" and not (prelude.startswith("--") and _CUSTOM.match(prelude))


def _property(name: str) -> str:
    """A property's name; case counts in custom ones alone, and in letters beyond ASCII."""
    return name if name.startswith("--") or not name.isascii() else name.lower()


def _declared(name: str, value: str) -> Declaration:
    value = without_comments(value).strip(SPACES)
    if "!" in value:
        before, _, word = value.rpartition("!")
        if word.strip(SPACES).lower() == "important":
            return Declaration(name, before.rstrip(SPACES), important=True)
    return Declaration(name, value, False)  # noqa: FBT003 — a keyword costs a fifth of the whole


def _without_html_comments(text: str) -> str:
    """At top level the marks of an HTML comment are white space."""
    if not text.startswith(("<!--", "-->")):
        return text
    return text[match.end() :] if (match := _HTML_COMMENT.match(text)) else text
