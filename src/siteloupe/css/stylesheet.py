"""CSS text → declarations in their contexts: one pass, no tree, linear whatever the text.

A regex takes a whole rule at a time or, where one holds more than declarations, one statement of it (a
declaration, the head of a rule, or a closing brace); a stack knows what it stands in. Errors are recovered
from as css-syntax says, so broken sheets mean here what they mean in a browser:
https://drafts.csswg.org/css-syntax/#consume-block-contents. Selectors and values are not judged.
"""

import re

from siteloupe.css.blocks import (
    CUSTOM_PROPERTY,
    MAX_DEPTH,
    SKIPPED_BLOCK,
    Block,
    Blocks,
    at_rule,
    strip_html_comments,
)
from siteloupe.css.declarations import DeclarationReader
from siteloupe.css.grammar import (
    BARE_URL,
    COMMENT,
    ESCAPE,
    GAP,
    RUN,
    RUNS,
    SPACE,
    SPACES,
    STRING,
    normalize,
)
from siteloupe.css.imports import import_of
from siteloupe.css.rules import (
    BlockKind,
    Context,
    Declaration,
    DeclarationBlock,
    Import,
    Stylesheet,
)

MAX_RULES = 45_000
"""Rules of one sheet that are read; Tailwind 2 has 39,000."""

_STATEMENT = re.compile(
    rf"{GAP}(?>(?![@<{{-])({RUN})\{{({RUNS})\}}"
    rf"|(?>((?:--[-\w]*+|-?[a-zA-Z_][-\w]*+){SPACE}*+:{RUN})|({RUN}))"
    r"(?:;[ \t\n;]*+(\}?+)|([{}])|\Z)|)",
    re.ASCII,
)
"""A rule of nothing but declarations, whole: nearly all are, and one match costs less than many.

Or else a declaration, or any other run; then a closing brace behind its semicolon, or the brace that ends it.
It matches everywhere: with all groups None where brackets are too deep or unbalanced for a regex.
"""

_TOKEN = re.compile(
    rf"{ESCAPE}|{STRING}|{COMMENT}|{BARE_URL}|[^;{{}}()\[\]\"'\\/]++|/|([;{{}}()\[\]])", re.ASCII
)
_CLOSER = {"(": ")", "[": "]", "{": "}"}
_SHOWN = frozenset({"style", "keyframe"})
_APART = frozenset({"font-face", "property"})

_STRAY = Declaration("", "", important=False)
"""Anything at top level that is no rule: browsers read on from it to the next block, and drop both."""


def read(text: str) -> Stylesheet:
    """Read a whole sheet. Never raises: any text is some stylesheet."""
    return _SheetReader(normalize(text), "sheet").read()


def read_style_attribute(text: str) -> Stylesheet:
    """Read the declarations of a ``style`` attribute; their context has no selector.

    Source: https://drafts.csswg.org/css-style-attr/#syntax
    """
    return _SheetReader(normalize(text), "style").read()


