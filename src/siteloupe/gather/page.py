"""Fetching of the page of a visit, through redirects and doorways.

The URL of a doorway is validated, counted and fetched like that of a redirect. When it cannot be fetched, the
doorway is the page of the visit, and its site says so.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from siteloupe.capture import Capture, Exchange, Followed, Hop
from siteloupe.detect.page.doorway import Doorway
from siteloupe.detect.theme.page_marks import ThemeMarks
from siteloupe.errors import BadTarget, Unreachable
from siteloupe.fetching import Bounds, Fetch
from siteloupe.judging import JudgeInTime, Task
from siteloupe.settings import Settings
from siteloupe.target import Target, parse

if TYPE_CHECKING:  # what judges is imported by who judges
    from siteloupe.detect.site import Site


@dataclass(frozen=True, slots=True)
class GatherPlan:
    """The parts to gather for a page, found in one call outside of the event loop.

    ``doorway`` is set when the page is a doorway; ``is_shell`` when scripts build it.
    """

    refused: bool
    theme: ThemeMarks | None = None
    rest_root: str | None = None
    doorway: Doorway | None = None
    is_shell: bool = False


async def fetch_page(
    target: Target, at: str, *, fetch: Fetch, settings: Settings, bounds: Bounds, judge: JudgeInTime
) -> tuple[Capture, GatherPlan]:
    """Fetch the page of ``target``; return its capture at the time ``at``, and the parts to gather.

    Raises BadTarget when the target or a hop is refused, Unreachable when the target does not answer.
    """
    exchange = await fetch(target, bounds)
    followed: tuple[Followed, ...] = ()
    while True:
        capture = Capture(at, exchange, followed=followed)
        plan = await judge(_PLAN, capture)
        if plan.doorway is None or plan.doorway.url is None:
            return capture, plan
        onward = await _follow(plan.doorway.url, exchange, fetch, settings, bounds)
        if onward is None:
            return capture, plan
        followed = (*followed, Followed(plan.doorway.kind, exchange.url, plan.doorway.url))
        exchange = onward


def _plan(site: "Site") -> GatherPlan:
    if site.refusal is not None:
        return GatherPlan(refused=True)
    return GatherPlan(
        refused=False,
        theme=site.theme_marks,
        rest_root=site.rest_root_url,
        doorway=site.doorway,
        is_shell=site.shell is not None,
    )


_PLAN = Task(_plan, GatherPlan)


async def _follow(
    url: str, exchange: Exchange, fetch: Fetch, settings: Settings, bounds: Bounds
) -> Exchange | None:
    """Fetch ``url``, with the page before it as a hop; None when it cannot be fetched.

    Raises BadTarget when ``url``, or a hop behind it, is refused.
    """
    target = _validate(url, exchange, settings, bounds)
    room = settings.max_redirects - len(exchange.hops) - 1
    seen = set(_visited_urls(exchange))
    if room < 0 or target.url in seen:
        return None
    try:
        onward = await fetch(target, replace(bounds, max_redirects=room))
    except Unreachable:
        return None
    if not seen.isdisjoint(_visited_urls(onward)):  # a page that leads back here may wait for a cookie
        return None
    doorway = Hop(exchange.url, exchange.status, exchange.headers)
    return replace(onward, requested=exchange.requested, hops=(*exchange.hops, doorway, *onward.hops))


def _validate(url: str, exchange: Exchange, settings: Settings, bounds: Bounds) -> Target:
    """Parse the URL of a doorway. Raises BadTarget, which says that the page named it, not the caller."""
    try:
        return parse(url, settings.policy)
    except BadTarget as error:
        bounds.allowance.note_refusal(error)
        host = parse(exchange.url, settings.policy).host
        sentence = f"{host} redirects to a place that is refused. {error.message}"
        raise BadTarget(sentence, error.rule) from None


def _visited_urls(exchange: Exchange) -> Iterator[str]:
    """Yield every URL on the way to a page, its own last."""
    yield from (hop.url for hop in exchange.hops)
    yield exchange.url
