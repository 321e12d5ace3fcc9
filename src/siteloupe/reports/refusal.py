"""Refusals: the target answered, but not with a page that can be read."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from siteloupe.reports.bounds import Bounded
from siteloupe.reports.coverage import Coverage
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.fields import describe

Reason = Literal[
    "bot-protection",
    "challenge",
    "rate-limited",
    "unauthorized",
    "legal",
    "refused",
    "not-found",
    "origin-down",
    "server-error",
    "not-html",
]


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """Why a page could not be read; a value, since the world does this all day."""

    reason: Reason
    status: int
    blocked_by: str | None
    note: str


class VisitFields(Bounded, frozen=True, kw_only=True, rename="camel"):
    """What every report says of the visit: what was seen, and why a page could not be read."""

    coverage: Annotated[Coverage, describe("Coverage")]
    blocked: Annotated[
        bool,
        msgspec.Meta(description="true when the target refused, or served a challenge instead of the page"),
    ] = False
    blocked_by: Annotated[
        str | None, msgspec.Meta(description="CDN or WAF that refused, when it is known")
    ] = None
    status: Annotated[
        int | UnsetType,
        msgspec.Meta(description="the target's status when the page could not be read; else absent"),
    ] = UNSET
    reason: Annotated[
        Reason | UnsetType, msgspec.Meta(description="why the page could not be read; else absent")
    ] = UNSET
    note: Annotated[
        str | None, msgspec.Meta(description="one sentence on why the check could not complete")
    ] = None
    hints: Annotated[
        list[Evidence] | UnsetType,
        describe("Hints", "what an unreadable page still shows of WordPress; absent when nothing"),
    ] = UNSET
