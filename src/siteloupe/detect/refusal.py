"""Did the site serve its page, or something else instead? One table of reasons for every analysis.

What a challenge, a block page or a vendor's header looks like is data: ``signatures/challenges.toml``.
"""

from collections.abc import Mapping

from siteloupe.capture import Exchange
from siteloupe.detect.media_type import is_html, media_type
from siteloupe.detect.refusal_note import note
from siteloupe.document import page_of
from siteloupe.reports.refusal import Reason, Refusal
from siteloupe.signatures import ChallengeRow, load, observe

First = Mapping[str, ChallengeRow]
"""The first matching row of each type."""

MAX_BARE_BYTES = 256 * 1024
MAX_BARE_ANCHORS = 12
MAX_BARE_TEXT = 3000
"""A page with more bytes, links or characters of text is a page of its own, whatever else is in it."""

_BY_STATUS: Mapping[int, Reason] = {
    429: "rate-limited",
    401: "unauthorized",
    407: "unauthorized",
    451: "legal",
    404: "not-found",
    410: "not-found",
}
_FILTERED = frozenset({403, 405, 406})
_ORIGIN_DOWN = frozenset({502, 504, *range(520, 528), 530})

_NAMED_BY: Mapping[Reason, tuple[str, ...]] = {
    "challenge": ("challenge", "block", "protection", "delivery"),
    "bot-protection": ("block", "protection"),
    "rate-limited": ("block", "protection", "delivery"),
    "legal": ("block", "protection", "delivery"),
    "refused": ("block", "protection", "delivery"),
    "origin-down": ("outage", "protection", "delivery"),
}
"""Whose name a reason takes: the first of these types with a row. The other reasons are the site's own."""


def refusal(exchange: Exchange) -> Refusal | None:
    """Why the answer is not a readable page, or None when it is one. Never raises.

    A 2xx answer with content of its own is a page, whatever vendor's cookies, headers or scripts it carries.
    """
    first = _first_rows(exchange)
    reason = _reason(exchange, first)
    if reason is None:
        return None
    vendor = _vendor(reason, first)
    return Refusal(
        reason=reason,
        status=exchange.status,
        blocked_by=vendor,
        note=note(
            reason,
            exchange.status,
            vendor,
            media_type=media_type(exchange.headers) if exchange.body else None,
            in_maintenance="maintenance" in first,
        ),
    )


def _first_rows(exchange: Exchange) -> First:
    if _is_served(exchange) and not _may_be_bare(exchange.body):
        return {}
    first: dict[str, ChallengeRow] = {}
    for found in load("challenges.toml", ChallengeRow).matches(observe(exchange)):
        row = found.row
        if row.type not in first and _counts(row, exchange):
            first[row.type] = row
    if "origin" in first:
        return {kind: row for kind, row in first.items() if kind not in {"protection", "delivery"}}
    return first


def _counts(row: ChallengeRow, exchange: Exchange) -> bool:
    """Whether the page is as small and as empty as the row demands."""
    if row.max_bytes is not None and len(exchange.body) > row.max_bytes:
        return False
    return not (row.bare or _is_served(exchange)) or _is_bare(exchange)


def _is_served(exchange: Exchange) -> bool:
    return 200 <= exchange.status < 300


def _may_be_bare(body: bytes) -> bool:
    """False for a page that plainly has content; costs two searches of its start."""
    if len(body) > MAX_BARE_BYTES:
        return False
    start = body[: MAX_BARE_BYTES // 4]
    return start.count(b"<a ") + start.count(b"<A ") <= MAX_BARE_ANCHORS


def _is_bare(exchange: Exchange) -> bool:
    """Whether the page has hardly anything to read or to follow."""
    if not _may_be_bare(exchange.body):
        return False
    page = page_of(exchange)
    return page.anchors <= MAX_BARE_ANCHORS and page.text_length <= MAX_BARE_TEXT


def _reason(exchange: Exchange, first: First) -> Reason | None:
    """The table of reasons; the first that fits wins."""
    status = exchange.status
    if "challenge" in first:
        return "challenge"
    if (reason := _BY_STATUS.get(status)) is not None:
        return reason
    if "block" in first and not 400 <= status < 500 and status < 600:
        return "bot-protection"  # a block page says what happened better than a 200 or 503 does
    if status in _FILTERED and not first.keys().isdisjoint({"block", "protection"}):
        return "bot-protection"
    if 400 <= status < 500 or status >= 600:
        return "refused"
    if status in _ORIGIN_DOWN or (status == 503 and "outage" in first):
        return "origin-down"
    if status >= 500:
        return "server-error"
    if _is_served(exchange) and is_html(exchange.headers, exchange.body):
        return None
    return "not-html"


def _vendor(reason: Reason, first: First) -> str | None:
    rows = (first[kind] for kind in _NAMED_BY.get(reason, ()) if kind in first)
    return next((row.name for row in rows if not row.anonymous), None)
