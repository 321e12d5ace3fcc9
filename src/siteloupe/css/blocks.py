"""What stands between the braces of a rule: declarations, read once for equal text.

Sheets repeat themselves: of Tailwind 2's 58,000 declarations 3,500 differ, of the 39,000 bodies 7,400.
"""

import re

from siteloupe.css.escapes import unescaped
from siteloupe.css.grammar import GAP, IDENT, RUN, SPACES, without_comments
from siteloupe.css.rules import Body, Declaration

MAX_DECLARATIONS = 200_000
"""Different declarations of one sheet that are read; the largest framework known (Tailwind 2) has 3,500."""

_DECLARATION = re.compile(rf"({IDENT}){GAP}:", re.ASCII)
_BRACKETS_AND_STRINGS = re.compile(r"[(\[\"'\\/]")
_STATEMENT = re.compile(rf"{GAP}({RUN});?+", re.ASCII)
_PLAIN_STATEMENT = re.compile(rf"[^{SPACES};][^;]*+")


class Blocks:
    """The bodies and declarations of one sheet; ``cut`` says that it had more of them than are read."""

    def __init__(self) -> None:
        self.bodies: dict[str, Body] = {}
        self.cut = False
        self.declarations: dict[str, Declaration] = {}
        self._names: dict[str, str] = {}

    def body(self, text: str) -> Body:
        """Read ``text`` into ``bodies``: no brace outside of strings and URLs, no bracket left open."""
        plain = _BRACKETS_AND_STRINGS.search(text) is None
        known, read = self.declarations, self._read
        pieces = (_PLAIN_STATEMENT if plain else _STATEMENT).findall(text)
        found = [known.get(piece) or read(piece) for piece in pieces if piece]
        custom = "--" in text or "\\" in text  # the hyphens may be escaped
        made = self.bodies[text] = Body(tuple(filter(None, found)), custom)
        return made

    def declaration(self, text: str) -> Declaration | None:
        """The declaration that ``text`` is, without its semicolon; None when it is none."""
        return self.declarations.get(text) or self._read(text)

    def _read(self, text: str) -> Declaration | None:
        if len(self.declarations) >= MAX_DECLARATIONS:
            self.cut = True
            return None
        written, colon, value = text.partition(":")
        if (name := self._names.get(written)) is None or not colon:
            bare = text.strip(SPACES)
            if (match := _DECLARATION.match(bare)) is None:
                return None
            name, value = _property(unescaped(match[1])), bare[match.end() :]
            if written.strip(SPACES) == match[1]:
                self._names[written] = name
        made = self.declarations[text] = _declared(name, value.strip(SPACES))
        return made


def _property(name: str) -> str:
    """A property's name; case counts in custom ones alone, and in letters beyond ASCII."""
    return name if name.startswith("--") or not name.isascii() else name.lower()


def _declared(name: str, value: str) -> Declaration:
    if "/*" in value:
        value = without_comments(value).strip(SPACES)
    if "!" in value:
        before, _, word = value.rpartition("!")
        if word.strip(SPACES).lower() == "important":
            return Declaration(name, before.rstrip(SPACES), important=True)
    return Declaration(name, value, False)  # noqa: FBT003 — a keyword costs a fifth of the whole
