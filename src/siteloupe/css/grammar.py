r"""The tokens of CSS as pieces of regular expressions, all linear on any text.

Every repetition is possessive and every token that can be cut off accepts the end of the text (``\Z``),
also behind a backslash: so no match is ever tried twice from the same place, whatever a site sends. Newlines
are ``\n`` alone: :func:`normalize` has run first.

Sources: https://drafts.csswg.org/css-syntax/#tokenization and
https://drafts.csswg.org/css-syntax/#consume-escaped-code-point
"""

import re

SPACES = " \t\n"
"""The characters of white space."""

SPACE = rf"[{SPACES}]"
COMMENT = r"/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z)"
ESCAPE = r"\\(?:[\s\S]|\Z)"

STRING = rf'"(?:[^"\\\n]++|{ESCAPE})*+"?+' + "|" + rf"'(?:[^'\\\n]++|{ESCAPE})*+'?+"
"""A quoted string. One that is not closed ends before the newline, as a browser's *bad string* does."""

_NAME_BEFORE = r"-\w\\\x80-\U0010ffff"
BARE_URL = (
    rf"\((?:(?<=[^{_NAME_BEFORE}][uU][rR][lL]\()|(?<=\A[uU][rR][lL]\())"
    rf"{SPACE}*+(?![\"'])(?:[^)\\]++|{ESCAPE})*+(?:\)|\Z)"
)
"""What follows the word of ``url(…)`` without quotes: nothing but ``)`` ends it, no quote and no brace."""

_ESCAPE_IN_NAME = rf"\\(?:[0-9a-fA-F]{{1,6}}+{SPACE}?+|[\s\S]|\Z)"
IDENT = (
    rf"(?:--|-?(?:[a-zA-Z_\x80-\U0010ffff]|{_ESCAPE_IN_NAME}))"
    rf"(?:[-\w\x80-\U0010ffff]++|{_ESCAPE_IN_NAME})*+"
)
"""An identifier. Compile with ``re.ASCII``: letters beyond ASCII are all allowed, and listed."""

GAP = rf"{SPACE}*+(?:{COMMENT}{SPACE}*+)*+"
"""White space and comments."""

_NESTED_PARENTHESES = 6
"""How deep a regex follows parentheses; deeper ones are counted by hand, at a tenth of the speed."""


_BRACKETS = rf"\[(?:[^()\[\]{{}}\"'\\/]++|{COMMENT}|/|{STRING}|{ESCAPE})*+\]"


_SIMPLE = r"\([^()\[\]{}\"'\\/]*+\)"
"""Parentheses with nothing special in them, unquoted URLs included: most are, and cost a third."""


def _parentheses(depth: int) -> str:
    deeper = f"|{_parentheses(depth - 1)}" if depth else ""
    inside = rf"{_SIMPLE}|{BARE_URL}{deeper}|{STRING}|{_BRACKETS}|{COMMENT}|/|{ESCAPE}"
    return rf"\((?:[^()\[\]{{}}\"'\\/]++|{inside})*+\)"


def _run(ends: str) -> str:
    plain = rf"[^{ends}(\[\"'\\/]"
    return (
        rf"{plain}*+(?:(?:{_SIMPLE}|{ESCAPE}|{BARE_URL}|{_parentheses(_NESTED_PARENTHESES)}|{STRING}|{COMMENT}|/|{_BRACKETS})"
        rf"{plain}*+)*+"
    )


RUN = _run(";{}")
"""Everything up to a top-level ``;``, ``{`` or ``}``, the end, or brackets too deep or open for a regex."""

RUNS = _run("{}")
"""The same beyond semicolons."""

_ESCAPED = re.compile(r"\\(?:([0-9a-fA-F]{1,6})(?:\r\n|[ \t\n\r\f])?|(\r\n|[\n\r\f])|([\s\S])|\Z)")
_COMMENT_OR_TEXT = re.compile(rf"({STRING}|(?:{BARE_URL}))|{COMMENT}", re.ASCII)


def normalize(text: str) -> str:
    """``text`` with newlines and NUL as the tokenizer wants them.

    Source: https://drafts.csswg.org/css-syntax/#input-preprocessing
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\f" in text:
        text = text.replace("\f", "\n")
    return text.replace("\0", "\ufffd") if "\0" in text else text


def strip_comments(text: str) -> str:
    """``text`` with a space for every comment; what looks like one inside a string or URL stays."""
    if "/*" not in text:
        return text
    return _COMMENT_OR_TEXT.sub(lambda match: match[1] or " ", text)


def unescape(text: str) -> str:
    r"""``text`` with every escape replaced by what it stands for: ``\41 b`` becomes ``Ab``."""
    return _ESCAPED.sub(_character, text) if "\\" in text else text


def unquote(text: str) -> str:
    """What a string or identifier says: quotes removed when there are any, escapes resolved."""
    if text[:1] in {'"', "'"}:
        closed = len(text) > 1 and text.endswith(text[0])
        text = text[1:-1] if closed else text[1:]
    return unescape(text)


def _character(match: re.Match[str]) -> str:
    digits, _newline, literal = match.groups()
    if digits is None:
        return literal or ""
    code = int(digits, 16)
    surrogate = 0xD800 <= code <= 0xDFFF
    return "\ufffd" if code == 0 or surrogate or code > 0x10FFFF else chr(code)
