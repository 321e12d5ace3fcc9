"""Whose hosts a page loads from, by the table of https://github.com/patrickhulce/third-party-web.

Only files and frames that elements name are counted; what scripts load then is not seen.
"""

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import UNSET

from siteloupe.data import rows
from siteloupe.detect.page.assets import OTHER, Asset, host_of
from siteloupe.detect.page.hosts import THIRD_PARTY, registrable_domain, relation
from siteloupe.document import Page
from siteloupe.reports.third_parties import ThirdParty

MAX_ADDRESSES = 5_000
MAX_OWNERS = 100
MAX_HOSTS = 10


def third_parties(page: Page, assets: Sequence[Asset]) -> tuple[ThirdParty, ...]:
    """Return the owners of the hosts that ``page`` loads from, those with most addresses first.

    Hosts of the site itself are left out: its other names, mirrors and pull zones.
    """
    held: dict[str, bool] = {}
    for url, waits in islice(_addresses(page, assets), MAX_ADDRESSES):
        held[url] = held.get(url, True) and waits
    owners: dict[tuple[str, str | None], Counter[str]] = {}
    loaded = set()
    for url, waits in held.items():
        host = host_of(url)
        owner = _owner(host)
        owners.setdefault(owner, Counter())[host] += 1
        if not waits:
            loaded.add(owner)
    ranked = sorted(owners, key=lambda owner: (-owners[owner].total(), owner[0].lower()))
    return tuple(
        ThirdParty(
            name=owner[0],
            category=owner[1],
            requests=owners[owner].total(),
            hosts=[host for host, _ in owners[owner].most_common(MAX_HOSTS)],
            held_back=UNSET if owner in loaded else True,
        )
        for owner in ranked[:MAX_OWNERS]
    )


def _addresses(page: Page, assets: Iterable[Asset]) -> Iterator[tuple[str, bool]]:
    """Yield the addresses on other hosts, and whether each waits."""
    for asset in assets:
        is_foreign = asset.relation is THIRD_PARTY and not asset.is_listed
        if is_foreign and (asset.kind is not OTHER or "preload" in asset.where):
            yield asset.url, asset.is_held_back
    own = host_of(page.url)
    for frames, waits in ((page.frames, False), (page.lazy_frames, True)):
        for url in frames:
            if (host := host_of(url)) and relation(host, own) is THIRD_PARTY:
                yield url, waits


@functools.lru_cache(maxsize=4096)
def _owner(host: str) -> tuple[str, str | None]:
    """Return owner and category of ``host``; for one that the table lacks its domain, and None."""
    table, rest = _owners(), host
    while rest:
        if rest in table:
            return table[rest]
        rest = rest.partition(".")[2]
    return registrable_domain(host), None


@functools.cache
def _owners() -> dict[str, tuple[str, str]]:
    return {row["domain"]: (row["owner"], row["category"]) for row in rows("third_parties.tsv")}
