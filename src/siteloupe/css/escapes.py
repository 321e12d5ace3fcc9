"""Escapes in identifiers and strings.

Source: https://drafts.csswg.org/css-syntax/#consume-escaped-code-point
"""

import re

_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})(?:\r\n|[ \t\n\r\f])?|(\r\n|[\n\r\f])|([\s\S])|\Z)")


def unescaped(text: str) -> str:
    r"""``text`` with every escape replaced by what it stands for: ``\41 b`` becomes ``Ab``."""
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def unquoted(text: str) -> str:
    """What a string or identifier says: quotes removed when there are any, escapes resolved."""
    if text[:1] in {'"', "'"}:
        closed = len(text) > 1 and text.endswith(text[0])
        text = text[1:-1] if closed else text[1:]
    return unescaped(text)


def _character(match: re.Match[str]) -> str:
    digits, _newline, literal = match.groups()
    if digits is None:
        return literal or ""
    code = int(digits, 16)
    surrogate = 0xD800 <= code <= 0xDFFF
    return "\ufffd" if code == 0 or surrogate or code > 0x10FFFF else chr(code)
