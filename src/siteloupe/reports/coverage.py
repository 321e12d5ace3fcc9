"""How much of a site was seen: every claim of a report depends on it."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from siteloupe.reports.fields import describe

PageSeen = Literal["whole", "cut", "script-shell", "doorway", "unread"]
StylesheetsSeen = Literal["all", "some", "none", "unasked"]
Redirect = Literal["meta-refresh", "location", "frame"]
CaveatCode = Literal[
    "blocked",
    "page-cut",
    "script-shell",
    "doorway",
    "stylesheets-unread",
    "styles-cut",
    "rest-unasked",
    "not-rendered",
]


class Caveat(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that could not be seen."""

    code: Annotated[CaveatCode, Meta(description="what could not be seen, for programs")]
    text: Annotated[str, Meta(description="the same as one plain sentence")]


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """How much of the site the report was made from."""

    complete: Annotated[bool, describe("Complete", "true when everything that the analysis needs was read")]
    page: Annotated[
        PageSeen,
        describe(
            "Page",
            "`whole`; `cut`: larger than a limit; `script-shell`: scripts build the page in the browser; "
            "`doorway`: a redirect in the page that could not be followed; `unread`: blocked",
        ),
    ]
    stylesheets: Annotated[
        StylesheetsSeen,
        describe("Stylesheets", "how many of those found were read; `unasked` where the analysis needs none"),
    ]
    followed: Annotated[
        list[Redirect], describe("Redirects followed", "redirects in pages that were followed, in order")
    ] = []
    caveats: Annotated[
        list[Caveat], Meta(description="what could not be seen; empty exactly when `complete`")
    ] = []


class StylesheetStats(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Compare ``fetched`` with ``found`` to see how complete an answer is."""

    found: Annotated[
        int, Meta(description="`<link rel=stylesheet>` (not alternate, not print-only) and imported sheets")
    ] = 0
    fetched: Annotated[int, describe("Read", "stylesheets downloaded")] = 0
    failed: Annotated[
        int, describe("Failed", "asked for, but not had; what was over budget is in `found` alone")
    ] = 0
    inline_blocks: Annotated[int, describe("Style blocks", "`<style>` elements")] = 0
    css_bytes: Annotated[int, describe("CSS", "bytes of CSS that were read, `<style>` elements included")] = 0