class _SheetReader:
    """One pass over one text."""

    def __init__(self, text: str, kind: BlockKind) -> None:
        self._text = text
        self._stack = [Block(Context((), "", kind))]
        self._blocks = Blocks()
        self._declarations = DeclarationReader()
        self._contexts: list[Context] = []
        self._bodies: list[DeclarationBlock] = []
        self._loose: list[Declaration] = []
        self._apart: list[tuple[Context, DeclarationBlock]] = []
        self._imports: list[Import] = []
        self._imports_over = False
        self._cut = False

    def read(self) -> Stylesheet:
        position, size = 0, len(self._text)
        while position < size:
            position = self._statements(position)
        if self._loose:
            self._gather()
        cut = self._cut or self._declarations.cut
        return Stylesheet(self._contexts, self._bodies, self._apart, tuple(self._imports), cut)

    def _statements(self, position: int) -> int:
        """Take statements from ``position`` to the end or one out of the ordinary; return where it ended."""
        known, read, loose = self._declarations.bodies, self._declarations.body, self._loose
        declared, declare = self._declarations.declarations, self._declarations.declaration
        contexts, bodies, stack = self._contexts, self._bodies, self._stack
        for match in _STATEMENT.finditer(self._text, position):
            prelude, text, declaration, other, behind, brace = match.groups()
            if text is not None:
                prelude = prelude.rstrip(SPACES)
                body = known.get(text) or read(text)
                block = stack[-1]
                odd = prelude[-1] == ":" or "/*" in prelude or not body.declarations
                if (kind := block.rules) is None or odd or loose or len(bodies) >= MAX_RULES:
                    self._rule(prelude, body)
                else:  # nearly all rules: no more calls for one than these
                    prelude = prelude if kind == "style" else prelude.lower()
                    contexts.append(Context(block.conditions, prelude, kind))
                    bodies.append(body)
                continue
            if declaration is not None and brace != "{":
                loose.append(declared.get(declaration) or declare(declaration) or _STRAY)
            elif brace == "{":
                custom = declaration is not None and declaration.startswith("--")
                if custom and self._stack[-1].context.kind != "sheet":
                    return self._unusual(match.start(3))
                self._open(declaration or other)
                continue
            elif other is None:
                return self._unusual(match.end())
            elif other or behind is not None:
                self._statement(other)
            if behind or brace:
                self._close()
        return len(self._text)

    def _rule(self, prelude: str, body: DeclarationBlock) -> None:
        """Take a rule of which all is known."""
        context = self._inside(prelude).context
        if self._loose:
            self._gather()
        self._keep(context, body)

    def _unusual(self, start: int) -> int:
        """Take one statement by counting its brackets; those of a custom property's value may be braces."""
        nested = self._stack[-1].context.kind != "sheet"
        braces_nest = nested and CUSTOM_PROPERTY.match(self._text, start) is not None
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
        at_top = self._stack[-1].context.kind == "sheet"
        if at_top:
            text = strip_html_comments(text)
        if text.startswith("@"):
            if at_top and not self._loose:
                self._at_statement(*at_rule(text))
        else:
            self._take(text)

    def _take(self, text: str) -> None:
        """Take a declaration, or what is none."""
        if self._stack[-1].context.kind == "sheet":
            self._loose.append(_STRAY)
        elif (found := self._declarations.declaration(text)) is not None:
            self._loose.append(found)

    def _at_statement(self, name: str, prelude: str) -> None:
        """An at-rule without a block; only imports say something."""
        if name == "import":
            if found := import_of(prelude, late=self._imports_over or bool(self._contexts)):
                self._imports.append(found)
        elif name not in {"charset", "layer"}:
            self._imports_over = True

    def _open(self, prelude: str) -> None:
        block = self._inside(prelude)
        if self._loose:
            self._gather()
        self._stack.append(block)

    def _close(self) -> None:
        alone = len(self._stack) == 1
        if alone and self._stack[0].context.kind == "sheet":
            if not self._loose:
                self._loose.append(_STRAY)
            return
        if self._loose:
            self._gather()
        if alone:  # a style attribute ends at its first unmatched brace
            self._stack[0] = SKIPPED_BLOCK
        else:
            self._stack.pop()

    def _inside(self, prelude: str) -> Block:
        """The block that ``prelude`` opens here."""
        here = self._stack[-1]
        kind = here.context.kind
        if kind == "skipped":
            return SKIPPED_BLOCK
        if kind == "sheet":
            self._imports_over = True
            if self._loose:
                return SKIPPED_BLOCK
        if len(self._stack) > MAX_DEPTH or len(self._bodies) + len(self._apart) >= MAX_RULES:
            self._cut = True
            return SKIPPED_BLOCK
        return self._blocks.inside(here, prelude)

    def _gather(self) -> None:
        """Put together the declarations that were taken one by one."""
        declarations = tuple([one for one in self._loose if one is not _STRAY])
        self._keep(self._stack[-1].context, DeclarationBlock(declarations, custom=True))
        self._loose.clear()

    def _keep(self, context: Context, body: DeclarationBlock) -> None:
        """Take what stands in ``context``, where it is of use."""
        if not body.declarations:
            return
        if context.kind in _SHOWN:
            self._contexts.append(context)
            self._bodies.append(body)
        elif context.kind in _APART:
            if self._apart and self._apart[-1][0] is context:  # something else stood in between
                _, before = self._apart.pop()
                body = DeclarationBlock((*before.declarations, *body.declarations), custom=True)
            self._apart.append((context, body))
