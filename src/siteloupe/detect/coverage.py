"""What was seen of a site, made once from its visit. Every verdict, role, ratio and count rests on it."""

from collections.abc import Iterator, Sequence

from siteloupe.capture import Answer, Exchange, Need
from siteloupe.reports.coverage import Caveat, CaveatCode, Coverage, PageSeen, Redirect, StylesheetsSeen
from siteloupe.reports.refusal import Refusal
from siteloupe.reports.stylesheets import StylesheetStats

_OF_THE_PAGE: dict[PageSeen, tuple[CaveatCode, str]] = {
    "cut": ("page-cut", "The page is larger than the limit, so only its beginning was read."),
    "script-shell": (
        "script-shell",
        "Scripts build this page in the browser, so only its bare HTML was read.",
    ),
    "doorway": (
        "doorway",
        "The page only sends visitors to another address, and this redirect could not be followed.",
    ),
}


def coverage_of(
    pages: Sequence[PageSeen],
    needs: frozenset[Need],
    stylesheets: StylesheetStats,
    rest_root: Answer | None,
    followed: Sequence[Redirect] = (),
) -> Coverage:
    """The coverage of an analysis that needs ``needs``, of a page that could be read.

    ``pages`` says what is known of the page, the most important first; empty for a whole one.
    ``stylesheets`` counts those that the page names. ``rest_root`` is the answer of the REST API.
    """
    sheets = _stylesheets_seen(stylesheets) if Need.STYLESHEETS in needs else "unasked"
    caveats = [_caveat(*_OF_THE_PAGE[page]) for page in pages]
    caveats += _sheet_caveats(sheets, stylesheets)
    if Need.REST_ROOT in needs and not isinstance(rest_root, Exchange):
        caveats.append(
            _caveat("rest-unasked", "The site's REST API gave no answer, so it could not be checked.")
        )
    return Coverage(
        complete=not caveats,
        page=next(iter(pages), "whole"),
        stylesheets=sheets,
        followed=list(followed),
        caveats=caveats,
    )


def coverage_of_refusal(refusal: Refusal) -> Coverage:
    """The coverage of a page that could not be read."""
    return Coverage(
        complete=False, page="unread", stylesheets="unasked", caveats=[_caveat("blocked", refusal.note)]
    )


def _stylesheets_seen(stats: StylesheetStats) -> StylesheetsSeen:
    if stats.fetched == stats.found:
        return "all"
    return "some" if stats.fetched else "none"


def _sheet_caveats(sheets: StylesheetsSeen, stats: StylesheetStats) -> Iterator[Caveat]:
    if sheets in {"some", "none"}:
        unread = stats.found - stats.fetched
        yield _caveat("stylesheets-unread", f"{unread} of {stats.found} stylesheets could not be read.")


def _caveat(code: CaveatCode, text: str) -> Caveat:
    return Caveat(code=code, text=text)
