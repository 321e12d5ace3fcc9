"""CSS text → declarations in their contexts: one pass, no tree, linear time for any text.

A regex matches a whole rule at a time or, when a rule contains more than declarations, one statement of it
(a declaration, a prelude, or a closing brace). A stack holds the open blocks. Error recovery follows
css-syntax, so broken sheets mean here what they mean in a browser:
https://drafts.csswg.org/css-syntax/#consume-block-contents. Selectors and values are not validated.
"""

import re
from contextlib import suppress

from siteloupe.css.blocks import (
    CUSTOM_PROPERTY,
    MAX_DEPTH,
    SKIPPED_BLOCK,
    Block,
    BlockCache,
    split_at_rule,
    strip_html_comments,
)
from siteloupe.css.brackets import find_mark
from siteloupe.css.declarations import DeclarationReader, SheetTooLarge
from siteloupe.css.grammar import GAP, RUN, RUNS, SPACE, SPACES, normalize
from siteloupe.css.imports import parse_import
from siteloupe.css.rules import (
    BlockKind,
    Context,
    Declaration,
    DeclarationBlock,
    Import,
    Stylesheet,
)

MAX_RULES = 45_000
"""Most rules of one sheet; Tailwind 2 has 39,000."""

MAX_SELECTOR_WORK = 125_000
"""Most work that the selectors of one sheet may be, in the measure of ``declarations.work_of``."""

RULE_WORK = 2
BLOCK_WORK = 8
"""The work of a rule, and of a block with others inside, whose condition is read too."""

MAX_BRACES = 200_000
"""Most closing braces; Tailwind 2 has 50,000."""

MAX_IMPORTS = 2_000
"""Most imports of one sheet; no visit asks for so many."""

_STATEMENT = re.compile(
    rf"{GAP}(?>(?![@<{{-])({RUN})\{{({RUNS})\}}"
    rf"|(?>((?:--[-\w]*+|-?[a-zA-Z_][-\w]*+){SPACE}*+:{RUN})|({RUN}))"
    r"(?:;[ \t\n;]*+(\}?+)|(\{|\}++)|\Z)|)",
    re.ASCII,
)
"""A whole rule that contains only declarations: nearly all rules do, and one match is faster than many.

Otherwise a declaration or any other run of text, then a closing brace after its semicolon, or the brace that
ends it, with all closing braces behind it. It matches everywhere: all groups are None where brackets are too
deep or unbalanced for a regex.
"""

_ONLY_DECLARATIONS = re.compile(rf"{RUNS}\Z", re.ASCII)
"""Text that :meth:`DeclarationReader.read_body` can read: nearly all style attributes."""

_ATTRIBUTE = Context((), "")

_WITH_DECLARATIONS = frozenset({"style", "keyframe"})
_WITH_DESCRIPTORS = frozenset({"font-face", "property"})

_STRAY = Declaration("", "", important=False)
"""Text at top level that is not a rule: browsers read from it to the next block, and drop both."""


def parse_stylesheet(text: str) -> Stylesheet:
    """Parse a whole sheet. Never raises: any text is a valid input."""
    return _StylesheetParser(normalize(text), "sheet").parse()


def parse_style_attribute(text: str) -> Stylesheet:
    """Parse the declarations of a ``style`` attribute; their context has no selector.

    Source: https://drafts.csswg.org/css-style-attr/#syntax
    """
    text = normalize(text)
    if _ONLY_DECLARATIONS.match(text) is not None:
        reader = DeclarationReader()
        with suppress(SheetTooLarge):
            body = reader.read_body(text)
            if not body.declarations:
                return Stylesheet((), (), (), (), truncated=False, work=reader.work)
            work = RULE_WORK + reader.work
            return Stylesheet((_ATTRIBUTE,), (body,), (), (), truncated=False, work=work)
    return _StylesheetParser(text, "style").parse()


