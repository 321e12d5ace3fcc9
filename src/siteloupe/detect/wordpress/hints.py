"""Signs of WordPress on an unreadable page: a 404 page, an error or maintenance page.

A hint is never part of the verdict. Only pages that the site itself made are read: an answer of a CDN or a
bot filter says nothing about the site.
"""

import functools
from collections.abc import Iterator

from siteloupe.capture import Exchange
from siteloupe.data import rows
from siteloupe.detect.wordpress.signals import DetectedSignals
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.refusal import Reason, Refusal

OWN_PAGES: frozenset[Reason] = frozenset({"not-found", "server-error", "unauthorized", "refused"})
"""Reasons with a page of the site itself, when the refusal names no vendor."""

MAX_READ = 64 * 1024
"""Most bytes of the page that are searched for WordPress's own sentences."""


def is_own_page(refusal: Refusal) -> bool:
    """Whether the site itself made the page that it sent instead of the requested one."""
    return refusal.blocked_by is None and refusal.reason in OWN_PAGES


def hints(exchange: Exchange, detected: DetectedSignals) -> Iterator[Evidence]:
    """Yield the signs of WordPress in the page and its headers: one of its sentences, then the signals."""
    text = exchange.body[:MAX_READ].decode("utf-8", "replace")
    for sentence, page in _own_sentences():
        if sentence in text:
            yield Evidence(what="wordpress", where=f"WordPress {page}", value=sentence)
            break
    yield from detected.evidence


@functools.cache
def _own_sentences() -> tuple[tuple[str, str], ...]:
    return tuple((row["text"], row["page"]) for row in rows("wordpress_pages.tsv"))
