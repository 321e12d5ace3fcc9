"""The check-cms report."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from siteloupe.reports.brief import Most
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.fields import describe
from siteloupe.reports.refusal import VisitFields
from siteloupe.reports.theme import Theme

TOTAL_SIGNALS = 8

Confidence = Literal["none", "low", "medium", "high", "unknown"]


class Signals(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The eight signals; each is ``false`` when absent."""

    meta_generator: Annotated[
        str | bool, describe("Generator tag", "generator string when it names WordPress")
    ] = False
    wp_content: Annotated[bool, describe("wp-content assets", "assets from the site's own wp-content")] = (
        False
    )
    wp_includes: Annotated[bool, describe("wp-includes assets", "assets from the site's own wp-includes")] = (
        False
    )
    wp_blocks: Annotated[bool, describe("Block editor", "block-editor markup or styles")] = False
    rest_api: Annotated[bool, describe("REST API", "the REST API answers, or is linked in the page")] = False
    x_powered_by: Annotated[
        str | bool, describe("X-Powered-By", "the X-Powered-By value when it names WordPress")
    ] = False
    link_header: Annotated[
        bool, describe("REST link", "REST API advertised by Link header or discovery <link>")
    ] = False
    x_pingback: Annotated[
        bool, describe("Pingback", "pingback endpoint advertised by X-Pingback header or <link>")
    ] = False

    @property
    def count(self) -> int:
        """How many of the eight matched."""
        return sum(bool(getattr(self, field)) for field in self.__struct_fields__)


class Fork(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Software that was made from WordPress, and runs in its place."""

    name: Annotated[str, describe("Fork", "what runs, such as `ClassicPress`")]
    version: Annotated[str | None, describe("Fork's version", "its own version, when the page states it")]
    compatible_with: Annotated[
        str | None,
        describe("Compatible with WordPress", "the version of WordPress that it says it is compatible with"),
    ]
    evidence: Annotated[list[Evidence], describe("Fork evidence", "what was seen of it, and where")] = []


class ContentSource(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A system on another host of the same site that content of the page comes from."""

    name: Annotated[str, describe("System", "what it is: `WordPress`")]
    host: Annotated[str, describe("On host", "where it is")]
    evidence: Annotated[list[Evidence], describe("Content evidence", "what was seen of it, and where")] = []


ForkField = Annotated[
    Fork | UnsetType,
    describe("Fork", "what runs in place of WordPress, when it is a fork; absent otherwise"),
]
ContentSourceField = Annotated[
    ContentSource | UnsetType,
    describe(
        "Content comes from",
        "a WordPress on another host of the same site, where the page itself shows no sign of it; absent "
        "when none was seen",
    ),
]
"""What check-cms and tech-stack both say beside the verdict."""


class CheckCmsReport(VisitFields, frozen=True, kw_only=True, rename="camel"):
    """Whether the site runs WordPress, how sure that is, and its theme."""

    success: Annotated[Literal[True], Meta(description="true on every report")] = True
    is_cms: Annotated[
        bool | None, describe("Runs WordPress", "null when the page could not be read; null is never `no`")
    ]
    confidence: Annotated[
        Confidence,
        describe("Confidence", "`high`: three signals or a generator tag; `medium`: two; `low`: one"),
    ]
    signals: Annotated[Signals, describe("Signals")]
    signal_count: Annotated[int, describe("Signals", "how many of `totalSignals` matched")]
    total_signals: Annotated[int, Meta(description="8")] = TOTAL_SIGNALS
    powered_by: Annotated[str | None, describe("X-Powered-By", "raw X-Powered-By response header")]
    theme: Annotated[Theme | None, describe("Theme")]
    fork: ForkField = UNSET
    content_from: ContentSourceField = UNSET
    evidence: Annotated[
        list[Evidence], Meta(description="what each signal was read from, and where"), Most(8)
    ] = []
    url: Annotated[str, describe("Address", "final URL after redirects", json_format="uri")]
    checked_at: Annotated[
        str, describe("Checked at", "when the page was visited, UTC", json_format="date-time")
    ]
