"""Asking the site's own REST root for its namespaces."""

import asyncio
import dataclasses

from siteloupe.capture import Answer
from siteloupe.fetching import Bounds, Fetch
from siteloupe.gather.subresource import subresource
from siteloupe.settings import Settings
from siteloupe.target import Policy


async def rest_root(url: str, fetch: Fetch, settings: Settings, bounds: Bounds) -> Answer:
    """What the REST root at ``url`` answers, within 4 seconds and 1 MB; a Missing when it does not."""
    until = min(bounds.deadline, asyncio.get_running_loop().time() + settings.rest_seconds)
    asked = dataclasses.replace(bounds, deadline=until, max_body=settings.max_json, accept="application/json")
    return await subresource(url, Policy(settings.allow_ports, settings.allow_networks), fetch, asked)