class _StylesheetParser:
    """One pass over one text."""

    def __init__(self, text: str, kind: BlockKind) -> None:
        self._text = text
        self._stack = [Block(Context((), "", kind))]
        self._blocks = BlockCache()
        self._declarations = DeclarationReader()
        self._contexts: list[Context] = []
        self._bodies: list[DeclarationBlock] = []
        self._loose: list[Declaration] = []
        self._descriptor_blocks: list[tuple[Context, list[Declaration]]] = []
        self._imports: list[Import] = []
        self._imports_over = False
        self._opened = 0
        self._truncated = False

    def parse(self) -> Stylesheet:
        if self._text.count("}") > MAX_BRACES:
            self._text = "}".join(self._text.split("}", MAX_BRACES)[:MAX_BRACES])
            self._truncated = True
        position, size = 0, len(self._text)
        try:
            while position < size:
                position = self._read_statements(position)
        except SheetTooLarge:
            self._truncated = True
        if self._loose:
            self._close_declarations()
        descriptors = [
            (context, DeclarationBlock(tuple(declarations), custom=True))
            for context, declarations in self._descriptor_blocks
        ]
        work = self._limit_selectors() + self._declarations.work
        work += RULE_WORK * (len(descriptors) + len(self._imports)) + BLOCK_WORK * self._opened
        imports = tuple(self._imports)
        return Stylesheet(self._contexts, self._bodies, descriptors, imports, self._truncated, work)

    def _limit_selectors(self) -> int:
        """Leave out the rules whose selectors are too much work; return the work of those that are left."""
        selectors = [context.selector for context in self._contexts]
        work = _selector_work("".join(selectors)) + RULE_WORK * len(selectors)
        if work <= MAX_SELECTOR_WORK:
            return work
        work = 0
        for number, selector in enumerate(selectors):
            work += _selector_work(selector) + RULE_WORK
            if work > MAX_SELECTOR_WORK:
                del self._contexts[number:], self._bodies[number:]
                self._truncated = True
                break
        return work

    def _read_statements(self, position: int) -> int:
        """Take statements from ``position`` to the end, or to an unusual one; return where it ended."""
        known, read, loose = self._declarations.bodies, self._declarations.read_body, self._loose
        declarations, read_one = self._declarations.declarations, self._declarations.read_declaration
        contexts, bodies, stack = self._contexts, self._bodies, self._stack
        for match in _STATEMENT.finditer(self._text, position):
            prelude, text, declaration, other, behind, brace = match.groups()
            if text is not None:
                prelude = prelude.rstrip(SPACES)
                body = known.get(text) or read(text)
                block = stack[-1]
                is_odd = prelude[-1] == ":" or "/*" in prelude or not body.declarations
                if (kind := block.rules) is None or is_odd or loose or len(bodies) >= MAX_RULES:
                    self._take_rule(prelude, body)
                else:  # nearly all rules come here, so this path makes few calls
                    prelude = prelude if kind == "style" else prelude.lower()
                    contexts.append(Context(block.conditions, prelude, kind))
                    bodies.append(body)
                continue
            if declaration is not None and brace != "{":
                loose.append(declarations.get(declaration) or read_one(declaration) or _STRAY)
            elif brace == "{":
                if (end := self._take_prelude(match)) is not None:
                    return end
                continue
            elif other is None:
                return self._take_unusual(match.end())
            elif other or behind is not None:
                self._take_statement(other)
            for _ in behind or brace or "":
                self._close_block()
        return len(self._text)

    def _take_prelude(self, match: re.Match[str]) -> int | None:
        """Open a block with others inside; return where to go on, None where the match ended."""
        prelude, other = match.group(3, 4)
        if prelude is not None and prelude.startswith("--") and self._stack[-1].context.kind != "sheet":
            return self._take_unusual(match.start(3))
        end = self._open_block(other if prelude is None else prelude, match.end())
        return None if end == match.end() else end

    def _take_rule(self, prelude: str, body: DeclarationBlock) -> None:
        """Take a rule whose declarations are already parsed."""
        context = self._block_for(prelude).context
        if self._loose:
            self._close_declarations()
        self._add_block(context, body)

    def _take_unusual(self, start: int) -> int:
        """Take one statement by counting its brackets; a custom property's value may contain braces."""
        nested = self._stack[-1].context.kind != "sheet"
        braces_nest = nested and CUSTOM_PROPERTY.match(self._text, start) is not None
        end = find_mark(self._text, start, ";}" if braces_nest else ";{}")
        statement, mark = self._text[start:end], self._text[end : end + 1]
        if mark == "{":
            return self._open_block(statement, end + 1)
        self._take_statement(statement)
        if mark == "}":
            self._close_block()
        return end + 1

    def _take_statement(self, text: str) -> None:
        """Take a statement that ended at a semicolon, a closing brace or the end; not a plain declaration."""
        at_top = self._stack[-1].context.kind == "sheet"
        if at_top:
            text = strip_html_comments(text)
        if text.startswith("@"):
            if at_top and not self._loose:
                self._take_at_statement(*split_at_rule(text))
        else:
            self._take_declaration(text)

    def _take_declaration(self, text: str) -> None:
        """Take a declaration; ignore text that is not one."""
        if self._stack[-1].context.kind == "sheet":
            self._loose.append(_STRAY)
        elif (declaration := self._declarations.read_declaration(text)) is not None:
            self._loose.append(declaration)

    def _take_at_statement(self, name: str, prelude: str) -> None:
        """Take an at-rule without a block; only imports have an effect."""
        if name == "import":
            late = self._imports_over or bool(self._contexts)
            if len(self._imports) >= MAX_IMPORTS:
                self._truncated = True
            elif (statement := parse_import(prelude, late=late)) is not None:
                self._imports.append(statement)
        elif name not in {"charset", "layer"}:
            self._imports_over = True

    def _open_block(self, prelude: str, start: int) -> int:
        """Open the block at ``start``; return where to go on: behind a block that no browser applies."""
        self._opened += 1
        block = self._block_for(prelude)
        if self._loose:
            self._close_declarations()
        if block is SKIPPED_BLOCK:
            return find_mark(self._text, start, "}") + 1
        self._stack.append(block)
        return start

    def _close_block(self) -> None:
        alone = len(self._stack) == 1
        if alone and self._stack[0].context.kind == "sheet":
            if not self._loose:
                self._loose.append(_STRAY)
            return
        if self._loose:
            self._close_declarations()
        if alone:  # a style attribute ends at its first unmatched brace
            self._stack[0] = SKIPPED_BLOCK
        else:
            self._stack.pop()

    def _block_for(self, prelude: str) -> Block:
        """Return the block that ``prelude`` opens here."""
        here = self._stack[-1]
        kind = here.context.kind
        if kind == "skipped":
            return SKIPPED_BLOCK
        if kind == "sheet":
            self._imports_over = True
            if self._loose:
                return SKIPPED_BLOCK
        if len(self._stack) > MAX_DEPTH or len(self._bodies) + len(self._descriptor_blocks) >= MAX_RULES:
            self._truncated = True
            return SKIPPED_BLOCK
        return self._blocks.open_block(here, prelude)

    def _close_declarations(self) -> None:
        """Add the declarations that were taken one by one as one block."""
        declarations = tuple([one for one in self._loose if one is not _STRAY])
        self._add_block(self._stack[-1].context, DeclarationBlock(declarations, custom=True))
        self._loose.clear()

    def _add_block(self, context: Context, body: DeclarationBlock) -> None:
        """Add the declarations of ``context`` when its kind is one that analyses use."""
        if not body.declarations:
            return
        if context.kind in _WITH_DECLARATIONS:
            self._contexts.append(context)
            self._bodies.append(body)
        elif context.kind in _WITH_DESCRIPTORS:
            # The same context comes again after a nested block.
            if not self._descriptor_blocks or self._descriptor_blocks[-1][0] is not context:
                self._descriptor_blocks.append((context, []))
            self._descriptor_blocks[-1][1].extend(body.declarations)


def _selector_work(selectors: str) -> int:
    """How much work it takes to match ``selectors``, by their lists and functions."""
    return 2 * selectors.count(",") + 8 * selectors.count("(")
