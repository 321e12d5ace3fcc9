"""The coverage of a site, made once from its visit. Every verdict, role, ratio and count depends on it."""

from collections.abc import Iterator, Sequence

from siteloupe.capture import Answer, Exchange, Need
from siteloupe.rendered import NotRendered, Rendered, RenderResult
from siteloupe.reports.coverage import (
    Caveat,
    CaveatCode,
    Coverage,
    PageSeen,
    Redirect,
    StylesheetsSeen,
    StylesheetStats,
)
from siteloupe.reports.refusal import Refusal

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

_RENDERED_SHELL = (
    "Scripts build this page in the browser: fonts, colors and technologies are of the rendered page, "
    "and the rest of its bare HTML."
)


def coverage_of(
    pages: Sequence[PageSeen],
    needs: frozenset[Need],
    stylesheets: StylesheetStats,
    rest_root: Answer | None,
    followed: Sequence[Redirect] = (),
    *,
    styles_cut: bool = False,
    rendered: RenderResult | None = None,
) -> Coverage:
    """Return the coverage of a readable page, for an analysis that needs ``needs``.

    ``pages`` are the reasons why the page is incomplete, the most important first. ``stylesheets`` are the
    statistics of its sheets. ``rest_root`` is the answer of the REST API.
    ``styles_cut``: there was more CSS than may be judged. ``rendered``: what came of rendering the page.
    """
    sheets = _stylesheet_coverage(stylesheets) if Need.STYLESHEETS in needs else "unasked"
    caveats = [_page_caveat(page, rendered) for page in pages]
    if isinstance(rendered, NotRendered):
        caveats.append(_caveat("not-rendered", rendered.note))
    caveats += _sheet_caveats(sheets, stylesheets)
    if styles_cut:
        caveats.append(_STYLES_CUT)
        sheets = "some" if sheets == "all" else sheets
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
    """Return the coverage of a page that could not be read."""
    return Coverage(
        complete=False, page="unread", stylesheets="unasked", caveats=[_caveat("blocked", refusal.note)]
    )


def _stylesheet_coverage(stats: StylesheetStats) -> StylesheetsSeen:
    if stats.fetched == stats.found:
        return "all"
    return "some" if stats.fetched else "none"


def _sheet_caveats(sheets: StylesheetsSeen, stats: StylesheetStats) -> Iterator[Caveat]:
    if sheets in {"some", "none"}:
        unread = stats.found - stats.fetched
        yield _caveat("stylesheets-unread", f"{unread} of {stats.found} stylesheets could not be read.")


def _page_caveat(page: PageSeen, rendered: RenderResult | None) -> Caveat:
    code, text = _OF_THE_PAGE[page]
    return _caveat(
        code, _RENDERED_SHELL if page == "script-shell" and isinstance(rendered, Rendered) else text
    )


def _caveat(code: CaveatCode, text: str) -> Caveat:
    return Caveat(code=code, text=text)


_STYLES_CUT = _caveat("styles-cut", "Some CSS was not read because it takes too much computing.")
