"""The declarations between the braces of a rule; equal texts are parsed once.

Sheets repeat themselves: Tailwind 2 has 58,000 declarations, 3,500 of them different, and 39,000 bodies,
7,400 of them different.
"""

import re

from siteloupe.css.grammar import GAP, IDENT, RUN, SPACES, strip_comments, unescape
from siteloupe.css.rules import Declaration, DeclarationBlock

MAX_WORK = 220_000
"""Most work that reading the declarations of one sheet may take, see :func:`work_of`: a second or less. The
largest frameworks known take 140,000 (Bulma) and 80,000 (Tailwind 2)."""

_DECLARATION = re.compile(rf"({IDENT}){GAP}:", re.ASCII)
_PLAIN_NAME = re.compile(r"(?:--|-?[a-z])[-a-z0-9_]*+")
_STATEMENT = re.compile(rf"{GAP}({RUN});?+", re.ASCII)


def work_of(value: str) -> int:
    """How much work it takes to read ``value``, by its lists and functions; 1 is about 4 µs."""
    work = 8 + 3 * value.count(",")
    if "(" in value:
        work += 8 * value.count("(") + 32 * (value.count("mix(") + value.count("(from"))
    return work


class SheetTooLarge(Exception):
    """The declarations of a sheet are more than MAX_WORK."""


class DeclarationReader:
    """The bodies and declarations of one sheet, and the ``work`` that they are.

    Reading raises SheetTooLarge once that is too much.
    """

    def __init__(self) -> None:
        self.bodies: dict[str, DeclarationBlock] = {}
        self.work = 0
        self.declarations: dict[str, Declaration] = {}
        self._names: dict[str, str] = {}

    def read_body(self, text: str) -> DeclarationBlock:
        """Parse ``text`` into ``bodies``. It has no open bracket, and braces only in strings and URLs."""
        known, parse = self.declarations, self._parse_declaration
        if ";" not in text and "/*" not in text:  # half of the bodies
            only = known.get(text) or parse(text)
            declarations: tuple[Declaration, ...] = (only,) if only else ()
        else:
            pieces = _STATEMENT.findall(text)
            parsed = [one for piece in pieces if piece and (one := known.get(piece) or parse(piece))]
            declarations = tuple(parsed)
        custom = False
        if "--" in text or "\\" in text:  # the hyphens may be escaped
            custom = any(one.property[:2] == "--" for one in declarations)
        body = self.bodies[text] = DeclarationBlock(declarations, custom)
        return body

    def read_declaration(self, text: str) -> Declaration | None:
        """Return the declaration in ``text``, which has no semicolon; None when it is not a declaration."""
        return self.declarations.get(text) or self._parse_declaration(text)

    def _parse_declaration(self, text: str) -> Declaration | None:
        if self.work > MAX_WORK:
            raise SheetTooLarge
        written, colon, value = text.partition(":")
        if (name := self._names.get(written)) is None or not colon:
            if colon and _PLAIN_NAME.fullmatch(written):
                name = self._names[written] = written
            elif (match := _DECLARATION.match(bare := text.strip(SPACES))) is not None:
                name, value = _property_name(unescape(match[1])), bare[match.end() :]
                if written.strip(SPACES) == match[1]:
                    self._names[written] = name
            else:
                return None
        value, important = value.strip(SPACES), False
        if "!" in value or "/*" in value:
            value, important = _split_important(value)
        self.work += work_of(value)
        declaration = self.declarations[text] = Declaration(name, value, important)
        return declaration


def _property_name(name: str) -> str:
    """Return a property's name; only custom properties and letters beyond ASCII keep their case."""
    return name if name.startswith("--") or not name.isascii() else name.lower()


def _split_important(value: str) -> tuple[str, bool]:
    """Return a value without comments and ``!important``, and whether it was important."""
    value = strip_comments(value).strip(SPACES)
    before, mark, word = value.rpartition("!")
    if mark and word.strip(SPACES).lower() == "important":
        return before.rstrip(SPACES), True
    return value, False
