r"""The tokens of CSS as parts of regular expressions, all linear on any text.

Every repetition is possessive. Every token that can be incomplete accepts the end of the text (``\Z``), also
after a backslash. So a regex never tries a match twice from the same position, for any text. Newlines are
only ``\n``: :func:`normalize` runs first.

Sources: https://drafts.csswg.org/css-syntax/#tokenization and
https://drafts.csswg.org/css-syntax/#consume-escaped-code-point
"""

import re
from itertools import pairwise
from string import ascii_letters, digits

SPACES = " \t\n"
"""The characters of white space."""

SPACE = rf"[{SPACES}]"
COMMENT = r"/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z)"
ESCAPE = r"\\(?:[\s\S]|\Z)"

STRING = rf'"(?:[^"\\\n]++|{ESCAPE})*+"?+' + "|" + rf"'(?:[^'\\\n]++|{ESCAPE})*+'?+"
"""A quoted string. One without its end quote ends before the newline, like a browser's *bad string*."""


def _ranges_without(excluded: str, last: int) -> str:
    """Return the ranges of a class: all characters up to the code point ``last`` but the ``excluded``."""
    edges = [-1, *sorted(map(ord, excluded)), last + 1]
    between = [(low + 1, high - 1) for low, high in pairwise(edges)]
    return "".join(rf"\x{low:02x}-\x{high:02x}" for low, high in between if low <= high)


_IN_NAMES = "-_" + ascii_letters + digits
_BACKSLASH = "\\"


def name_characters(more: str = "") -> str:
    """Return a class of the characters of names, all beyond ASCII among them, and those of ``more``.

    It says what it excludes: a class with a range up to U+10FFFF takes 4 ms to compile.
    """
    return f"[^{_ranges_without(_IN_NAMES + more, 0x7F)}]"


_NAME_START = f"[^{_ranges_without('_' + ascii_letters, 0x7F)}]"
_NOT_IN_NAMES = f"[{_ranges_without(_IN_NAMES + _BACKSLASH, 0x7F)}]"

BARE_URL = (
    rf"\((?:(?<={_NOT_IN_NAMES}[uU][rR][lL]\()|(?<=\A[uU][rR][lL]\())"
    rf"{SPACE}*+(?![\"'])(?:[^)\\]++|{ESCAPE})*+(?:\)|\Z)"
)
"""The rest of ``url(…)`` without quotes, after the word: only ``)`` ends it, no quote and no brace."""

_ESCAPE_IN_NAME = rf"\\(?:[0-9a-fA-F]{{1,6}}+{SPACE}?+|[\s\S]|\Z)"
IDENT = (
    rf"(?:--|-?(?:{_NAME_START}|{_ESCAPE_IN_NAME}))"
    rf"(?:{name_characters()}++|{_ESCAPE_IN_NAME})*+"
)
"""An identifier."""

GAP = rf"{SPACE}*+(?:{COMMENT}{SPACE}*+)*+"
"""White space and comments."""

_NESTED_PARENTHESES = 3
"""Depth of parentheses that a regex matches; code counts deeper ones, at a tenth of the speed."""

_BRACKETS = rf"\[(?:[^()\[\]{{}}\"'\\/]++|{COMMENT}|/|{STRING}|{ESCAPE})*+\]"

_SIMPLE = r"\([^()\[\]{}\"'\\/]*+\)"
"""Parentheses without special characters, including unquoted URLs: most are, and take a third of the time."""


def _parentheses_pattern(depth: int) -> str:
    deeper = f"|{_parentheses_pattern(depth - 1)}" if depth else ""
    inside = rf"{_SIMPLE}|{BARE_URL}{deeper}|{STRING}|{_BRACKETS}|{COMMENT}|/|{ESCAPE}"
    return rf"\((?:[^()\[\]{{}}\"'\\/]++|{inside})*+\)"


_MARKS = "([\"'/" + _BACKSLASH
"""The characters that begin what is not plain text."""


def _run_pattern(ends: str) -> str:
    plain = f"[{_ranges_without(ends + _MARKS, 0xFF)}]"  # faster to match than a class of the others
    return (
        rf"{plain}*+(?:(?:{_SIMPLE}|{ESCAPE}|{BARE_URL}|{_parentheses_pattern(_NESTED_PARENTHESES)}|{STRING}|{COMMENT}|/|{_BRACKETS}|[^\x00-\xff]++)"
        rf"{plain}*+)*+"
    )


RUN = _run_pattern(";{}")
"""Text up to a top-level ``;``, ``{`` or ``}``, the end, or brackets that are too deep or never close."""

RUNS = _run_pattern("{}")
"""The same, but semicolons do not end it."""

_ESCAPED = re.compile(r"\\(?:([0-9a-fA-F]{1,6})(?:\r\n|[ \t\n\r\f])?|(\r\n|[\n\r\f])|([\s\S])|\Z)")
_COMMENT_OR_TEXT = re.compile(rf"({STRING}|(?:{BARE_URL}))|{COMMENT}", re.ASCII)


def normalize(text: str) -> str:
    """Replace newlines and NUL in ``text`` as the tokenizer needs it.

    Source: https://drafts.csswg.org/css-syntax/#input-preprocessing
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\f" in text:
        text = text.replace("\f", "\n")
    return text.replace("\0", "\ufffd") if "\0" in text else text


def strip_comments(text: str) -> str:
    """Replace every comment in ``text`` by a space; strings and URLs stay unchanged."""
    if "/*" not in text:
        return text
    return _COMMENT_OR_TEXT.sub(lambda match: match[1] or " ", text)


def unescape(text: str) -> str:
    r"""Replace every escape in ``text`` by its character: ``\41 b`` becomes ``Ab``."""
    return _ESCAPED.sub(_unescape_one, text) if "\\" in text else text


def unquote(text: str) -> str:
    """Return the text of a string or identifier, without quotes and escapes."""
    if text[:1] in {'"', "'"}:
        closed = len(text) > 1 and text.endswith(text[0])
        text = text[1:-1] if closed else text[1:]
    return unescape(text)


def _unescape_one(match: re.Match[str]) -> str:
    digits, _newline, literal = match.groups()
    if digits is None:
        return literal or ""
    code = int(digits, 16)
    surrogate = 0xD800 <= code <= 0xDFFF
    return "\ufffd" if code == 0 or surrogate or code > 0x10FFFF else chr(code)
