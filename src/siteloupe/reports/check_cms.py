"""The check-cms report."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

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
    evidence: Annotated[list[Evidence], Meta(description="what each signal was read from, and where")] = []
    url: Annotated[str, describe("Address", "final URL after redirects", json_format="uri")]
    checked_at: Annotated[
        str, describe("Checked at", "when the page was visited, UTC", json_format="date-time")
    ]
