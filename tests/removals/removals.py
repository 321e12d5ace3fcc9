"""A saved visit without one of its inputs: a stylesheet, the REST root, style.css, a directory's answer.

What is taken away gives no answer in time. Of the page it is the end, as where it is over the limit.
"""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from siteloupe.analyses import ANALYSES
from siteloupe.analyses.analysis import needs_of
from siteloupe.analyses.judge import judge
from siteloupe.detect.site import Site
from siteloupe.gather.visit import visit
from siteloupe.net.fetch import Fetcher
from siteloupe.net.replay import Replay, SavedFailure, SavedHop
from siteloupe.net.wire import WireAnswer
from siteloupe.settings import Settings
from siteloupe.target import parse
from tests.fuzz.valid import at_once
from tests.fuzz.visits import SeedVisit, role_of
from tests.removals.weaker import stronger_claims

AT = "2026-11-21T10:00:00Z"
SETTINGS = Settings()
GONE = SavedFailure("timed-out", "No answer came in time.")
PARTS = {"last quarter": 0.75, "second half": 0.5, "last three quarters": 0.25, "last nine tenths": 0.1}
"""What is taken away of a page, and the share that is left."""

UNUSED = frozenset({"font"})
"""Roles of files that no analysis asks for unless it is told to look inside of files."""

Reports = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Removal:
    """What was taken away, and the visit without it."""

    name: str
    visit: SeedVisit


def removals(whole: SeedVisit, page: str) -> Iterator[Removal]:
    """``whole``, whose page is at the URL ``page``, without each of its inputs in turn, and without all of a kind."""
    others: dict[str, list[str]] = {}
    for url, hop in whole.hops.items():
        is_answer = isinstance(hop.outcome, WireAnswer) and 200 <= hop.outcome.status < 300
        if is_answer and url != page and (role := role_of(url)) not in UNUSED:
            others.setdefault(role, []).append(url)
    for role, urls in others.items():
        for url in urls:
            yield Removal(f"{role} {url}", _without(whole, url))
        if len(urls) > 1:
            yield Removal(f"every {role}", _without(whole, *urls))
    hop = whole.hops[page]
    if isinstance(hop.outcome, WireAnswer) and hop.outcome.body:
        for name, share in PARTS.items():
            kept = hop.outcome.body[: int(len(hop.outcome.body) * share)]
            part = replace(hop.outcome, body=kept, truncated=True)
            yield Removal(f"{name} of the page", _with(whole, page, replace(hop, outcome=part)))


def _without(whole: SeedVisit, *urls: str) -> SeedVisit:
    hops = {url: replace(hop, outcome=GONE) if url in urls else hop for url, hop in whole.hops.items()}
    return SeedVisit(whole.typed, hops)


def _with(whole: SeedVisit, url: str, hop: SavedHop) -> SeedVisit:
    return SeedVisit(whole.typed, {**whole.hops, url: hop})


def judged(saved: SeedVisit) -> tuple[str, Reports]:
    """The URL of the page, and the report of each analysis. Raises Unreachable when there is no page."""
    site = asyncio.run(_gathered(saved))
    reports = {each.name: msgspec.to_builtins(judge(each, site, 10**8)) for each in ANALYSES}
    return site.capture.page.url, reports


async def _gathered(saved: SeedVisit) -> Site:
    deadline = asyncio.get_running_loop().time() + 600
    fetch = Fetcher(Replay(saved.hops), SETTINGS)
    target = parse(saved.typed, SETTINGS.policy)
    seen = await visit(target, fetch, SETTINGS, deadline, judge=at_once, now=lambda: AT)
    return Site(await seen.capture(needs_of(ANALYSES, inspect=False), deadline))


def faults_of(saved: SeedVisit) -> Iterator[tuple[str, list[str]]]:
    """For each removal its name, and the claims that grew by it; none for a visit without a page to read.

    Raises Unreachable when there is no answer at all.
    """
    page, full = judged(saved)
    if page not in saved.hops or full["check-cms"]["blocked"]:
        return
    for removal in removals(saved, page):
        _, less = judged(removal.visit)
        grown = [f"{name}: {fault}" for name in full for fault in stronger_claims(full[name], less[name])]
        yield removal.name, grown
