"""The check-cms report."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from siteloupe.reports.evidence import Evidence
from siteloupe.reports.refusal import RefusalFields
from siteloupe.reports.theme import Theme

TOTAL_SIGNALS = 8

Confidence = Literal["none", "low", "medium", "high", "unknown"]


class Signals(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The eight signals; each is ``false`` when absent."""

    meta_generator: Annotated[str | bool, Meta(description="generator string when it names WordPress")] = (
        False
    )
    wp_content: Annotated[bool, Meta(description="assets from the site's own wp-content")] = False
    wp_includes: Annotated[bool, Meta(description="assets from the site's own wp-includes")] = False
    wp_blocks: Annotated[bool, Meta(description="block-editor markup or styles")] = False
    rest_api: Annotated[bool, Meta(description="the REST API answers, or is linked in the page")] = False
    x_powered_by: Annotated[
        str | bool, Meta(description="the X-Powered-By value when it names WordPress")
    ] = False
    link_header: Annotated[
        bool, Meta(description="REST API advertised by Link header or discovery <link>")
    ] = False
    x_pingback: Annotated[
        bool, Meta(description="pingback endpoint advertised by X-Pingback header or <link>")
    ] = False

    @property
    def count(self) -> int:
        """How many of the eight matched."""
        return sum(bool(getattr(self, field)) for field in self.__struct_fields__)


class CheckCmsReport(RefusalFields, frozen=True, kw_only=True, rename="camel"):
    """Whether the site runs WordPress, how sure that is, and its theme."""

    success: Annotated[Literal[True], Meta(description="true on every report")] = True
    is_cms: Annotated[
        bool | None, Meta(description="null when the page could not be read; null is never `no`")
    ]
    confidence: Annotated[
        Confidence,
        Meta(description="`high`: three signals or a generator tag; `medium`: two; `low`: one"),
    ]
    signals: Signals
    signal_count: Annotated[int, Meta(description="how many of `totalSignals` matched")]
    total_signals: Annotated[int, Meta(description="8")] = TOTAL_SIGNALS
    powered_by: Annotated[str | None, Meta(description="raw X-Powered-By response header")]
    theme: Theme | None
    evidence: Annotated[list[Evidence], Meta(description="what each signal was read from, and where")] = []
    url: Annotated[str, Meta(description="final URL after redirects", extra_json_schema={"format": "uri"})]
    checked_at: Annotated[
        str, Meta(description="when the page was visited, UTC", extra_json_schema={"format": "date-time"})
    ]
