"""At-rules: what their blocks are, and what stands in them.

Source: https://drafts.csswg.org/css-syntax/#at-rules and the modules that define each
"""

import re

from siteloupe.css.escapes import unescaped, unquoted
from siteloupe.css.grammar import IDENT, SPACES, without_comments
from siteloupe.css.rules import Condition, Context, Kind

_AT_RULE = re.compile(rf"@({IDENT})", re.ASCII)

_GROUPS = frozenset({"media", "supports", "layer", "container", "scope", "starting-style"})
_BLOCKS: dict[str, Kind] = {
    "font-face": "font-face",
    "property": "property",
    "keyframes": "keyframes",
    "-webkit-keyframes": "keyframes",
    "-moz-keyframes": "keyframes",
    "-o-keyframes": "keyframes",
}
_HOLDS_GROUPS = frozenset({"sheet", "group", "style"})

MAX_PRELUDE = 2_001
"""Characters of a condition that are kept: one more than media queries may have to be looked at."""

SKIPPED = Context((), "", "skipped")
"""The context of what no browser would apply."""


def at_rule(text: str) -> tuple[str, str]:
    """Name in lower case and prelude of what begins with ``@``; both empty when no name follows."""
    if (match := _AT_RULE.match(text)) is None:
        return "", ""
    return unescaped(match[1]).lower(), without_comments(text[match.end() :]).strip(SPACES)


def at_block(around: Context, name: str, prelude: str) -> Context:
    """The context inside the block of ``@name prelude`` that stands in ``around``."""
    if name in _GROUPS and around.kind in _HOLDS_GROUPS:
        kind: Kind = "style" if around.kind == "style" else "group"
        return Context((*around.conditions, Condition(name, prelude[:MAX_PRELUDE])), around.selector, kind)
    kind = _BLOCKS.get(name, "skipped")
    if kind == "skipped" or around.kind not in {"sheet", "group"}:
        return SKIPPED
    if kind == "keyframes":
        return Context((*around.conditions, Condition(kind, unquoted(prelude)[:MAX_PRELUDE])), "", kind)
    return Context(around.conditions, prelude, kind)
