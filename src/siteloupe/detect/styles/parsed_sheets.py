"""Sheets as they are parsed: each once, as long as it is remembered.

A cache keeps parsed sheets by their bytes: many sites send the same framework, and each analysis of one visit
needs all sheets again.
"""

import threading
from collections.abc import Callable
from typing import NamedTuple

from cachetools import LRUCache

from siteloupe.capture import Exchange
from siteloupe.css.encoding import charset_of, decode
from siteloupe.css.rules import Stylesheet
from siteloupe.css.stylesheet import parse_stylesheet

MAX_CACHE_BYTES = 12 * 1024 * 1024
"""Most bytes of CSS in the cache; the parsed sheets take about six times as much memory."""

ENTRY_BYTES = 1024
"""Bytes that each entry counts in addition to its CSS, so that the number of tiny entries is limited too."""


class _CachedSheet(NamedTuple):
    sheet: Stylesheet
    size: int


_Key = tuple[bytes] | tuple[bytes, str, str]
"""The bytes of a sheet and, for a linked sheet, the two encodings that its decoding depends on."""

_cache: "LRUCache[_Key, _CachedSheet]" = LRUCache(MAX_CACHE_BYTES, getsizeof=lambda entry: entry.size)
_lock = threading.Lock()  # analyses run in several threads; they parse without the lock


def parse_sheet(exchange: Exchange, environment: str) -> Stylesheet:
    """Parse the sheet in an exchange's body; ``environment`` is the encoding of the page that links it."""
    charset = (charset_of(exchange.headers.get("content-type")) or "")[:40]
    body = exchange.body
    if exchange.truncated:  # half a rule says what nobody wrote
        body = body[: body.rfind(b"}") + 1] or body
    key = (body, charset, environment[:40])
    return _parse_cached(key, lambda: parse_stylesheet(decode(body, charset, environment)))


def parse_block(text: str) -> Stylesheet:
    """Parse the sheet in a ``<style>`` element."""
    return _parse_cached((text.encode("utf-8", "surrogatepass"),), lambda: parse_stylesheet(text))


def clear_cache() -> None:
    """Empty the cache; benchmarks use it to measure the time for new sheets."""
    with _lock:
        _cache.clear()


def _parse_cached(key: _Key, parse: Callable[[], Stylesheet]) -> Stylesheet:
    with _lock:
        if (known := _cache.get(key)) is not None:
            return known.sheet
    sheet = parse()
    size = len(key[0]) + ENTRY_BYTES
    if size <= MAX_CACHE_BYTES:
        with _lock:
            _cache[key] = _CachedSheet(sheet, size)
    return sheet
