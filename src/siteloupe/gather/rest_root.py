"""Asking the site's own REST root for its namespaces."""

import asyncio
import dataclasses

from siteloupe.capture import Answer, Exchange, Missing
from siteloupe.detect.rest_root import rest_root_url
from siteloupe.document import page_of
from siteloupe.errors import BadTarget, Unreachable
from siteloupe.fetching import Bounds, Fetch
from siteloupe.settings import Settings
from siteloupe.target import Policy, parse


async def rest_root(page: Exchange, fetch: Fetch, settings: Settings, bounds: Bounds) -> Answer | None:
    """The root's answer, within 4 seconds and 1 MB; None when the page gives no reason to ask."""
    url = await asyncio.to_thread(lambda: rest_root_url(page, page_of(page)))
    if url is None:
        return None
    until = min(bounds.deadline, asyncio.get_running_loop().time() + settings.rest_seconds)
    asked = dataclasses.replace(bounds, deadline=until, max_body=settings.max_json, accept="application/json")
    try:
        target = parse(url, Policy(settings.allow_ports, settings.allow_networks))
        return await fetch(target, asked)
    except Unreachable as error:
        return Missing(url, error.cause)
    except BadTarget:
        return Missing(url, "refused")
