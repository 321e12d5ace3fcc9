"""Which stylesheets a page applies, how many of them could be read, and their parsed rules.

Besides plain links, these are the sheets that load without blocking the page: print sheets that turn
themselves on (https://www.filamentgroup.com/lab/load-css-simpler/), preloads that turn into sheets
(https://github.com/filamentgroup/loadCSS), addresses kept in a data attribute until a script moves them.
Parsed sheets are kept by their bytes: many sites send the same framework, and each analysis of one visit
needs all sheets again.
"""

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cachetools import LRUCache

from siteloupe.capture import Answer, Exchange, Sheet
from siteloupe.css.encoding import charset_of, decode
from siteloupe.css.rules import Stylesheet
from siteloupe.css.stylesheet import parse_stylesheet
from siteloupe.css.values import split_commas
from siteloupe.detect.refusal.media_type import HTML_TYPES, media_type
from siteloupe.document import Link, Page, Style, absolute
from siteloupe.reports.stylesheets import StylesheetStats

POSTPONED = ("data-href", "data-lazy-href", "data-pmdelayedstyle", "data-rocket-lazy-href", "data-src")
"""Attributes in which performance plugins keep a sheet's address until a script applies it."""

OVER_BUDGET = "over-budget"
"""The cause of a sheet that was found, but not asked for."""

_NEVER_ON_SCREENS = re.compile(
    r"(?:only\s++)?(?:print|speech|aural|braille|embossed|tty)\b|not\s++all\s*+\Z", re.IGNORECASE
)
# A page, or a fragment of one, where a sheet should be; "<!--" alone may begin a sheet.
_MARKUP = re.compile(rb"(?:<!--.{0,2000}?-->\s*+)*+<[a-z!?/](?!--)", re.IGNORECASE | re.DOTALL)
_MARKUP_START = 4096


class Reference(NamedTuple):
    """A sheet that something names: its absolute URL, and the media it is for as written."""

    url: str
    media: str


def reference_of(link: Link, page: Page) -> Reference | None:
    """The sheet that a ``<link>`` makes browsers apply, now or once the page is shown, or None.

    Alternative, disabled and foreign (``type``) sheets are none, nor are those that are never for a screen.
    """
    if link.type not in {"", "text/css"} or "disabled" in link.attributes:
        return None
    script = link.attributes.get("onload", "").lower()
    url = link.href or postponed(link, page)
    if not url or not _is_applied(link, script):
        return None
    media = link.media
    if is_never_on_screens(media):
        if "media" not in script and "data-media" not in link.attributes:
            return None
        media = link.attributes.get("data-media", "").lower()
    return Reference(_bare(url), media)


def _is_applied(link: Link, script: str) -> bool:
    turned_on = "stylesheet" in script
    if "stylesheet" in link.rel:
        return "alternate" not in link.rel or turned_on
    return "preload" in link.rel and link.attributes.get("as", "").lower() == "style" and turned_on


def postponed(link: Link, page: Page) -> str:
    """The absolute address that a link without ``href`` keeps for later, or empty."""
    written = (link.attributes.get(name, "") for name in POSTPONED)
    return next((url for text in written if (url := absolute(page.base_url, text.strip()))), "")


def is_never_on_screens(media: str) -> bool:
    """True for a media list that no screen of any kind matches, such as ``print``."""
    queries = split_commas(media)
    return bool(queries) and all(_NEVER_ON_SCREENS.match(query) for query in queries)


def imports_of(sheet: Stylesheet, base: str) -> Iterator[Reference]:
    """The sheets that ``sheet``, whose references count from ``base``, imports; print-only ones left out."""
    for found in sheet.imports:
        url = absolute(base, found.url)
        if url and not found.late and not is_never_on_screens(found.media):
            yield Reference(_bare(url), found.media)


def is_css(answer: Answer) -> bool:
    """Whether an answer brought a stylesheet: a success, and no page in the place of one.

    Browsers go by the type alone, but a sheet labelled as a page is mended sooner or later, and a page
    labelled as a sheet (the usual *not found* of many servers) never was one.
    """
    if not isinstance(answer, Exchange) or not 200 <= answer.status < 300:
        return False
    start = answer.body[:_MARKUP_START].removeprefix(b"\xef\xbb\xbf").lstrip()
    if _MARKUP.match(start):
        return False
    kind = media_type(answer.headers)
    if kind.startswith(("image/", "video/", "audio/", "font/")) or kind == "application/json":
        return False
    return kind not in HTML_TYPES or b"{" in answer.body or b"@import" in answer.body


def statistics(stylesheets: Sequence[Sheet], page: Page) -> StylesheetStats:
    """How much of the CSS of ``page`` could be read; ``stylesheets`` are those that were found."""
    had = [sheet.answer for sheet in stylesheets if is_css(sheet.answer)]
    asked = sum(not _is_over_budget(sheet) for sheet in stylesheets)
    linked = sum(len(answer.body) for answer in had if isinstance(answer, Exchange))
    return StylesheetStats(
        found=len(stylesheets),
        fetched=len(had),
        failed=asked - len(had),
        inline_blocks=len(page.styles),
        css_bytes=linked + sum(len(style.text.encode("utf-8", "replace")) for style in page.styles),
    )


def applied(page: Page) -> Iterator[Reference | Style]:
    """The sheets and style blocks of a page, in document order."""
    for element in page.styling:
        if isinstance(element, Style):
            yield element
        elif (reference := reference_of(element, page)) is not None:
            yield reference


def _is_over_budget(sheet: Sheet) -> bool:
    return not isinstance(sheet.answer, Exchange) and sheet.answer.cause == OVER_BUDGET


def _bare(url: str) -> str:
    return url.partition("#")[0]


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
    return _once(key, lambda: parse_stylesheet(decode(exchange.body, charset, environment)))


def parsed_block(text: str) -> Stylesheet:
    """The sheet in a ``<style>`` element."""
    return _once((text.encode("utf-8", "surrogatepass"),), lambda: parse_stylesheet(text))


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
