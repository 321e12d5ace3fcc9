"""The prelude of ``@import``.

Source: https://drafts.csswg.org/css-cascade-5/#at-import
"""

import re

from siteloupe.css.grammar import BARE_URL, STRING, unescape, unquote
from siteloupe.css.rules import Import
from siteloupe.css.values import Function, find_closing, parse_function, split_words

_TARGET = re.compile(rf"({STRING})|(?:[uU][rR][lL])({BARE_URL})|(?:[uU][rR][lL]|[sS][rR][cC])(\()", re.ASCII)


def parse_import(prelude: str, *, late: bool) -> Import | None:
    """Return the import of ``prelude`` (the text after ``@import``), or None when it has no URL."""
    if (match := _TARGET.match(prelude)) is None:
        return None
    if match[3]:
        end = find_closing(prelude, match.start(3))
        url = _first_string(prelude[match.end() : end])
        rest = prelude[end + 1 :]
    else:
        url = unquote(match[1]) if match[1] else unquoted_url(match[2])
        rest = prelude[match.end() :]
    if not url:
        return None
    layer, supports, media = _split_conditions(rest)
    return Import(url, layer, supports, media, late)


def unquoted_url(parentheses: str) -> str:
    """Return the URL in the ``(…)`` of an unquoted ``url(…)``; the ``)`` may be missing."""
    inside = parentheses[1:-1] if parentheses.endswith(")") else parentheses[1:]
    return unescape(inside.strip())


def _first_string(arguments: str) -> str:
    words = split_words(arguments)
    return unquote(words[0]) if words and words[0][0] in "\"'" else ""


def _split_conditions(rest: str) -> tuple[str | None, str, str]:
    """Return layer, supports and media, in the order of the grammar."""
    words = split_words(rest)
    layer: str | None = None
    supports = ""
    if words and words[0].lower() == "layer":
        layer, words = "", words[1:]
    elif words and (call := parse_function(words[0])) and call.name == "layer":
        layer, words = call.arguments, words[1:]
    if words and (call := _supports_call(words[0])):
        supports, words = call.arguments, words[1:]
    return layer, supports, " ".join(words).replace(" ,", ",")


def _supports_call(word: str) -> Function | None:
    call = parse_function(word)
    return call if call and call.name == "supports" else None
