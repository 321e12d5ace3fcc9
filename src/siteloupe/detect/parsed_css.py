"""Parsed stylesheets, remembered by what they were read from.

The same framework, block library and font sheet come by with every other site, and each analysis of one visit
asks for all its sheets again: equal bytes are parsed once for all of them.
"""

import threading
from collections.abc import Callable
from typing import NamedTuple

from cachetools import LRUCache

from siteloupe.capture import Exchange
from siteloupe.css.encoding import charset_of, decode
from siteloupe.css.rules import Stylesheet
from siteloupe.css.stylesheet import read

MAX_REMEMBERED = 12 * 1024 * 1024
"""Bytes of CSS that are kept with their parsed form; that form takes about six times as much memory."""

ENTRY = 1024
"""Bytes that every entry counts beside its CSS, so that many tiny ones are bounded too."""


class _Remembered(NamedTuple):
    sheet: Stylesheet
    size: int


_Key = tuple[bytes] | tuple[bytes, str, str]
"""What is read, and for what was linked the two encodings that decide how."""

_remembered: "LRUCache[_Key, _Remembered]" = LRUCache(MAX_REMEMBERED, getsizeof=lambda entry: entry.size)
_turn = threading.Lock()  # analyses run in several threads; parsing itself is done outside of it


def parsed(exchange: Exchange, environment: str) -> Stylesheet:
    """The sheet in an exchange's body; ``environment`` is the encoding of the page that names it."""
    charset = (charset_of(exchange.headers.get("content-type")) or "")[:40]
    key = (exchange.body, charset, environment[:40])
    return _once(key, lambda: read(decode(exchange.body, charset, environment)))


def parsed_block(text: str) -> Stylesheet:
    """The sheet in a ``<style>`` element."""
    return _once((text.encode("utf-8", "surrogatepass"),), lambda: read(text))


def forget() -> None:
    """Let go of every sheet that is remembered; for measuring what a new one costs."""
    with _turn:
        _remembered.clear()


def _once(key: _Key, parse: Callable[[], Stylesheet]) -> Stylesheet:
    with _turn:
        if (known := _remembered.get(key)) is not None:
            return known.sheet
    sheet = parse()
    size = len(key[0]) + ENTRY
    if size <= MAX_REMEMBERED:
        with _turn:
            _remembered[key] = _Remembered(sheet, size)
    return sheet
