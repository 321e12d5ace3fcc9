"""The prelude of ``@import``.

Source: https://drafts.csswg.org/css-cascade-5/#at-import
"""

import re

from siteloupe.css.grammar import BARE_URL, STRING, unescape, unquote
from siteloupe.css.rules import Import
from siteloupe.css.values import Function, closing, function, split_words

_TARGET = re.compile(rf"({STRING})|(?:[uU][rR][lL])({BARE_URL})|(?:[uU][rR][lL]|[sS][rR][cC])(\()", re.ASCII)


def import_of(prelude: str, *, late: bool) -> Import | None:
    """The import that ``prelude`` (without ``@import``) asks for, or None when it names no address."""
    if (match := _TARGET.match(prelude)) is None:
        return None
    if match[3]:
        end = closing(prelude, match.start(3))
        url = _first_string(prelude[match.end() : end])
        rest = prelude[end + 1 :]
    else:
        url = unquote(match[1]) if match[1] else bare_url(match[2])
        rest = prelude[match.end() :]
    if not url:
        return None
    layer, supports, media = _conditions(rest)
    return Import(url, layer, supports, media, late)


def bare_url(parenthesised: str) -> str:
    """The address in ``(…)`` of an unquoted ``url(…)``, closed or not."""
    inside = parenthesised[1:-1] if parenthesised.endswith(")") else parenthesised[1:]
    return unescape(inside.strip())


def _first_string(arguments: str) -> str:
    words = split_words(arguments)
    return unquote(words[0]) if words and words[0][0] in "\"'" else ""


def _conditions(rest: str) -> tuple[str | None, str, str]:
    """Layer, supports and media, in the order that the grammar asks for."""
    words = split_words(rest)
    layer: str | None = None
    supports = ""
    if words and words[0].lower() == "layer":
        layer, words = "", words[1:]
    elif words and (call := function(words[0])) and call.name == "layer":
        layer, words = call.arguments, words[1:]
    if words and (call := _supports(words[0])):
        supports, words = call.arguments, words[1:]
    return layer, supports, " ".join(words).replace(" ,", ",")


def _supports(word: str) -> Function | None:
    call = function(word)
    return call if call and call.name == "supports" else None
