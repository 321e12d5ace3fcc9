"""JavaScript tokens: enough of the language for statements, calls and literals; linear, never raises.

Source: https://tc39.es/ecma262/#sec-ecmascript-language-lexical-grammar
"""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Literal, NamedTuple

MAX_SCRIPT = 32_768
"""Most characters of one script that are read."""

MAX_TOKENS = 4_000
MAX_REGEX = 300

_TOKEN = re.compile(
    r"""
    (?P<space>[\s\ufeff]++|//[^\n\r\u2028\u2029]*+|<!--[^\n\r]*+|-->[^\n\r]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z))
    |(?P<string>"(?:[^"\\\n\r]|\\(?:\r\n|[\s\S]))*+"|'(?:[^'\\\n\r]|\\(?:\r\n|[\s\S]))*+')
    |(?P<template>`(?:[^`\\]|\\[\s\S])*+`)
    |(?P<name>[\w$]++)
    |(?P<mark>=>|===?|!==?|&&|\|\||\?\?|\+\+|--|[\s\S])
    """,
    re.VERBOSE,
)
_REGEX = re.compile(r"/(?![*/])(?:[^/\\\[\n\r]|\\[^\n\r]|\[(?:[^\]\\\n\r]|\\[^\n\r])*+\])++/\w*+")
_BEFORE_REGEX = frozenset("(,=:[!&|?{};+-*%<>~^") | {"&&", "||", "??", "=>", "==", "===", "!=", "!=="}
_WORDS_BEFORE_REGEX = frozenset(
    {"return", "typeof", "case", "in", "of", "void", "delete", "throw", "new", "else"}
)

_UNCLOSED = frozenset("\"'`")
"""A text without an end: browsers do not run such a script."""

_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))")
_CONTROLS = dict(zip("ntrbfv0", "\n\t\r\b\f\v\0", strict=True)) | dict.fromkeys(("\n", "\r", "\r\n"), "")
"""The characters of escapes with a letter; an escaped line break is nothing."""

Kind = Literal["name", "string", "template", "regex", "mark", "end"]


class ScriptToken(NamedTuple):
    """A token as written; ``is_first`` is true for the first of its line."""

    kind: Kind
    text: str
    is_first: bool


_KINDS: Mapping[str, Kind] = {
    "name": "name",
    "string": "string",
    "template": "template",
    "regex": "regex",
    "mark": "mark",
}

END = ScriptToken("end", "", True)  # noqa: FBT003


def tokens_of(script: str) -> tuple[ScriptToken, ...]:
    """Return the tokens of a script within the limits, without white space and comments."""
    return tuple(islice(_tokens(script[:MAX_SCRIPT]), MAX_TOKENS))


def _tokens(script: str) -> Iterator[ScriptToken]:
    position, is_first, before = 0, True, END
    while position < len(script):
        match = None
        if script[position] == "/" and _may_be_regex(before):
            match = _REGEX.match(script, position, position + MAX_REGEX)
        match = match or _TOKEN.match(script, position)
        if match is None or match[0] in _UNCLOSED:
            return
        position = match.end()
        if match.lastgroup == "space":
            is_first = is_first or "\n" in match[0] or "\r" in match[0]
        else:
            before = ScriptToken(_KINDS[match.lastgroup or "regex"], match[0], is_first)
            yield before
            is_first = False


def _may_be_regex(before: ScriptToken) -> bool:
    """Whether a slash begins a regular expression and is no division."""
    if before.kind == "name":
        return before.text in _WORDS_BEFORE_REGEX
    return before.kind == "end" or before.text in _BEFORE_REGEX


def literal(token: ScriptToken) -> str | None:
    """Return the text of a string or of a template without placeholders; None for other tokens."""
    if token.kind not in {"string", "template"} or (token.kind == "template" and "${" in token.text):
        return None
    return _ESCAPE.sub(_unescape, token.text[1:-1])


def _unescape(escape: re.Match[str]) -> str:
    digits = escape[1] or escape[2] or escape[3]
    if digits is None:
        return _CONTROLS.get(escape[4], escape[4])
    number = int(digits, 16)
    return chr(number) if number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF else "\ufffd"
