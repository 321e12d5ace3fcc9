"""What is known of the version of a product: the end of its line, and vulnerabilities."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from siteloupe.reports.fields import describe


class ReleaseLine(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The line of releases that a version belongs to, by endoflife.date."""

    line: Annotated[str, Meta(description="line of releases, such as `8.2`")]
    ended: Annotated[
        bool, describe("Past its end of life", "the maker no longer repaired this line at the visit")
    ]
    end: Annotated[
        str | None, describe("End of life", "day of the end, `2026-12-31`; null when none is known")
    ]
    latest: Annotated[str | None, Meta(description="newest release of the line")]
    as_of: Annotated[str, Meta(description="day of the data")]


class Vulnerability(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One known vulnerability of a version, by Retire.js. A site can have repaired it by itself."""

    identifier: Annotated[str, Meta(description="its CVE number, otherwise that of GitHub's database")]
    severity: Annotated[
        Literal["critical", "high", "medium", "low"] | None, Meta(description="as its database judges it")
    ]
    fixed_in: Annotated[str, Meta(description="first version without it")]
    as_of: Annotated[str, Meta(description="day of the data")]
