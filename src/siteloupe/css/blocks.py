"""The blocks of a sheet: what each may contain, by the text in front of its brace.

Sources: https://drafts.csswg.org/css-syntax/#consume-qualified-rule,
https://drafts.csswg.org/css-syntax/#at-rules and the modules that define each at-rule,
https://drafts.csswg.org/css-nesting/#nest-selector
"""

import re
from collections.abc import Mapping

from siteloupe.css.grammar import ESCAPE, GAP, IDENT, SPACES, STRING, strip_comments, unescape, unquote
from siteloupe.css.rules import AtRule, BlockKind, Context
from siteloupe.css.values import split_commas

MAX_DEPTH = 16
"""Most levels of nested blocks; deeper blocks are skipped."""

MAX_KNOWN = 10_000
"""Most blocks of one sheet in the cache: many different blocks must not fill the memory."""

CUSTOM_PROPERTY = re.compile(rf"--[-\w]*+{GAP}:", re.ASCII)
"""The beginning of a custom property's declaration, whose value may contain braces."""

MAX_PRELUDE = 2_001
"""Characters kept of a condition: one more than the longest media query that is evaluated."""

SKIPPED = Context((), "", "skipped")
"""The context of declarations that no browser applies."""

MAX_SELECTOR = 4096
"""Longest nested selector after joining, in characters; a longer one stays as written, with its ``&``."""

_HTML_COMMENT = re.compile(rf"(?:<!--|-->|{GAP}(?=<!--|-->))++{GAP}", re.ASCII)
_HOLDS_RULES = frozenset({"sheet", "group", "style", "keyframes"})
_WITH_DESCRIPTORS = frozenset({"font-face", "property"})
_RULES: Mapping[BlockKind, BlockKind] = {"sheet": "style", "group": "style", "keyframes": "keyframe"}
_AT_RULE = re.compile(rf"@({IDENT})", re.ASCII)
_AMPERSAND = re.compile(rf"({STRING}|{ESCAPE})|&", re.ASCII)
_GROUPS = frozenset({"media", "supports", "layer", "container", "scope", "starting-style"})
_KINDS: dict[str, BlockKind] = {
    "font-face": "font-face",
    "property": "property",
    "keyframes": "keyframes",
    "-webkit-keyframes": "keyframes",
    "-moz-keyframes": "keyframes",
    "-o-keyframes": "keyframes",
}
_HOLDS_GROUPS = frozenset({"sheet", "group", "style"})


class Block:
    """A block: its context and its depth.

    ``rules`` is the kind of the rules in the block whose selectors stay as written, under its
    ``conditions``; None when the block has no such rules.
    """

    __slots__ = ("_depth", "conditions", "context", "rules")

    def __init__(self, context: Context, depth: int = 0) -> None:
        self.context = context
        self.conditions = context.conditions
        self.rules = _RULES.get(context.kind) if depth < MAX_DEPTH else None
        self._depth = depth

    def open_block(self, prelude: str) -> "Block":
        """Return the block inside this one that ``prelude`` opens."""
        return Block(_child_context(self.context, prelude), self._depth + 1)

    def copy(self) -> "Block":
        """Return another block with an equal context."""
        context = self.context
        return Block(Context(context.conditions, context.selector, context.kind), self._depth)


class BlockCache:
    """The blocks of one sheet by their preludes: sheets open the same blocks often."""

    def __init__(self) -> None:
        self._known: dict[tuple[Block, str], Block] = {}

    def open_block(self, parent: Block, prelude: str) -> Block:
        """Return the block inside ``parent`` that ``prelude`` opens; every font face is a new block."""
        key = (parent, prelude)
        if (known := self._known.get(key)) is not None:
            return known.copy() if known.context.kind in _WITH_DESCRIPTORS else known
        block = parent.open_block(prelude)
        if len(self._known) < MAX_KNOWN:
            self._known[key] = block
        return block


SKIPPED_BLOCK = Block(SKIPPED)
"""A block that no browser applies."""


def split_at_rule(text: str) -> tuple[str, str]:
    """Return the name in lower case and the prelude of an at-rule; both empty when it has no name."""
    if (match := _AT_RULE.match(text)) is None:
        return "", ""
    return unescape(match[1]).lower(), strip_comments(text[match.end() :]).strip(SPACES)


def nest(parent: str, selector: str) -> str:
    """Return ``selector``, nested in a rule for ``parent``, as people write it at top level.

    A parent that is a list becomes ``:is(…)``. Each selector of a list is joined alone.
    """
    selectors = split_commas(selector)
    size = len(selector) + (len(parent) + 5) * (selector.count("&") + len(selectors))
    if size > MAX_SELECTOR:
        return selector
    outer = f":is({parent})" if len(split_commas(parent)) > 1 else parent
    return ", ".join(_nest_one(outer, one) for one in selectors)


def strip_html_comments(text: str) -> str:
    """Remove HTML comment marks from the start: at top level they are white space."""
    if not text.startswith(("<!--", "-->")):
        return text
    return text[match.end() :] if (match := _HTML_COMMENT.match(text)) else text


def _child_context(parent: Context, prelude: str) -> Context:
    if "/*" in prelude:
        prelude = strip_comments(prelude)
    if parent.kind == "sheet":
        prelude = strip_html_comments(prelude)
    prelude = prelude.strip(SPACES)
    if prelude.startswith("@"):
        return _at_rule_context(parent, *split_at_rule(prelude))
    if parent.kind not in _HOLDS_RULES or not _may_be_selector(prelude):
        return SKIPPED
    if parent.kind == "keyframes":
        return Context(parent.conditions, prelude.lower(), "keyframe")
    return Context(parent.conditions, nest(parent.selector, prelude) if parent.selector else prelude)


def _may_be_selector(prelude: str) -> bool:
    """Whether ``prelude`` is neither empty nor a broken declaration to a browser."""
    return (
        prelude != ""
        and prelude[-1] != ":"
        and not (prelude.startswith("--") and CUSTOM_PROPERTY.match(prelude))
    )


def _at_rule_context(parent: Context, name: str, prelude: str) -> Context:
    """Return the context inside the block of ``@name prelude``, whose parent is ``parent``."""
    if name in _GROUPS and parent.kind in _HOLDS_GROUPS:
        kind: BlockKind = "style" if parent.kind == "style" else "group"
        return Context((*parent.conditions, AtRule(name, prelude[:MAX_PRELUDE])), parent.selector, kind)
    kind = _KINDS.get(name, "skipped")
    if kind == "skipped" or parent.kind not in {"sheet", "group"}:
        return SKIPPED
    if kind == "keyframes":
        return Context((*parent.conditions, AtRule(kind, unquote(prelude)[:MAX_PRELUDE])), "", kind)
    return Context(parent.conditions, prelude, kind)


def _nest_one(parent: str, selector: str) -> str:
    if "&" not in selector:
        return f"{parent} {selector}"
    return _AMPERSAND.sub(lambda match: match[1] or parent, selector)
