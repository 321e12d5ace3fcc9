"""What was seen of a site: the ground that every claim of a report stands on."""

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
    "rest-unasked",
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
            "`whole`; `cut`: over the byte limit; `script-shell`: scripts build the page in the browser; "
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
