"""Fetching the page of a visit: through redirects, and through doorways as if they were redirects.

Each address that a doorway names is validated, counted and fetched as that of a redirect is. A doorway behind
which nothing can be had is the page of the visit itself, and its site says so.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from siteloupe.capture import Capture, Exchange, Followed, Hop
from siteloupe.detect.page.doorway import Doorway
from siteloupe.detect.site import Site
from siteloupe.detect.theme.page_marks import ThemeMarks
from siteloupe.errors import BadTarget, Unreachable
from siteloupe.fetching import Bounds, Fetch
from siteloupe.judging import Judge, is_heavy
from siteloupe.settings import Settings
from siteloupe.target import Target, parse


@dataclass(frozen=True, slots=True)
class GatherPlan:
    """What a page says about what to gather; worked out in one go, off the event loop.

    ``doorway`` is how the page leads on to another.
    """

    refused: bool
    theme: ThemeMarks | None = None
    rest_root: str | None = None
    doorway: Doorway | None = None


async def fetch_page(
    target: Target, at: str, *, fetch: Fetch, settings: Settings, bounds: Bounds, judge: Judge
) -> tuple[Site, GatherPlan]:
    """The page at which a visit of ``target`` ends, as a site as of ``at``, and what to gather for it.

    Raises BadTarget when the target or a hop is refused, Unreachable when the target does not answer.
    """
    exchange = await fetch(target, bounds)
    followed: tuple[Followed, ...] = ()
    while True:
        site = Site(Capture(at, exchange, followed=followed))
        plan = await judge(is_heavy(exchange.body), _plan, site)
        if plan.doorway is None or plan.doorway.url is None:
            return site, plan
        onward = await _through(plan.doorway.url, exchange, fetch, settings, bounds)
        if onward is None:
            return site, plan
        followed = (*followed, Followed(plan.doorway.kind, exchange.url, plan.doorway.url))
        exchange = onward


def _plan(site: Site) -> GatherPlan:
    if site.refusal is not None:
        return GatherPlan(refused=True)
    return GatherPlan(
        refused=False, theme=site.theme_marks, rest_root=site.rest_root_url, doorway=site.doorway
    )


async def _through(
    url: str, exchange: Exchange, fetch: Fetch, settings: Settings, bounds: Bounds
) -> Exchange | None:
    """The exchange at ``url``, with the page that led there among its hops; None where there is none to have.

    Raises BadTarget when ``url``, or a hop behind it, is refused.
    """
    target = _validated(url, exchange, settings)
    room = settings.max_redirects - len(exchange.hops) - 1
    seen = set(_way(exchange))
    if room < 0 or target.url in seen:
        return None
    try:
        onward = await fetch(target, replace(bounds, max_redirects=room))
    except Unreachable:
        return None
    if not seen.isdisjoint(_way(onward)):  # a page that leads back here may well wait for a cookie
        return None
    doorway = Hop(exchange.url, exchange.status, exchange.headers)
    return replace(onward, requested=exchange.requested, hops=(*exchange.hops, doorway, *onward.hops))


def _validated(url: str, exchange: Exchange, settings: Settings) -> Target:
    """Where a doorway leads. Raises BadTarget, saying that it was not the caller who named the place."""
    try:
        return parse(url, settings.policy)
    except BadTarget as error:
        host = parse(exchange.url, settings.policy).host
        raise BadTarget(f"{host} redirects to a place that is refused. {error.message}") from None


def _way(exchange: Exchange) -> Iterator[str]:
    """Every URL on the way to a page, its own last."""
    yield from (hop.url for hop in exchange.hops)
    yield exchange.url
