"""What an unreadable page still proves about WordPress: a 404 page, an error or maintenance page.

A hint is never part of the verdict. Only pages of the site's own making are read: what a CDN or a bot filter
sends says nothing of the site behind it.
"""

import functools
from collections.abc import Iterator

from siteloupe.capture import Exchange
from siteloupe.data import rows
from siteloupe.detect.wordpress.signals import DetectedSignals
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.refusal import Reason, Refusal

OWN_PAGES: frozenset[Reason] = frozenset({"not-found", "server-error", "unauthorized", "refused"})
"""Reasons for which the site itself wrote the page, where no vendor is named."""

MAX_READ = 64 * 1024
"""Bytes of the page in which WordPress's own sentences are looked for."""


def is_own_page(refusal: Refusal) -> bool:
    """Whether the site itself made the page that was sent in place of the one asked for."""
    return refusal.blocked_by is None and refusal.reason in OWN_PAGES


def hints(exchange: Exchange, found: DetectedSignals) -> Iterator[Evidence]:
    """What the page and its headers show of WordPress: one of its own sentences, then the signals."""
    text = exchange.body[:MAX_READ].decode("utf-8", "replace")
    for sentence, page in _own_sentences():
        if sentence in text:
            yield Evidence(what="wordpress", where=f"WordPress {page}", value=sentence)
            break
    yield from found.evidence


@functools.cache
def _own_sentences() -> tuple[tuple[str, str], ...]:
    return tuple((row["text"], row["page"]) for row in rows("wordpress_pages.tsv"))
