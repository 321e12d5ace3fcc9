"""The blocks of a sheet as they are opened: what stands in each, by the text in front of its brace.

Source: https://drafts.csswg.org/css-syntax/#consume-qualified-rule
"""

import re
from collections.abc import Mapping

from siteloupe.css.at_rules import SKIPPED, at_block, at_rule
from siteloupe.css.grammar import GAP, SPACES, without_comments
from siteloupe.css.nesting import joined
from siteloupe.css.rules import Context, Kind

MAX_DEPTH = 16
"""Blocks in blocks that are read; deeper ones are skipped."""

MAX_KNOWN = 10_000
"""Blocks of one sheet that are kept to be found again; many different ones shall not cost memory."""

CUSTOM = re.compile(rf"--[-\w]*+{GAP}:", re.ASCII)
"""What begins like the declaration of a custom property, whose value may hold braces."""

_HTML_COMMENT = re.compile(rf"(?:<!--|-->|{GAP}(?=<!--|-->))++{GAP}", re.ASCII)
_HOLDS_RULES = frozenset({"sheet", "group", "style", "keyframes"})
_APART = frozenset({"font-face", "property"})
_RULES: Mapping[Kind, Kind] = {"sheet": "style", "group": "style", "keyframes": "keyframe"}


class Place:
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

    def inside(self, prelude: str) -> "Place":
        """The block in this one that ``prelude`` opens."""
        return Place(_context(self.context, prelude), self._depth + 1)


class Places:
    """The blocks of one sheet, found again by what opens them: sheets open the same ones often."""

    def __init__(self) -> None:
        self._known: dict[tuple[Place, str], Place] = {}

    def inside(self, around: Place, prelude: str) -> Place:
        """The block in ``around`` that ``prelude`` opens; a font face is a new one every time."""
        key = (around, prelude)
        if (known := self._known.get(key)) is not None:
            return known
        made = around.inside(prelude)
        if made.context.kind not in _APART and len(self._known) < MAX_KNOWN:
            self._known[key] = made
        return made


NOWHERE = Place(SKIPPED)
"""In a block that no browser would apply."""


def _context(around: Context, prelude: str) -> Context:
    if "/*" in prelude:
        prelude = without_comments(prelude)
    if around.kind == "sheet":
        prelude = without_html_comments(prelude)
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
    return prelude != "" and prelude[-1] != ":" and not (prelude.startswith("--") and CUSTOM.match(prelude))


def without_html_comments(text: str) -> str:
    """At top level the marks of an HTML comment are white space."""
    if not text.startswith(("<!--", "-->")):
        return text
    return text[match.end() :] if (match := _HTML_COMMENT.match(text)) else text
