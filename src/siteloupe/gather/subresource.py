"""One file beside the page."""

from siteloupe.capture import Answer, Missing
from siteloupe.errors import BadTarget, Unreachable
from siteloupe.fetching import Bounds, Fetch
from siteloupe.target import Policy, parse


async def subresource(url: str, policy: Policy, fetch: Fetch, bounds: Bounds) -> Answer:
    """The exchange for ``url``, or a Missing that says why there is none: a page stands without its files."""
    try:
        return await fetch(parse(url, policy), bounds)
    except BadTarget:
        return Missing(url, "refused")
    except Unreachable as unreachable:
        return Missing(url, unreachable.cause)
