"""The blocks of a sheet as they are opened: what may stand in each, by the text in front of its brace.

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
"""Levels of nested blocks that are read; deeper ones are skipped."""

MAX_KNOWN = 10_000
"""Blocks of one sheet that are kept to be found again: many different ones must not cost memory."""

CUSTOM_PROPERTY = re.compile(rf"--[-\w]*+{GAP}:", re.ASCII)
"""What begins like the declaration of a custom property, whose value may hold braces."""

MAX_PRELUDE = 2_001
"""Characters of a condition that are kept: one more than media queries may have to be looked at."""

SKIPPED = Context((), "", "skipped")
"""The context of what no browser would apply."""

MAX_SELECTOR = 4096
"""Characters of a joined selector; what would grow longer stays as written, its ``&`` unresolved."""

_HTML_COMMENT = re.compile(rf"(?:<!--|-->|{GAP}(?=<!--|-->))++{GAP}", re.ASCII)
_HOLDS_RULES = frozenset({"sheet", "group", "style", "keyframes"})
_APART = frozenset({"font-face", "property"})
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
    """A block: its context, and how deep it lies.

    ``rules`` is what rules are that stand in the block as they are written, under its ``conditions``; None
    where none do.
    """

    __slots__ = ("_depth", "conditions", "context", "rules")

    def __init__(self, context: Context, depth: int = 0) -> None:
        self.context = context
        self.conditions = context.conditions
        self.rules = _RULES.get(context.kind) if depth < MAX_DEPTH else None
        self._depth = depth

    def inside(self, prelude: str) -> "Block":
        """The block in this one that ``prelude`` opens."""
        return Block(_context(self.context, prelude), self._depth + 1)


class Blocks:
    """The blocks of one sheet, found again by what opens them: sheets open the same ones often."""

    def __init__(self) -> None:
        self._known: dict[tuple[Block, str], Block] = {}

    def inside(self, around: Block, prelude: str) -> Block:
        """The block in ``around`` that ``prelude`` opens; a font face is a new one every time."""
        key = (around, prelude)
        if (known := self._known.get(key)) is not None:
            return known
        made = around.inside(prelude)
        if made.context.kind not in _APART and len(self._known) < MAX_KNOWN:
            self._known[key] = made
        return made


SKIPPED_BLOCK = Block(SKIPPED)
"""A block that no browser would apply."""


def at_rule(text: str) -> tuple[str, str]:
    """Name in lower case and prelude of what begins with ``@``; both empty when no name follows."""
    if (match := _AT_RULE.match(text)) is None:
        return "", ""
    return unescape(match[1]).lower(), strip_comments(text[match.end() :]).strip(SPACES)


def nest(parent: str, selector: str) -> str:
    """``selector`` as it would be written at top level, when it stands in a rule for ``parent``.

    A parent that is a list becomes ``:is(…)``. Each selector of a list is joined by itself.
    """
    selectors = split_commas(selector)
    size = len(selector) + (len(parent) + 5) * (selector.count("&") + len(selectors))
    if size > MAX_SELECTOR:
        return selector
    around = f":is({parent})" if len(split_commas(parent)) > 1 else parent
    return ", ".join(_nest_one(around, one) for one in selectors)


def strip_html_comments(text: str) -> str:
    """At top level the marks of an HTML comment are white space."""
    if not text.startswith(("<!--", "-->")):
        return text
    return text[match.end() :] if (match := _HTML_COMMENT.match(text)) else text


def _context(around: Context, prelude: str) -> Context:
    if "/*" in prelude:
        prelude = strip_comments(prelude)
    if around.kind == "sheet":
        prelude = strip_html_comments(prelude)
    prelude = prelude.strip(SPACES)
    if prelude.startswith("@"):
        return _at_rule_context(around, *at_rule(prelude))
    if around.kind not in _HOLDS_RULES or not _may_be_selector(prelude):
        return SKIPPED
    if around.kind == "keyframes":
        return Context(around.conditions, prelude.lower(), "keyframe")
    return Context(around.conditions, nest(around.selector, prelude) if around.selector else prelude)


def _may_be_selector(prelude: str) -> bool:
    """Whether browsers would not take ``prelude`` for a broken declaration, or nothing."""
    return (
        prelude != ""
        and prelude[-1] != ":"
        and not (prelude.startswith("--") and CUSTOM_PROPERTY.match(prelude))
    )


def _at_rule_context(around: Context, name: str, prelude: str) -> Context:
    """The context inside the block of ``@name prelude`` that stands in ``around``."""
    if name in _GROUPS and around.kind in _HOLDS_GROUPS:
        kind: BlockKind = "style" if around.kind == "style" else "group"
        return Context((*around.conditions, AtRule(name, prelude[:MAX_PRELUDE])), around.selector, kind)
    kind = _KINDS.get(name, "skipped")
    if kind == "skipped" or around.kind not in {"sheet", "group"}:
        return SKIPPED
    if kind == "keyframes":
        return Context((*around.conditions, AtRule(kind, unquote(prelude)[:MAX_PRELUDE])), "", kind)
    return Context(around.conditions, prelude, kind)


def _nest_one(parent: str, selector: str) -> str:
    if "&" not in selector:
        return f"{parent} {selector}"
    return _AMPERSAND.sub(lambda match: match[1] or parent, selector)
