"""How much of a site's CSS an answer rests on."""

from typing import Annotated

import msgspec
from msgspec import Meta

from siteloupe.reports.fields import describe


class StylesheetStats(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Compare ``fetched`` with ``found`` to see how complete an answer is."""

    found: Annotated[
        int, Meta(description="`<link rel=stylesheet>` (not alternate, not print-only) and imported sheets")
    ] = 0
    fetched: Annotated[int, describe("Read", "sheets that were had")] = 0
    failed: Annotated[
        int, describe("Failed", "asked for, but not had; what was over budget is in `found` alone")
    ] = 0
    inline_blocks: Annotated[int, describe("Style blocks", "`<style>` elements")] = 0
    css_bytes: Annotated[int, describe("CSS", "bytes of CSS that were read, `<style>` elements included")] = 0
