"""The stylesheets that a page applies, and how many of them were downloaded.

Besides plain links, a page applies sheets that do not block its rendering: print sheets that a script turns
on (https://www.filamentgroup.com/lab/load-css-simpler/), preloads that become sheets
(https://github.com/filamentgroup/loadCSS), and URLs in a data attribute that a script moves to ``href``.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from siteloupe.capture import Answer, Exchange, Sheet
from siteloupe.css.rules import Stylesheet
from siteloupe.css.values import split_commas
from siteloupe.detect.refusal.refusal import HTML_TYPES, media_type
from siteloupe.document import Link, Page, Style, absolute_url
from siteloupe.reports.coverage import StylesheetStats

DELAYED_ATTRIBUTES = (
    "data-href",
    "data-lazy-href",
    "data-pmdelayedstyle",
    "data-rocket-lazy-href",
    "data-src",
)
"""Attributes in which performance plugins store a sheet's URL until a script applies it."""

OVER_BUDGET = "over-budget"
"""The cause of a sheet that was found, but not requested."""

_NEVER_ON_SCREENS = re.compile(
    r"(?:only\s++)?(?:print|speech|aural|braille|embossed|tty)\b|not\s++all\s*+\Z", re.IGNORECASE
)
# HTML instead of a sheet; a sheet may begin with "<!--" alone.
_MARKUP = re.compile(rb"(?:<!--.{0,2000}?-->\s*+)*+<[a-z!?/](?!--)", re.IGNORECASE | re.DOTALL)
_MARKUP_START = 4096


class Reference(NamedTuple):
    """A reference to a sheet: its absolute URL, and its media as written."""

    url: str
    media: str


def reference_of(link: Link, page: Page) -> Reference | None:
    """Return the sheet that a ``<link>`` makes browsers apply, at once or after the page is shown, or None.

    None for alternate and disabled sheets, for other types than CSS, and for sheets that no screen uses.
    """
    if link.type not in {"", "text/css"} or "disabled" in link.attributes:
        return None
    script = link.attributes.get("onload", "").lower()
    url = link.href or delayed_url(link, page)
    if not url or not _is_applied(link, script):
        return None
    media = link.media
    if is_never_on_screens(media):
        if "media" not in script and "data-media" not in link.attributes:
            return None
        media = link.attributes.get("data-media", "").lower()
    return Reference(_without_fragment(url), media)


def _is_applied(link: Link, script: str) -> bool:
    turned_on = "stylesheet" in script
    if "stylesheet" in link.rel:
        return "alternate" not in link.rel or turned_on
    return "preload" in link.rel and link.attributes.get("as", "").lower() == "style" and turned_on


def delayed_url(link: Link, page: Page) -> str:
    """Return the absolute URL that a script applies later to a link without ``href``, or empty."""
    values = (link.attributes.get(name, "") for name in DELAYED_ATTRIBUTES)
    return next((url for text in values if (url := absolute_url(page.base_url, text.strip()))), "")


def is_never_on_screens(media: str) -> bool:
    """Whether no screen matches a media list, such as ``print``."""
    queries = split_commas(media)
    return bool(queries) and all(_NEVER_ON_SCREENS.match(query) for query in queries)


def imports_of(sheet: Stylesheet, base: str) -> Iterator[Reference]:
    """Yield the sheets that ``sheet`` imports, without print sheets; its URLs are relative to ``base``."""
    for statement in sheet.imports:
        url = absolute_url(base, statement.url)
        if url and not statement.late and not is_never_on_screens(statement.media):
            yield Reference(_without_fragment(url), statement.media)


def is_css(answer: Answer) -> bool:
    """Whether an answer is a stylesheet: a success, and not an HTML page instead of a sheet.

    A page with the type of a sheet (the usual *not found* of many servers) is never a sheet. Whether browsers
    apply a sheet that has another type is another question: ``applies``.
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


def applies(sheet: Exchange, page: Page) -> bool:
    """Whether browsers apply a sheet of ``page`` by the type that it was sent with.

    Without a type they do. One with another type than CSS they apply only for a page in quirks mode, of the
    same origin, and not against the sheet's own ``nosniff``.

    Source: https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet and
    https://fetch.spec.whatwg.org/#should-response-to-request-be-blocked-due-to-nosniff?
    """
    if media_type(sheet.headers) in {"", "text/css"}:
        return True
    options = sheet.headers.get("x-content-type-options") or ""
    if options.partition(",")[0].strip().lower() == "nosniff":
        return False
    return page.is_quirks and _origin(sheet.url) == _origin(page.url)


def _origin(url: str) -> str:
    return "/".join(url.split("/", 3)[:3])


def statistics(stylesheets: Sequence[Sheet], page: Page) -> StylesheetStats:
    """Count how much of the CSS of ``page`` was downloaded; ``stylesheets`` are all that were found."""
    fetched = [sheet.answer for sheet in stylesheets if is_css(sheet.answer)]
    requested = sum(not _is_over_budget(sheet) for sheet in stylesheets)
    linked = sum(len(answer.body) for answer in fetched if isinstance(answer, Exchange))
    return StylesheetStats(
        found=len(stylesheets),
        fetched=len(fetched),
        failed=requested - len(fetched),
        inline_blocks=len(page.styles),
        css_bytes=linked + sum(len(style.text.encode("utf-8", "replace")) for style in page.styles),
    )


def applied_sheets(page: Page) -> Iterator[Reference | Style]:
    """Yield the sheets and style blocks that a page applies, in document order."""
    for element in page.styling:
        if isinstance(element, Style):
            yield element
        elif (reference := reference_of(element, page)) is not None:
            yield reference


def _is_over_budget(sheet: Sheet) -> bool:
    return not isinstance(sheet.answer, Exchange) and sheet.answer.cause == OVER_BUDGET


def _without_fragment(url: str) -> str:
    return url.partition("#")[0]
