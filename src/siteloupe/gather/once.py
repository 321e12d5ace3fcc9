"""A visit from beginning to end, for those who share it with nobody."""

import asyncio
from collections.abc import Callable

from siteloupe.capture import Capture, Need
from siteloupe.errors import TimedOut
from siteloupe.fetching import Fetch
from siteloupe.gather.visit import utc_now, visit
from siteloupe.settings import Settings
from siteloupe.target import Target


async def capture_once(
    target: Target,
    needs: frozenset[Need],
    fetch: Fetch,
    settings: Settings,
    now: Callable[[], str] = utc_now,
) -> Capture:
    """Visit ``target`` and gather ``needs``, all within the total time of one analysis.

    Raises BadTarget when the target or a hop is refused, Unreachable when nothing answers in time.
    """
    deadline = asyncio.get_running_loop().time() + settings.total_seconds
    try:
        async with asyncio.timeout_at(deadline):
            seen = await visit(target, fetch, settings, deadline, now)
            return await seen.capture(needs, deadline)
    except TimeoutError:
        raise TimedOut(f"{target.host} took longer than one analysis may take.") from None
