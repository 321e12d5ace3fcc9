"""The third parties of a page: whose hosts it loads files and frames from."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from siteloupe.reports.fields import describe


class ThirdParty(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One owner of hosts that the page loads from."""

    name: Annotated[str, describe("Owner", "owner of the hosts; their domain when the owner is not known")]
    category: Annotated[
        str | None, describe("Category", "what the hosts are for, such as `ad`; null when that is not known")
    ]
    requests: Annotated[int, describe("Addresses", "distinct addresses that the page names on them")]
    hosts: Annotated[list[str], Meta(description="the hosts, at most 10, those with most addresses first")]
    held_back: Annotated[
        bool | UnsetType,
        describe("Held back", "true when all of it waits for consent, or for a script; absent otherwise"),
    ] = UNSET
